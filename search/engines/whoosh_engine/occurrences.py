"""Where given stems stand in given papers, and the small sums that ranking does with such rows of numbers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Column, Impacts, Numbers, Scores
from search.engines.whoosh_engine.inverting import ranges
from search.engines.whoosh_engine.match import NO_PAPERS, Match
from search.engines.whoosh_engine.rowsets import MANY, inside, marked
from search.engines.whoosh_engine.segment import Segment
from search.engines.whoosh_engine.snapshot import Part, Snapshot

WORD = 64

Places = np.ndarray[Any, np.dtype[np.uint32]]


class Filed(NamedTuple):
    """One row a posting, ordered by stem and paper: which of the asked stems, which of the asked papers, and how often
    the one stands in the other; and all places, posting after posting."""

    stems: Numbers
    papers: Numbers
    counts: Numbers
    places: Places


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
    found = filed(snapshot, stems, papers)
    return Occurring(found.stems.repeat(found.counts), found.papers.repeat(found.counts), found.places)


def filed(snapshot: Snapshot, stems: Sequence[str], papers: Numbers) -> Filed:
    """All postings of the stems in these papers, which are in order."""
    found = [_filed(*each, stems, papers) for each in _parts(snapshot, papers)]
    if len(found) == 1:
        return found[0]
    nothing = Filed(NO_PAPERS, NO_PAPERS, NO_PAPERS, np.zeros(0, np.uint32))
    stem, paper, counts, places = (np.concatenate(each) for each in zip(nothing, *found, strict=True))
    by_stem = stem.argsort(kind="stable")
    firsts = counts.cumsum() - counts
    places = places.take(ranges(firsts.take(by_stem), counts.take(by_stem)))
    return Filed(stem.take(by_stem), paper.take(by_stem), counts.take(by_stem), places)


def _filed(part: Part, first: int, last: int, stems: Sequence[str], papers: Numbers) -> Filed:
    """Those of one segment, which has the papers from the first to the last."""
    text = part.segment.text
    stem, paper, posting = _postings(part.segment, stems, papers[first:last] - part.offset)
    counts = text.starts.counts_at(posting)
    places = text.places.take(ranges(text.starts.at(posting), counts))
    return Filed(stem, paper + first if first else paper, counts, places)


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
    asked = papers.astype(np.int32, copy=False)
    which, where, postings = [], [NO_PAPERS], [NO_PAPERS]
    for stem in stems:
        at = segment.text.list_of(stem.encode())
        having = segment.text.papers[at]
        places = having.searchsorted(asked)
        here = (having.take(places, mode="clip") == asked).nonzero()[0] if len(having) else NO_PAPERS
        which.append(len(here))
        where.append(here)
        postings.append(places.take(here) + at.start)
    return np.arange(len(stems)).repeat(which), np.concatenate(where), np.concatenate(postings)


def having_both(snapshot: Snapshot, stem: str, other: str) -> int:
    """In how many texts both stems are."""
    pair = min(stem, other), max(stem, other)
    kept = snapshot.kept.pairs.get(pair)
    if kept is None:
        kept = _having_both(snapshot, *sorted(pair, key=snapshot.frequency))
        snapshot.kept.pairs.put(pair, kept, 1)
    return kept


def note_both(snapshot: Snapshot, match: Match, other: Match, count: int) -> None:
    """Keep how many papers two matches share, where each is the list of one stem."""
    if match.stem is not None and other.stem is not None:
        snapshot.kept.pairs.put((min(match.stem, other.stem), max(match.stem, other.stem)), count, 1)


def _having_both(snapshot: Snapshot, rarer: str, commoner: str) -> int:
    if snapshot.frequency(rarer) < MANY:
        return int(np.count_nonzero(inside(snapshot.papers("text", rarer), snapshot.papers("text", commoner))))
    return int(np.bitwise_count(having(snapshot, rarer) & having(snapshot, commoner)).sum())


def having(snapshot: Snapshot, stem: str) -> Column:
    """A bit for each paper, set in those that have the stem; 64 to a number."""
    kept = snapshot.kept.bits.get(stem)
    if kept is None:
        mask = marked(snapshot.papers("text", stem), -(-snapshot.count // WORD) * WORD)
        kept = np.packbits(mask).view(np.uint64)
        snapshot.kept.bits.put(stem, kept, 1)
    return kept


def summed(groups: Numbers, values: Scores, count: int) -> Scores:
    """The sum of the values of each group, of so many groups."""
    return np.asarray(np.bincount(groups, values, count), np.float64)


def per_paper(papers: Numbers, values: Impacts) -> tuple[Numbers, Impacts]:
    """The sums of the values of each paper; `papers` is ordered and may repeat."""
    if not len(papers):
        return NO_PAPERS, np.zeros(0, np.float32)
    firsts = np.flatnonzero(np.concatenate(([True], papers[1:] != papers[:-1])))
    return papers[firsts], np.add.reduceat(values, firsts)
