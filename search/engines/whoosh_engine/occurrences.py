"""Where given stems stand in given papers, and the small sums that ranking does with such rows of numbers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Column, Impacts, Numbers, Scores
from search.engines.whoosh_engine.inverting import ranges
from search.engines.whoosh_engine.rowsets import MANY, inside, marked
from search.engines.whoosh_engine.segment import Segment
from search.engines.whoosh_engine.snapshot import NO_PAPERS, Part, Snapshot

WORD = 64

Places = np.ndarray[Any, np.dtype[np.uint32]]


class Occurring(NamedTuple):
    """One row an occurrence, ordered by stem, paper and place: which of the asked stems, which of the asked papers, and
    its place."""

    stems: Numbers
    papers: Numbers
    places: Places

    def of(self, stem: int) -> "Occurring":
        """The occurrences of one stem."""
        here = slice(*self.stems.searchsorted((stem, stem + 1)).tolist())
        return Occurring(self.stems[here], self.papers[here], self.places[here])


def occurring(snapshot: Snapshot, stems: Sequence[str], papers: Numbers) -> Occurring:
    """All occurrences of the stems in these papers, which are in order."""
    found = [Occurring(NO_PAPERS, NO_PAPERS, np.zeros(0, np.uint32))]
    for part, first, last in _parts(snapshot, papers):
        stem, paper, posting = _postings(part.segment, stems, papers[first:last] - part.offset)
        starts = part.segment.text.starts
        begins = starts.take(posting).astype(np.int64)
        counts = starts.take(posting + 1) - begins
        places = part.segment.text.places.take(ranges(begins, counts))
        found.append(Occurring(stem.repeat(counts), (paper + first if first else paper).repeat(counts), places))
    if len(found) == 2:
        return found[1]
    stem, paper, places = (np.concatenate(each) for each in zip(*found, strict=True))
    by_stem = np.argsort(stem, kind="stable")
    return Occurring(stem[by_stem], paper[by_stem], places[by_stem])


def impacts(snapshot: Snapshot, stems: Sequence[str], papers: Numbers) -> Scores:
    """The score of each stem in each of these papers, which are in order, without the stem's idf."""
    found = np.zeros((len(stems), len(papers)))
    for part, first, last in _parts(snapshot, papers):
        stem, paper, posting = _postings(part.segment, stems, papers[first:last] - part.offset)
        found[stem, paper + first] = snapshot.impacts[part.segment.codes[posting]]
    return found


def _parts(snapshot: Snapshot, papers: Numbers) -> list[tuple[Part, int, int]]:
    """The segments that have some of the papers, and which."""
    ends = papers.searchsorted([part.offset + part.segment.size for part in snapshot.parts]).tolist()
    return [each for each in zip(snapshot.parts, [0, *ends], ends, strict=False) if each[1] < each[2]]


def _postings(segment: Segment, stems: Sequence[str], papers: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The postings of the stems in these papers of the segment: which stem, which paper, and where it is filed."""
    asked = papers.astype(np.int32)
    which, where, postings = [NO_PAPERS], [NO_PAPERS], [NO_PAPERS]
    for number, stem in enumerate(stems):
        at = segment.text.list_of(stem.encode())
        if at.start < at.stop:
            having = segment.text.papers[at]
            places = having.searchsorted(asked)
            here = (having.take(places, mode="clip") == asked).nonzero()[0]
            which.append(np.full(len(here), number))
            where.append(here)
            postings.append(places[here] + at.start)
    return np.concatenate(which), np.concatenate(where), np.concatenate(postings)


def having_both(snapshot: Snapshot, stem: str, other: str) -> int:
    """In how many texts both stems are."""
    rarer, commoner = sorted((stem, other), key=snapshot.frequency)
    if snapshot.frequency(rarer) < MANY:
        return int(np.count_nonzero(inside(snapshot.papers("text", rarer), snapshot.papers("text", commoner))))
    return int(np.bitwise_count(having(snapshot, stem) & having(snapshot, other)).sum())


def having(snapshot: Snapshot, stem: str) -> Column:
    """A bit for each paper, set in those that have the stem; 64 to a number."""
    kept = snapshot.bits.get(stem)
    if kept is None:
        mask = marked(snapshot.papers("text", stem), -(-snapshot.count // WORD) * WORD)
        kept = np.packbits(mask).view(np.uint64)
        snapshot.bits.put(stem, kept, 1)
    return kept


def per_paper(papers: Numbers, values: Impacts) -> tuple[Numbers, Impacts]:
    """The sums of the values of each paper; `papers` is ordered and may repeat."""
    if not len(papers):
        return NO_PAPERS, np.zeros(0, np.float32)
    firsts = np.flatnonzero(np.concatenate(([True], papers[1:] != papers[:-1])))
    return papers[firsts], np.add.reduceat(values, firsts)
