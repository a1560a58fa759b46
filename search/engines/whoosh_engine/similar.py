"""The papers most like one paper: those that share a good part of its most telling stems."""

from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Column, Impacts, Numbers
from search.engines.whoosh_engine.occurrences import occurring
from search.engines.whoosh_engine.rowsets import marked
from search.engines.whoosh_engine.schema import SPAN_MASK, SPAN_SHIFT
from search.engines.whoosh_engine.selecting import best_of, in_order
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.prose import PROSE
from search.language.stems import stem
from search.models import Hit

KEY_STEMS = 25
"""How many of the paper's stems are compared: the ones with the highest frequency times idf."""

RARE_STEMS = 60
"""How many of its rarest stems are looked at to find those."""

SHARED_WORDS = 2
"""A paper that shares fewer of those words is on another topic; a compound and its parts are one word."""

OF_ITSELF = 0.1
"""The least score, in parts of what the paper scores with itself. Of neighbours among 57 papers on many topics nearly
all below it were on another topic; the five nearest of 22,000 papers lie above 0.14."""

OF_THE_NEAREST = 1 / 3
"""The least score, in parts of the nearest paper's: what comes after a gap is a tail that nobody asked for."""


class _Stem(NamedTuple):
    """A stem of the paper: in how many papers it is, and where each segment has its postings."""

    frequency: int
    name: str
    lists: tuple[slice, ...]


class _Key(NamedTuple):
    """A stem that is compared: what it weighs in the paper, and whether it is more than the whole of a compound whose
    parts count already."""

    stem: _Stem
    weight: float
    counts: bool


class _Row(NamedTuple):
    """The postings of all keys, key by key within each segment: the paper, the key's number, and its score there."""

    papers: Numbers
    keys: Numbers
    scores: Impacts


def similar(snapshot: Snapshot, paper_id: str, limit: int) -> tuple[Hit, ...]:
    """The papers most like this one, best first, itself and unlike ones left out; none when the id is unknown."""
    number = snapshot.number_of(paper_id)
    if number is None or limit <= 0:
        return ()
    found = snapshot.kept.alike.get((number, limit))
    if found is None:
        found = _nearest(snapshot, number, limit)
        snapshot.kept.alike.put((number, limit), found, max(1, len(found)))
    return found


def _nearest(snapshot: Snapshot, number: int, limit: int) -> tuple[Hit, ...]:
    keys = _telling(snapshot, number)
    if not keys:
        return ()
    row = _row(snapshot, keys)
    scores = np.zeros(snapshot.count, np.float32)
    np.add.at(scores, row.papers, row.scores)
    papers = _sharing(snapshot, keys, row)
    others = papers[papers != number]
    likest = scores.take(others)
    near = likest >= max(OF_ITSELF * float(scores[number]), OF_THE_NEAREST * float(likest.max(initial=0.0)))
    best = best_of(snapshot, others[near], likest[near], limit)
    best = best[in_order(snapshot, best, scores.take(best).astype(np.float64), np.ones(len(best), bool))]
    return tuple(
        Hit(snapshot.handle(paper), float(scores[paper]), stems)
        for paper, stems in zip(best.tolist(), _stems(snapshot, keys, row, best), strict=True)
    )


def _telling(snapshot: Snapshot, number: int) -> list[_Key]:
    """The stems that tell most about the paper, those that abstracts on any topic have left out."""
    names = {stem(word) for word in snapshot.words(number) if word not in PROSE and _tells(word)} - PROSE
    shared = sorted(each for name in names if (each := _found(snapshot, name)).frequency > 1)[:RARE_STEMS]
    found = occurring(snapshot, [each.name for each in shared], np.array([number]))
    often = np.bincount(found.stems, minlength=len(shared)).tolist()
    weights = [float(np.log1p(count)) * snapshot.idf(each.frequency) for count, each in zip(often, shared, strict=True)]
    most = sorted(range(len(shared)), key=lambda place: -weights[place])[:KEY_STEMS]
    single = (found.places >> SPAN_SHIFT & SPAN_MASK) == 1
    parts = np.bincount(found.stems[single], minlength=len(shared)).tolist()
    return [_Key(shared[place], weights[place], bool(parts[place])) for place in most]


def _tells(word: str) -> bool:
    return len(word) > 1 and any(map(str.isalpha, word))


def _found(snapshot: Snapshot, name: str) -> _Stem:
    key = name.encode()
    lists = tuple(part.segment.text.list_of(key) for part in snapshot.parts)
    frequency = 0
    for part, at in zip(snapshot.parts, lists, strict=True):
        papers = part.segment.text.papers[at]
        frequency += int(np.count_nonzero(part.living(snapshot.live, papers))) if part.holey else len(papers)
    return _Stem(frequency, name, lists)


def _row(snapshot: Snapshot, keys: list[_Key]) -> _Row:
    papers: list[Column] = []
    codes: list[Column] = []
    offsets: list[int] = []
    for place, part in enumerate(snapshot.parts):
        at = [key.stem.lists[place] for key in keys]
        papers += [part.segment.text.papers[each] for each in at]
        codes += [part.segment.codes[each] for each in at]
        offsets += [part.offset] * len(keys)
    lengths = list(map(len, papers))
    here = np.concatenate(papers) + np.repeat(np.array(offsets, np.int64), lengths)
    which = np.repeat(np.tile(np.arange(len(keys)), len(snapshot.parts)), lengths)
    scores = snapshot.impacts.take(np.concatenate(codes))
    scores *= np.array([snapshot.idf(key.stem.frequency) for key in keys], np.float32).take(which)
    scores *= np.array([key.weight for key in keys], np.float32).take(which)
    return _Row(here, which, scores)


def _sharing(snapshot: Snapshot, keys: list[_Key], row: _Row) -> Numbers:
    """The papers that have enough of the keys, in order."""
    counts = np.array([key.counts for key in keys])
    papers = row.papers if counts.all() else row.papers[counts.take(row.keys)]
    words = np.zeros(snapshot.count, np.uint8)
    np.add.at(words, papers, np.uint8(1))
    found: Numbers = np.flatnonzero(words >= SHARED_WORDS)
    return found[snapshot.live.take(found)]


def _stems(snapshot: Snapshot, keys: list[_Key], row: _Row, papers: Numbers) -> list[frozenset[str]]:
    """Which of the stems each of these papers has."""
    stems: dict[int, set[str]] = {paper: set() for paper in papers.tolist()}
    here = np.flatnonzero(marked(papers, snapshot.count).take(row.papers))
    for paper, key in zip(row.papers[here].tolist(), row.keys[here].tolist(), strict=True):
        stems[paper].add(keys[key].stem.name)
    return list(map(frozenset, stems.values()))
