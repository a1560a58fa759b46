"""What of a query counts in a search, and which of its words no paper has."""

from collections.abc import Iterator

from search.engines.whoosh_engine.matching import match
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import STOP_WORDS, fold
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Query, Word


def wanted(query: Query) -> tuple[Clause, ...]:
    """The clauses that count: common words do only when nothing else is left."""
    telling = tuple([clause for clause in query.wanted if not _common(clause)])
    return telling or query.wanted


def _common(clause: Clause) -> bool:
    return isinstance(clause, Word) and fold(clause.text) in STOP_WORDS


def missing(snapshot: Snapshot, clauses: tuple[Clause, ...]) -> tuple[str, ...]:
    """The asked words that no paper has, each once."""
    return tuple(dict.fromkeys(word for clause in clauses for word in _missing(snapshot, clause)))


def _missing(snapshot: Snapshot, clause: Clause) -> Iterator[str]:
    if len(match(snapshot, clause).papers):
        return
    match clause:
        case Phrase(words):
            yield from missing(snapshot, tuple(Word(word) for word in words))
        case AllOf(parts) | AnyOf(parts):
            yield from missing(snapshot, parts)
        case Word(text):
            yield text
        case Prefix(letters):
            yield f"{letters}*"
