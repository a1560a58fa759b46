"""What the words of the query add where they stand close to each other, and in the very form that was typed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from search.engines.whoosh_engine.columns import Numbers, Scores
from search.engines.whoosh_engine.inverting import ranges
from search.engines.whoosh_engine.occurrences import Occurring, having_both, occurring
from search.engines.whoosh_engine.rows import readings, weights
from search.engines.whoosh_engine.schema import FORM_MASK, POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, form
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import Reading
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
        if (reading := _simple(clause)) is not None:
            slots.exact[slots.of(reading.stem, form(reading.exact, reading.stem))] = count
    pairs = [(slots.of(left), slots.of(right)) for left, right in _pairs(times, asked)]
    if not slots.stems or not len(papers):
        return np.zeros(len(papers))
    found = _Found(snapshot, slots, occurring(snapshot, slots.stems, papers), papers)
    return found.exact() + found.close(np.array(pairs)) if pairs else found.exact()


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


def _simple(clause: Clause) -> Reading | None:
    """The one reading of a plain word."""
    written = readings(clause.text) if isinstance(clause, Word) else []
    return written[0].readings[0] if len(written) == 1 and len(written[0].readings) == 1 else None


def _pairs(times: dict[Clause, int], asked: Sequence[Clause]) -> list[tuple[str, str]]:
    """The neighbouring words that both count: the last stem of the one and the first of the other."""
    pairs = []
    for before, after in pairwise(asked):
        if isinstance(before, Word) and isinstance(after, Word) and before in times and after in times:
            left, right = _last(before), _first(after)
            if left is not None and right is not None and left.stem != right.stem:
                pairs.append((left.stem, right.stem))
    return pairs


def _last(word: Word) -> Reading | None:
    """The smallest part that the word ends with."""
    written = readings(word.text)
    return [reading for reading in written[-1].readings if not reading.bare][-1] if written else None


def _first(word: Word) -> Reading | None:
    """The smallest part that the word begins with."""
    written = readings(word.text)
    return [reading for reading in written[0].readings if not (reading.bare or reading.first)][-1] if written else None


class _Found:
    """Where the stems stand in the papers: `(slot * papers + paper) << PAIR_SHIFT | position`, in order."""

    def __init__(self, snapshot: Snapshot, slots: _Slots, occurring: Occurring, papers: Numbers) -> None:
        self._snapshot, self._slots, self._occurring, self._papers = snapshot, slots, occurring, papers
        self._groups = occurring.stems * len(papers) + occurring.papers
        self._shape = len(slots.stems), len(papers)

    def exact(self) -> Scores:
        """What the papers get that have the very forms that were typed."""
        asked = np.array(self._slots.forms, np.uint32)
        same = (self._occurring.places & FORM_MASK) == asked.take(self._occurring.stems)
        had = np.zeros(self._shape)
        had.reshape(-1)[self._groups[same]] = 1.0
        worth = np.zeros(self._shape[0])
        for slot, count in self._slots.exact.items():
            worth[slot] = count * self._snapshot.idf(self._snapshot.frequency(self._slots.stems[slot]))
        return np.asarray(self._snapshot.weights.exact * (worth @ had))

    def close(self, pairs: Numbers) -> Scores:
        """What pairs of words add where they stand close, all pairs at once: each is scored as a term whose occurrences
        weigh less where they are not neighbours in this order.

        After the ordered and unordered windows of the sequential dependence model (Metzler and Croft, "A Markov Random
        Field Model for Term Dependencies", 2005)."""
        left, right = pairs.T
        bounds = self._occurring.stems.searchsorted(np.arange(self._shape[0] + 1))
        counts = np.diff(bounds).take(left)
        rows = ranges(bounds.take(left), counts)
        places = self._occurring.places.astype(np.int64)
        begins = (self._groups << PAIR_SHIFT) + (places >> POSITION_SHIFT)
        met = begins.take(rows) + ((right - left) * self._shape[1] << PAIR_SHIFT).repeat(counts)
        nearest = begins.take(begins.searchsorted(met - WINDOW), mode="clip")
        close = (np.abs(nearest - met) <= WINDOW).nonzero()[0]
        rows, met = rows.take(close), met.take(close)
        met += places.take(rows) >> SPAN_SHIFT & SPAN_MASK
        neighbours = begins.take(begins.searchsorted(met), mode="clip") == met
        parts = np.where(neighbours, 1.0, self._snapshot.weights.apart)
        parts *= weights(self._occurring.places.take(rows), self._snapshot.weights.title)
        groups = (np.arange(len(pairs)) * self._shape[1]).repeat(counts).take(close) + self._occurring.papers.take(rows)
        return self._scored(groups, parts, pairs)

    def _scored(self, groups: Numbers, parts: Scores, pairs: Numbers) -> Scores:
        shape = len(pairs), self._shape[1]
        sums = np.bincount(groups, parts, shape[0] * shape[1]).reshape(shape)
        frequencies = self._frequencies(np.count_nonzero(sums, axis=1), pairs)
        idf = np.array([self._snapshot.idf(frequency) for frequency in frequencies])
        k1 = self._snapshot.weights.k1
        scores = sums * (k1 + 1) / (sums + self._snapshot.norms.take(self._papers))
        return np.asarray(self._snapshot.weights.pair * (idf @ scores))

    def _frequencies(self, close: Numbers, pairs: Numbers) -> Iterator[float]:
        """In how many papers of all each pair stands close: of those that have both words as great a part as of the
        papers looked at."""
        had = np.zeros(self._shape, bool)
        had[self._occurring.stems, self._occurring.papers] = True
        stems = self._slots.stems
        both = np.count_nonzero(had[pairs[:, 0]] & had[pairs[:, 1]], axis=1)
        for (left, right), here, seen in zip(pairs.tolist(), close.tolist(), both.tolist(), strict=True):
            yield here / seen * having_both(self._snapshot, stems[left], stems[right]) if here else 0.0
