"""Which words, venues or years part a long list best, so that two presses lead to the paper somebody has in mind."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

from handlers.blocks import kit
from handlers.talk.weighing import plain_words
from search.language.clean import clean
from search.language.headline import headline
from search.language.prose import PROSE
from search.language.sentences import sentences
from search.language.words import STOP_WORDS, WRITTEN, fold, written
from search.models import Paper
from search.query import Clause, Filter, Phrase, Query, Venue, Word, Years

MOST = 4
"""Chips of one message."""
LEAST = 2
"""Papers that a chip must lead to."""
ALIKE = 0.6
"""Two chips with more than this share of their papers in common say the same."""
KEPT = 2_048
"""Papers whose terms are kept at hand."""

MATTERS = 0.3
"""The share of a term's papers for which it has to matter."""
OFTEN = 2

_TELLING = re.compile(r"(?=.*[^\W\d_]{2})(?!.*ly$)[\w-]{3,30}")


@dataclass(frozen=True, slots=True)
class Facet:
    """Something that some of the papers have and others lack: its name, what to ask for, and who has it."""

    label: str
    by: Clause | Filter
    papers: frozenset[str]


Key = tuple[str, ...]


class _Term(NamedTuple):
    """One word or two neighbours of a paper, by their stems; whether it matters there, and how it is written."""

    key: Key
    spelt: str
    matters: bool


def best_facets(papers: Sequence[Paper], query: Query, most: int = MOST) -> tuple[Facet, ...]:
    """Those that together tell most: with a paper in mind a person presses the smallest that has it, and
    `log2(all / those left)` bits are won. Chosen one by one, each for what it adds; the same papers give the same."""
    left = sorted(_facets(papers, query), key=lambda facet: (-len(facet.papers), facet.label))
    chosen: list[Facet] = []
    won: dict[str, float] = {}
    while left and len(chosen) < most:
        gains = [(_gain(facet, won, len(papers)), -place) for place, facet in enumerate(left)]
        gain, place = max(gains)
        if gain <= 0:
            break
        best = left[-place]
        chosen.append(best)
        bits = log2(len(papers) / len(best.papers))
        won |= {paper: max(bits, won.get(paper, 0.0)) for paper in best.papers}
        left = [facet for facet in left if _share(facet, best) <= ALIKE]
    return tuple(sorted(chosen, key=lambda facet: -len(facet.papers)))


def _gain(facet: Facet, won: dict[str, float], size: int) -> float:
    bits = log2(size / len(facet.papers))
    return sum(max(0.0, bits - won.get(paper, 0.0)) for paper in facet.papers)


def _share(one: Facet, other: Facet) -> float:
    return len(one.papers & other.papers) / len(one.papers | other.papers)


def _facets(papers: Sequence[Paper], query: Query) -> Iterator[Facet]:
    for facet in (*_of_terms(papers, _asked(query)), *_of_record(papers)):
        if LEAST <= len(facet.papers) < len(papers):
            yield facet


def _asked(query: Query) -> frozenset[str]:
    words = (word for clause in (*query.wanted, *query.excluded) for word in plain_words(clause))
    return frozenset(
        reading.stem for word in words for part in WRITTEN.findall(word) for reading in written(part).readings
    )


def _of_terms(papers: Sequence[Paper], asked: frozenset[str]) -> Iterator[Facet]:
    having: dict[Key, set[str]] = defaultdict(set)
    about: Counter[Key] = Counter()
    spelt: dict[Key, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for term in _terms(paper.title or headline(paper), paper.abstract):
            if _new(term.key, asked):
                having[term.key].add(paper.id)
                about[term.key] += term.matters
                spelt[term.key][term.spelt] += 1
    for key, found in having.items():
        if about[key] >= max(LEAST, MATTERS * len(found)):
            label = min(spelt[key], key=lambda name: (-spelt[key][name], name))
            words = tuple(label.split())
            yield Facet(label, Phrase(words) if len(words) > 1 else Word(label), frozenset(found))


def _new(key: tuple[str, ...], asked: frozenset[str]) -> bool:
    """Whether it says something that was not asked for, and nothing that every abstract says."""
    told = [stem for stem in key if stem not in PROSE and stem not in asked]
    return bool(told) and all(stem in asked or stem not in PROSE for stem in key)


@lru_cache(maxsize=KEPT)
def _terms(title: str, abstract: str) -> tuple[_Term, ...]:
    """Each word and each pair of neighbours, once. It matters where the title has it or the abstract repeats it."""
    spelt: dict[Key, str] = {}
    times: Counter[Key] = Counter()
    for part, worth in (*((sentence, 1) for sentence in sentences(clean(abstract))), (clean(title), OFTEN)):
        words = [(match.start(), match.end(), match[0]) for match in WRITTEN.finditer(part)]
        pairs = [(one, other) for (_, end, one), (start, _, other) in pairwise(words) if part[end:start] == " "]
        for term in (*((word,) for _, _, word in words), *pairs):
            if all(map(_tells, term)):
                key = tuple(written(word).readings[0].stem for word in term)
                spelt.setdefault(key, " ".join(map(_small, term)))
                times[key] += worth
    return tuple(_Term(key, name, times[key] >= OFTEN) for key, name in spelt.items())


def _tells(word: str) -> bool:
    return bool(_TELLING.fullmatch(word)) and fold(word) not in STOP_WORDS


def _small(word: str) -> str:
    """A word that is only capital because a sentence or a title begins with it."""
    return word if word[1:] != word[1:].lower() else word.lower()


def _of_record(papers: Iterable[Paper]) -> Iterator[Facet]:
    by: dict[Filter, set[str]] = defaultdict(set)
    names: dict[Filter, str] = {}
    for paper in papers:
        for name, condition in _conditions(paper):
            by[condition].add(paper.id)
            names.setdefault(condition, name)
    for condition, found in by.items():
        yield Facet(names[condition], condition, frozenset(found))


def _conditions(paper: Paper) -> Iterator[tuple[str, Filter]]:
    if paper.year is not None:
        yield str(paper.year), Years(paper.year, paper.year)
    if name := kit.cut(kit.tidy(paper.venue or ""), 40):
        yield name, Venue(name)
