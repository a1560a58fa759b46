"""A pasted abstract: the paper that it is of, or the words of it that tell most."""

from collections import Counter

from handlers.ports import Services
from search.grammar import question
from search.language.clean import clean
from search.language.prose import PROSE
from search.language.words import STOP_WORDS, WRITTEN, fold, written
from search.models import Paper
from search.query import Query, Word
from search.sameness import holds

SHORTEST = 20
"""Words of a text that may be a piece of an abstract."""
LONG = 60
"""Words from which on a text is an abstract, or something like one, and no question."""
_LOOKED_AT = 5
_TELLING = 12


def paper_of(said: str, services: Services) -> Paper | None:
    """The paper whose abstract, whole or in part, the text is or holds."""
    hits = services.engine.search(question(said), _LOOKED_AT).hits
    papers = services.library.papers(hit.id for hit in hits)
    return next((paper for paper in papers if holds(clean(paper.abstract), clean(said))), None)


def gist(said: str) -> tuple[Query, tuple[str, ...]]:
    """A search for the words that tell most of what a long text is about, and those words in reading order."""
    words = [word for word in WRITTEN.findall(clean(said)) if _tells(word)]
    times = Counter(map(_stem, words))
    first = {_stem(word): word for word in reversed(words)}
    best = sorted(first, key=lambda stem: (-_weight(stem, first[stem], times), words.index(first[stem])))[:_TELLING]
    chosen = tuple(sorted((first[stem] for stem in best), key=words.index))
    return Query(" ".join(chosen), tuple(map(Word, chosen))), chosen


def _weight(stem: str, word: str, times: Counter[str]) -> float:
    """Said often, and written as names and compounds are."""
    return (
        min(times[stem], 4)
        + 0.8 * any(letter.isupper() for letter in word[1:])
        + 0.5 * ("-" in word)
        + min(len(word), 12) / 12
    )


def _stem(word: str) -> str:
    return written(word).readings[0].stem


def _tells(word: str) -> bool:
    return len(word) > 2 and not word.isdigit() and fold(word) not in STOP_WORDS and _stem(word) not in PROSE
