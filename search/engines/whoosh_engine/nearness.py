"""What the words of the query add where they stand close to each other, and in the very form that was typed."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Numbers, Scores
from search.engines.whoosh_engine.inverting import ranges
from search.engines.whoosh_engine.occurrences import filed, having_both, summed
from search.engines.whoosh_engine.rows import KNOWN_READINGS, readings
from search.engines.whoosh_engine.schema import FORM_MASK, POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE, form
from search.engines.whoosh_engine.snapshot import Snapshot
from search.query import Clause, Word

WINDOW = 4
"""How many positions apart two words may begin and still be close."""

PAIR_SHIFT = 18
"""Room for a position, and for more than a window between the last one of a paper and the first of the next."""

ANY_FORM = 0xFFFF
"""No form of a stem is known by this number."""


def closeness(snapshot: Snapshot, times: dict[Clause, int], asked: Sequence[Clause], papers: Numbers) -> Scores:
    """What the words that count add to the score of each of these papers, for the best papers only: it takes places to
    be read. `asked` is the query in its order, `times` what of it counts and how often."""
    slots = _Slots()
    for clause, count in times.items():
        if isinstance(clause, Word) and (simple := _ends(clause.text).simple) is not None:
            slots.exact[slots.of(*simple)] = count
    pairs = [(slots.of(left), slots.of(right)) for left, right in _pairs(times, asked)]
    if not slots.stems or not len(papers):
        return np.zeros(len(papers))
    found = _Found(snapshot, slots, papers)
    return found.exact() + found.close(pairs) if pairs else found.exact()


class _Slots:
    """The stems to be looked for, each with a form of it or with any; and how often each very form was asked for."""

    def __init__(self) -> None:
        self.stems: list[str] = []
        self.forms: list[int] = []
        self.exact: dict[int, int] = {}
        self._known: dict[str, int] = {}

    def of(self, stem: str, form: int | None = None) -> int:
        """The slot of a stem; a second form of it gets a slot of its own."""
        slot = self._known.get(stem)
        if slot is None or (form is not None and self.forms[slot] not in (form, ANY_FORM)):
            slot = len(self.stems)
            self.stems.append(stem)
            self.forms.append(ANY_FORM)
            self._known.setdefault(stem, slot)
        if form is not None:
            self.forms[slot] = form
        return slot


class _Ends(NamedTuple):
    """A typed word as its neighbours see it: the stem of the smallest part that it begins with and of the one that it
    ends with, and where it is a plain word, its stem and form."""

    first: str | None
    last: str | None
    simple: tuple[str, int] | None


NO_ENDS = _Ends(None, None, None)


@lru_cache(KNOWN_READINGS)
def _ends(text: str) -> _Ends:
    written = readings(text)
    if not written:
        return NO_ENDS
    first = [reading.stem for reading in written[0].readings if not (reading.bare or reading.first)][-1]
    last = [reading.stem for reading in written[-1].readings if not reading.bare][-1]
    only = written[0].readings[0] if len(written) == 1 and len(written[0].readings) == 1 else None
    return _Ends(first, last, None if only is None else (only.stem, form(only.exact, only.stem)))


def _pairs(times: dict[Clause, int], asked: Sequence[Clause]) -> list[tuple[str, str]]:
    """The neighbouring words that both count: the last stem of the one and the first of the other."""
    ends = [_ends(clause.text) if isinstance(clause, Word) and clause in times else NO_ENDS for clause in asked]
    return [
        (before.last, after.first)
        for before, after in pairwise(ends)
        if before.last is not None and after.first is not None and before.last != after.first
    ]


class _Found:
    """The postings of the stems in the papers, and what they add to the papers' scores. A posting's number is
    `slot * papers + paper`; an occurrence is at `number << PAIR_SHIFT | position`, which is in order."""

    def __init__(self, snapshot: Snapshot, slots: _Slots, papers: Numbers) -> None:
        self._snapshot, self._slots, self._papers = snapshot, slots, papers
        self._shape = len(slots.stems), len(papers)
        self._filed = filed(snapshot, slots.stems, papers)
        self._firsts = np.zeros(len(self._filed.counts) + 1, np.int64)
        self._filed.counts.cumsum(out=self._firsts[1:])

    def exact(self) -> Scores:
        """What the papers get that have the very forms that were typed."""
        stems, papers, counts, places = self._filed
        if not len(stems):
            return np.zeros(len(self._papers))
        asked = np.array(self._slots.forms, np.uint32).take(stems).repeat(counts)
        had = np.logical_or.reduceat((places & FORM_MASK) == asked, self._firsts[:-1])
        worth = np.zeros(self._shape[0])
        for slot, count in self._slots.exact.items():
            worth[slot] = count * self._snapshot.idf(self._snapshot.frequency(self._slots.stems[slot]))
        worth *= self._snapshot.weights.exact
        return summed(papers, worth.take(stems) * had, len(self._papers))

    def close(self, asked: list[tuple[int, int]]) -> Scores:
        """What pairs of words add where they stand close, all pairs at once: each is scored as a term whose occurrences
        weigh less where they are not neighbours in this order.

        After the ordered and unordered windows of the sequential dependence model (Metzler and Croft, "A Markov Random
        Field Model for Term Dependencies", 2005)."""
        pairs, weights, papers = np.array(asked), self._snapshot.weights, len(self._papers)
        left, right = pairs[:, 0], pairs[:, 1]
        numbers = self._filed.stems * papers + self._filed.papers
        begins = (numbers << PAIR_SHIFT).repeat(self._filed.counts) + (self._filed.places >> POSITION_SHIFT)
        bounds = self._firsts.take(self._filed.stems.searchsorted(np.arange(self._shape[0] + 1)))
        first, counts = bounds.take(left), bounds.take(left + 1)
        counts -= first
        rows = ranges(first, counts)
        met = begins.take(rows) + ((right - left) * papers << PAIR_SHIFT).repeat(counts)
        nearest = begins.take(begins.searchsorted(met - WINDOW), mode="clip")
        close = (np.abs(nearest - met) <= WINDOW).nonzero()[0]
        met, places = met.take(close), self._filed.places.take(rows.take(close))
        groups = (met >> PAIR_SHIFT) + ((np.arange(len(pairs)) - right) * papers).repeat(counts).take(close)
        met += places >> SPAN_SHIFT & SPAN_MASK
        neighbours = begins.take(begins.searchsorted(met), mode="clip") == met
        parts = np.where(neighbours, 1.0, weights.apart) * np.where(places & TITLE, 1.0 + weights.title, 1.0)
        sums = summed(groups, parts, len(pairs) * papers).reshape(len(pairs), papers)
        return self._scored(sums, self._idf(asked, sums, numbers))

    def _scored(self, sums: Scores, idf: Scores) -> Scores:
        weights = self._snapshot.weights
        scores = sums / (sums + self._snapshot.norms.take(self._papers))
        return np.asarray(weights.pair * (weights.k1 + 1) * (idf @ scores))

    def _idf(self, asked: list[tuple[int, int]], sums: Scores, numbers: Numbers) -> Scores:
        """How telling each pair is. It is taken to stand close in as great a part of all papers that have both words as
        of those looked at."""
        had = np.zeros(self._shape, bool)
        had.reshape(-1)[numbers] = True
        close = np.add.reduce(sums > 0, axis=1).tolist()
        both = [np.count_nonzero(had[left] & had[right]) for left, right in asked]
        snapshot, stems = self._snapshot, self._slots.stems
        return np.array(
            [
                snapshot.idf(here / seen * having_both(snapshot, stems[left], stems[right]) if here else 0.0)
                for (left, right), here, seen in zip(asked, close, both, strict=True)
            ]
        )
