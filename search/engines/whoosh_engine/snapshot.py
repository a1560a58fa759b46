"""All segments of one commit as one row of papers, with what ranking needs to know of them."""

import json
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from math import log1p
from typing import Any, NamedTuple

import numpy as np
from whoosh.reading import IndexReader

from search.engines.whoosh_engine.columns import DamagedError, Mask, Numbers, Postings, Scores, Segment
from search.engines.whoosh_engine.kept import Kept
from search.engines.whoosh_engine.occurrences import NO_PAPERS, NO_PLACES, Spans, spans
from search.engines.whoosh_engine.weights import DEFAULT, Weights

KEPT_MATCHES = 4_000_000
KEPT_EXTRAS = 2_000_000
KEPT_STEMS = 1_000_000
KEPT_FREQUENCIES = 100_000


class State(NamedTuple):
    """What the marker says: the library, the analysis and the revision the index was made of."""

    library: str
    analysis: int
    revision: int


@dataclass(frozen=True, slots=True)
class Match:
    """The papers that match, ascending, with their scores; and the stems that matched, each with its papers."""

    papers: Numbers
    scores: Scores
    stems: tuple[tuple[str, Numbers], ...] = ()


NO_MATCH = Match(NO_PAPERS, np.zeros(0))


class Snapshot:
    """One commit, unchanging. Papers are numbered through all segments; the numbers mean nothing outside."""

    def __init__(self, reader: IndexReader, known: dict[str, Segment], weights: Weights = DEFAULT) -> None:
        self.weights = weights
        self.segments: list[Segment] = []
        self.offsets: list[int] = []
        deleted: list[int] = []
        offset = 0
        for leaf, _ in reader.leaf_readers():
            if not leaf.doc_count_all():
                continue
            segment = known.get(leaf.segment().segment_id())
            if segment is None:
                segment = Segment(leaf)
            else:
                leaf.close()  # The segment has a reader of its own, with all that was read so far.
            deleted.extend(offset + number for number in leaf.segment().deleted_docs())
            self.segments.append(segment)
            self.offsets.append(offset)
            offset += segment.size
        self.count = offset
        self.ids: list[str] = [handle for segment in self.segments for handle in segment.ids()]
        self.live: Mask = np.array([bool(handle) for handle in self.ids], bool)
        self.live[deleted] = False
        self.size = int(self.live.sum())
        self._undeleted = not deleted
        self.state = self._state(set(deleted))
        self.matches: Kept[Any, Match] = Kept(KEPT_MATCHES)
        self._spans: Kept[str, Spans] = Kept(KEPT_MATCHES)

    def _state(self, deleted: set[int]) -> State | None:
        markers = [number for number in self._joined("marker", "state").papers.tolist() if number not in deleted]
        if len(markers) != 1:
            if markers or self.segments:
                raise DamagedError(f"{len(markers)} markers")
            return None
        segment, number = self._place(markers[0])
        return State(*json.loads(segment.stored(number)["state"]))

    def _place(self, number: int) -> tuple[Segment, int]:
        index = bisect_right(self.offsets, number) - 1
        return self.segments[index], number - self.offsets[index]

    def words(self, number: int) -> list[str]:
        """The folded words of one paper's text."""
        segment, inside = self._place(number)
        return segment.words(inside)

    @cached_property
    def extras(self) -> Kept[Any, Match]:
        """Matches of what was not asked by itself: few serve a second time, and they must not drive out `matches`."""
        return Kept(KEPT_EXTRAS)

    @cached_property
    def stems(self) -> Kept[int, tuple[str, ...]]:
        """The stems of papers that were read."""
        return Kept(KEPT_STEMS)

    @cached_property
    def _frequencies(self) -> Kept[tuple[str, str], int]:
        return Kept(KEPT_FREQUENCIES)

    @cached_property
    def order(self) -> Numbers:
        """Each paper's place in the order of handles, which settles ties."""
        order = np.empty(self.count, np.int64)
        order[np.argsort(np.array(self.ids, dtype=object), kind="stable")] = np.arange(self.count)
        return order

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The number of each live paper by its handle."""
        return {handle: number for number, handle in enumerate(self.ids) if self.live[number]}

    @cached_property
    def norms(self) -> Scores:
        """BM25's length part for each paper: `k1 * (1 - b + b * length / average)`."""
        lengths = self.joined_lengths.astype(np.float64)
        average = float(lengths[self.live].mean()) if self.size else 1.0
        k1, b = self.weights.k1, self.weights.b
        return np.asarray(k1 * (1 - b + b * lengths / (average or 1.0)))

    @cached_property
    def joined_lengths(self) -> Numbers:
        """The length of each paper's text in terms."""
        return np.concatenate([segment.lengths() for segment in self.segments] or [NO_PAPERS])

    def postings(self, field: str, term: str) -> Postings:
        """Where the term is in all live papers."""
        found = self._joined(field, term)
        if self._undeleted or not len(found.papers):
            return found
        kept = self.live[found.papers]
        if not len(found.counts):
            return Postings(found.papers[kept], found.counts, found.places)
        return Postings(found.papers[kept], found.counts[kept], found.places[np.repeat(kept, found.counts)])

    def _joined(self, field: str, term: str) -> Postings:
        found = [segment.postings(field, term.encode()) for segment in self.segments]
        if len(found) == 1:
            return found[0]
        papers = [part.papers + offset for part, offset in zip(found, self.offsets, strict=True)]
        return Postings(
            np.concatenate(papers or [NO_PAPERS]),
            np.concatenate([part.counts for part in found] or [NO_PAPERS]),
            np.concatenate([part.places for part in found] or [NO_PLACES]),
        )

    def spans(self, stem: str) -> Spans:
        """The occurrences of a stem in the texts."""
        kept = self._spans.get(stem)
        if kept is None:
            kept = spans(self.postings("text", stem), self.weights.title)
            self._spans.put(stem, kept, 3 * len(kept.begins) + 64)
        return kept

    def papers(self, field: str, term: str) -> Numbers:
        """The live papers that have the term."""
        return self.postings(field, term).papers

    def named(self, field: str, term: str) -> Numbers:
        """The same for a small field, whose terms are all known: most questions end here without a look at the disk."""
        if any(term in segment.known_terms(field) for segment in self.segments):
            return self.papers(field, term)
        return NO_PAPERS

    def terms(self, field: str, prefix: str = "") -> list[str]:
        """The terms of a field that begin so, in order, each once."""
        found = [segment.terms(field, prefix.encode()) for segment in self.segments]
        distinct = found[0] if len(found) == 1 else sorted({term for part in found for term in part})
        return [term.decode() for term in distinct]

    def frequency(self, field: str, term: str) -> int:
        """In how many papers the term is, those deleted since the last merge included."""
        kept = self._frequencies.get((field, term))
        if kept is None:
            kept = sum(segment.frequency(field, term.encode()) for segment in self.segments)
            self._frequencies.put((field, term), kept, 1)
        return kept

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The words of the texts, in order; those of papers deleted since the last merge included."""
        return tuple(sorted({word for segment in self.segments for word in segment.vocabulary()}))

    @cached_property
    def spellings(self) -> list[str]:
        """All words that a misspelt one may be meant for: of the texts, and authors, venues and names."""
        words = set(self.vocabulary)
        for segment in self.segments:
            words |= segment.known_terms("about") | segment.known_terms("name")
        return [word for word in words if word.isalpha()]

    def idf(self, frequency: int) -> float:
        """How telling a term is that `frequency` papers have: `ln(1 + (N - n + 0.5) / (n + 0.5))`."""
        return log1p((self.size - frequency + 0.5) / (frequency + 0.5))

    def bm25(self, papers: Numbers, weights: Scores) -> Scores:
        """The BM25 scores of papers in which one term has these weights."""
        return np.asarray(self.idf(len(papers)) * weights * (self.weights.k1 + 1) / (weights + self.norms[papers]))
