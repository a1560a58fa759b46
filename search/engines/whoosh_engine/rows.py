"""Words that stand next to each other: terms, compounds in any reading, and phrases."""

from collections.abc import Iterable
from itertools import accumulate

import numpy as np

from search.engines.whoosh_engine.columns import Numbers, Postings
from search.engines.whoosh_engine.occurrences import NO_PAPERS, PAPER_SHIFT, Spans, per_paper, weights
from search.engines.whoosh_engine.snapshot import NO_MATCH, Match, Snapshot
from search.language.words import WRITTEN, Written, written


def readings(text: str) -> list[Written]:
    """The words of a typed word, which is one unless punctuation is inside."""
    return [written(word) for word in WRITTEN.findall(text)]


def in_a_row(snapshot: Snapshot, words: Iterable[str]) -> Match:
    """The papers where these words stand one after the other, compounds in any of their readings."""
    parts = [part for word in words for part in readings(word)]
    asked = [reading for part in parts for reading in part.readings if not reading.bare]
    if len(asked) == 1:
        return term(snapshot, asked[0].stem)
    found = _walk(snapshot, parts)
    papers, sums = per_paper(found.begins >> PAPER_SHIFT, found.weights)
    stems = tuple((reading.stem, papers) for reading in asked)
    return Match(papers, snapshot.bm25(papers, sums), stems) if len(papers) else NO_MATCH


def term(snapshot: Snapshot, key: str) -> Match:
    """The papers that have the stem, by BM25."""
    postings = snapshot.postings("text", key)
    if not len(postings.papers):
        return NO_MATCH
    sums = np.add.reduceat(weights(postings.places, snapshot.weights.title), firsts_of(postings))
    return Match(postings.papers, snapshot.bm25(postings.papers, sums), ((key, postings.papers),))


def _walk(snapshot: Snapshot, parts: list[Written]) -> Spans:
    """All ways through the words from the first position to the last; each reading is a step of such a way."""
    ways: dict[int, list[Spans]] = {}
    for first, last, key in _steps(parts):
        here = snapshot.spans(key)
        reached = here if first == 0 else _joined(_union(ways.get(first, [])), here)
        if len(reached.begins):
            ways.setdefault(last, []).append(reached)
    return _union(ways.get(sum(part.width for part in parts), []))


def _steps(parts: list[Written]) -> list[tuple[int, int, str]]:
    """From which position to which each reading leads, in the order of the positions."""
    offsets = accumulate((part.width for part in parts), initial=0)
    return sorted(
        (offset + reading.first, offset + reading.first + reading.span, reading.stem)
        for offset, part in zip(offsets, parts, strict=False)
        for reading in part.readings
        if not reading.bare
    )


def _joined(before: Spans, after: Spans) -> Spans:
    """The ways that go on: those of `before` that end where one of `after` begins."""
    if not len(before.begins) or not len(after.begins):
        return Spans(NO_PAPERS, NO_PAPERS, np.zeros(0))
    places = np.minimum(np.searchsorted(after.begins, before.ends), len(after.begins) - 1)
    going_on = after.begins[places] == before.ends
    return Spans(before.begins[going_on], after.ends[places[going_on]], before.weights[going_on])


def _union(ways: list[Spans]) -> Spans:
    """The ways of several readings as one, each beginning once."""
    if len(ways) == 1:
        return ways[0]
    if not ways:
        return Spans(NO_PAPERS, NO_PAPERS, np.zeros(0))
    begins, firsts = np.unique(np.concatenate([way.begins for way in ways]), return_index=True)
    ends = np.concatenate([way.ends for way in ways])
    return Spans(begins, ends[firsts], np.concatenate([way.weights for way in ways])[firsts])


def firsts_of(postings: Postings) -> Numbers:
    """Where the places of each paper begin among all places."""
    return np.asarray(postings.counts.cumsum() - postings.counts)
