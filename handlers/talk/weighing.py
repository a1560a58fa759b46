"""What words weigh: in how many papers of the library each is, and what that is worth when papers are ranked."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log1p

from handlers.ports import Services
from search.language.words import STOP_WORDS, tokens
from search.query import AllOf, AnyOf, Clause, Phrase, Query, Word

MOST = 24
"""Words that are looked up for one answer."""
COUNT_ONLY = 0
"""Of papers that are only counted none is wanted: no engine has to rank them, by meaning least of all."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word, how many papers have it of how many there are, and its weight: `ln(1 + (N - n + 0.5) / (n + 0.5))`."""

    word: str
    papers: int
    size: int

    @property
    def weight(self) -> float:
        """The inverse document frequency, as BM25 has it."""
        return log1p((max(self.size, self.papers) - self.papers + 0.5) / (self.papers + 0.5))


def weighed(words: Iterable[str], services: Services) -> tuple[Weighed, ...]:
    """These words, each once and in their order."""
    size = services.engine.size()
    different = [word for word in dict.fromkeys(words) if stems(Word(word))][:MOST]
    return tuple(Weighed(word, _count(word, services), size) for word in different)


def rarity(query: Query | None, services: Services) -> dict[str, float]:
    """What each stem of the query's words is worth."""
    words = [word for clause in query.wanted for word in plain_words(clause)] if query else []
    return {stem: known.weight for known in weighed(words, services) for stem in stems(Word(known.word))}


def plain_words(clause: Clause) -> tuple[str, ...]:
    """The words of a clause; a prefix is no word."""
    match clause:
        case Word(text):
            return (text,)
        case Phrase(words):
            return words
        case AnyOf(parts) | AllOf(parts):
            return tuple(word for part in parts for word in plain_words(part))
    return ()


def stems(clause: Clause) -> frozenset[str]:
    """The stems of the clause's telling words."""
    read = (token for word in plain_words(clause) for token in tokens(word))
    return frozenset(token.stem for token in read if token.exact not in STOP_WORDS)


def having(words: Iterable[Weighed], terms: frozenset[str]) -> tuple[tuple[Weighed, ...], tuple[Weighed, ...]]:
    """The words that are among the stems, and those that are not."""
    known = tuple(words)
    has = tuple(word for word in known if stems(Word(word.word)) & terms)
    return has, tuple(word for word in known if word not in has)


def _count(word: str, services: Services) -> int:
    return services.engine.search(Query(word, (Word(word),)), COUNT_ONLY).complete
