"""All segments of one commit as one row of papers, with what ranking needs to know of them."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import log1p
from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import DamagedError, Impacts, Mask, Numbers
from search.engines.whoosh_engine.match import NO_PAPERS, NO_SCORES
from search.engines.whoosh_engine.memory import Memory
from search.engines.whoosh_engine.schema import decoded
from search.engines.whoosh_engine.segment import Segment
from search.engines.whoosh_engine.weights import DEFAULT, Weights


class State(NamedTuple):
    """What the marker says: the library, the analysis and the revision the index was made of."""

    library: str
    analysis: int
    revision: int


class Part(NamedTuple):
    """A segment in its place: the number of its first paper, and whether papers of it were deleted."""

    segment: Segment
    offset: int
    holey: bool

    def living(self, live: Mask, papers: Numbers) -> Mask:
        """Which of these papers of the segment were not deleted."""
        return live[self.offset : self.offset + self.segment.size][papers]


class Snapshot:
    """One commit, unchanging. Papers are numbered through all segments; the numbers mean nothing outside."""

    def __init__(self, segments: Sequence[tuple[Segment, Sequence[int]]], weights: Weights = DEFAULT) -> None:
        self.weights = weights
        self.parts: list[Part] = []
        lives, states = [np.zeros(0, bool)], []
        self.count = 0
        for segment, deleted in segments:
            live = segment.live(deleted)
            holey = int(np.count_nonzero(live)) < int(np.count_nonzero(segment.handles >= 0))
            self.parts.append(Part(segment, self.count, holey))
            lives.append(live)
            marker = segment.fields["marker"].papers
            states += [segment.columns.state] if len(marker) and int(marker[0]) not in deleted else []
            self.count += segment.size
        self.live: Mask = np.concatenate(lives)
        self.size = int(np.count_nonzero(self.live))
        self.state = self._state(states)
        self.kept = Memory()

    def _state(self, states: list[str | None]) -> State | None:
        if len(states) == 1 and states[0] is not None:
            return State(*json.loads(states[0]))
        if states or self.parts:
            raise DamagedError(f"{len(states)} markers")
        return None

    @property
    def segments(self) -> list[Segment]:
        """The segments."""
        return [part.segment for part in self.parts]

    @cached_property
    def _offsets(self) -> list[int]:
        return [part.offset for part in self.parts]

    def _place(self, number: int) -> tuple[Segment, int]:
        part = self.parts[bisect_right(self._offsets, number) - 1]
        return part.segment, number - part.offset

    def words(self, number: int, prefix: str = "") -> list[str]:
        """The folded words of one paper's text that begin so."""
        segment, place = self._place(number)
        return segment.words(place, prefix)

    def handle(self, number: int) -> str:
        """The handle of a paper."""
        segment, place = self._place(number)
        return segment.handle(place)

    def handles(self, papers: Numbers) -> list[str]:
        """The handles of papers."""
        if len(self.parts) == 1:
            return self.parts[0].segment.handles_of(papers)
        return [self.handle(number) for number in papers.tolist()]

    def number_of(self, handle: str) -> int | None:
        """The number of the live paper with this handle."""
        for part in self.parts:
            number = part.segment.number_of(handle)
            if number is not None and self.live[number + part.offset]:
                return number + part.offset
        return None

    def order(self, papers: Numbers) -> Numbers:
        """How these papers stand in the order of handles, which settles ties."""
        if len(self.parts) == 1:
            return self.parts[0].segment.handles[papers]
        order = np.empty(len(papers), np.int64)
        handles = self.handles(papers)
        order[sorted(range(len(papers)), key=handles.__getitem__)] = np.arange(len(papers))
        return order

    def first_handles(self, papers: Numbers, count: int) -> Numbers:
        """The papers, in order, that stand first in the order of handles. The first of all are among the first of each
        segment, so few handles have to be read."""
        first = [papers[:0]]
        for part in self.parts:
            here = papers[papers.searchsorted(part.offset) : papers.searchsorted(part.offset + part.segment.size)]
            ranks = part.segment.handles[here - part.offset]
            first.append(here[np.argsort(ranks, kind="stable")[:count]])
        few = np.concatenate(first)
        return np.sort(few[np.argsort(self.order(few), kind="stable")[:count]])

    @cached_property
    def _lengths(self) -> Numbers:
        return np.concatenate([NO_PAPERS, *(segment.columns.arrays["lengths"] for segment in self.segments)])

    @cached_property
    def norms(self) -> Impacts:
        """BM25's length part for each paper: `k1 * (1 - b + b * length / average)`."""
        return self._normed(self._lengths)

    def _normed(self, lengths: Numbers) -> Impacts:
        average = float(self._lengths[self.live].mean()) if self.size else 1.0
        k1, b = self.weights.k1, self.weights.b
        return np.asarray(k1 * (1 - b + b * lengths / (average or 1.0)), np.float32)

    @cached_property
    def impacts(self) -> Impacts:
        """The BM25 score of a posting by its code, without the term's idf."""
        occurrences, in_title, lengths = decoded(np.arange(1 << 16, dtype=np.uint16))
        weights = occurrences + self.weights.title * in_title
        return np.asarray((self.weights.k1 + 1) * weights / (weights + self._normed(lengths)), np.float32)

    def papers(self, field: str, term: str) -> Numbers:
        """The live papers that have the term."""
        found = [papers for papers, _, _ in self._lists(field, term)]
        return found[0] if len(found) == 1 else np.concatenate([NO_PAPERS, *found])

    def text(self, stem: str) -> tuple[Numbers, Impacts]:
        """The live papers that have the stem, and its score in each."""
        found, scores = [NO_PAPERS], [NO_SCORES]
        for papers, part, at in self._lists("text", stem):
            here = self.impacts.take(part.segment.codes[at])
            found.append(papers)
            scores.append(here[part.living(self.live, part.segment.text.papers[at])] if part.holey else here)
        papers, impacts = (found[1], scores[1]) if len(found) == 2 else (np.concatenate(found), np.concatenate(scores))
        impacts *= np.float32(self.idf(len(papers)))
        return papers, impacts

    def _lists(self, field: str, term: str) -> Iterator[tuple[Numbers, Part, slice]]:
        """The live papers of each segment that have the term, and where its postings are."""
        key = term.encode()
        for part in self.parts:
            column = part.segment.fields[field]
            at = column.list_of(key)
            if at.start < at.stop:
                papers = column.papers[at]
                if part.holey:
                    papers = papers[part.living(self.live, papers)]
                yield papers + np.int32(part.offset) if part.offset else papers, part, at

    def terms(self, field: str) -> list[str]:
        """The terms of a small field, in order, each once."""
        return [term.decode() for term in sorted({term for each in self.segments for term in each.fields[field].terms})]

    def frequency(self, stem: str) -> int:
        """In how many texts the stem is."""
        kept = self.kept.frequencies.get(stem)
        if kept is None:
            kept = sum(len(papers) for papers, _, _ in self._lists("text", stem))
            self.kept.frequencies.put(stem, kept, 1)
        return kept

    def idf(self, frequency: float) -> float:
        """How telling a term is that `frequency` papers have: `ln(1 + (N - n + 0.5) / (n + 0.5))`."""
        return log1p((self.size - frequency + 0.5) / (frequency + 0.5))

    def bm25(self, papers: Numbers, weights: Impacts) -> Impacts:
        """The BM25 scores of papers in which one term has these weights."""
        scores = weights / (weights + self.norms.take(papers))
        scores *= np.float32(self.idf(len(papers)) * (self.weights.k1 + 1))
        return scores
