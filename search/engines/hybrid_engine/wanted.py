"""What of a query has a meaning, and which papers the rest of it allows."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from search.engine import SearchEngine
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Query, Word

MOST = 2_000
"""So many papers are listed to learn which ones a condition allows or excludes; where it says so little that there are
more, listing them would take longer than all the rest."""


def words(query: Query) -> str:
    """The wanted words as one text, without operators, conditions and what is excluded."""
    return " ".join(word for clause in query.wanted for word in _words(clause))


def open_to_more(query: Query) -> bool:
    """Whether papers may be added that have none of the words: not where somebody asked for an exact wording."""
    return all(isinstance(clause, Word) for clause in query.wanted)


def allowed(engine: SearchEngine, query: Query) -> Callable[[str], bool]:
    """Which papers certainly meet the conditions and have nothing of what is excluded, by the engine's own reading."""
    if query.filters:
        fitting = _found(engine, replace(query, wanted=(), identifier=None))
        return lambda handle: fitting is not None and handle in fitting
    if query.excluded:
        unwanted = _found(engine, Query(query.typed, wanted=(AnyOf(query.excluded),)))
        return lambda handle: unwanted is not None and handle not in unwanted
    return lambda _: True


def _found(engine: SearchEngine, query: Query) -> frozenset[str] | None:
    """All papers with everything that is asked, None where they are too many."""
    if engine.search(query, 1).complete > MOST:
        return None
    result = engine.search(query, MOST)
    return frozenset(hit.id for hit in result.hits[: result.complete])


def _words(clause: Clause) -> Iterator[str]:
    match clause:
        case Word(text):
            yield text
        case Phrase(words):
            yield from words
        case Prefix(letters):
            yield letters
        case AnyOf(parts) | AllOf(parts):
            for part in parts:
                yield from _words(part)
