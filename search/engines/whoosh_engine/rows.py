"""Words that stand next to each other: terms, compounds in any reading, and phrases."""

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.chains import Chain, chained, joined
from search.engines.whoosh_engine.columns import Impacts, Numbers
from search.engines.whoosh_engine.match import NO_MATCH, NO_PAPERS, NO_SCORES, Match
from search.engines.whoosh_engine.occurrences import Occurring, Places, having, occurring, per_paper
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import WRITTEN, Written, written

PAPER_SHIFT = 24
"""A begin or an end is `paper << PAPER_SHIFT | position`, so that one number orders them all."""

KNOWN_READINGS = 20_000

MOST_WAYS = 6
"""Up to so many ways through a row of compounds are followed one by one."""


class Spans(NamedTuple):
    """Occurrences: where each begins, where the next word would begin, and what it weighs; ordered by `begins`."""

    begins: Numbers
    ends: Numbers
    weights: Impacts


class _Step(NamedTuple):
    """A reading of a word on the way through a row, from one position to another."""

    first: int
    last: int
    stem: str


NOWHERE = Spans(NO_PAPERS, NO_PAPERS, np.zeros(0, np.float32))


@lru_cache(KNOWN_READINGS)
def readings(text: str) -> tuple[Written, ...]:
    """The words of a typed word, which is one unless punctuation is inside."""
    return tuple(written(word) for word in WRITTEN.findall(text))


def in_a_row(snapshot: Snapshot, words: Iterable[str]) -> Match:
    """The papers where these words stand one after the other, compounds in any of their readings."""
    steps = _steps([part for word in words for part in readings(word)])
    if len(steps) == 1:
        return term(snapshot, steps[0].stem)
    papers, sums = _chains(snapshot, ways) if (ways := _ways(steps)) else _crossed(snapshot, steps)
    stems = tuple((step.stem, papers) for step in steps)
    return Match(papers, snapshot.bm25(papers, sums), stems) if len(papers) else NO_MATCH


def _ways(steps: list[_Step]) -> list[list[str]]:
    """The stems of every way from the first position to the last; none where there are many."""
    ways: dict[int, list[list[str]]] = {0: [[]]}
    for step in steps:
        before = ways.get(step.first, [])
        ways.setdefault(step.last, []).extend([*way, step.stem] for way in before)
        if len(ways[step.last]) > MOST_WAYS:
            return []
    return ways[max(ways)] if steps else []


def _chains(snapshot: Snapshot, ways: list[list[str]]) -> tuple[Numbers, Impacts]:
    """The papers where one of the ways is gone, and what all times weigh together; what several ways begin at the same
    place counts once."""
    papers, sums = [NO_PAPERS], [NO_SCORES]
    for part in snapshot.parts:
        found = [each for way in ways if (each := chained(part.segment, way)) is not None]
        if found:
            here, weights = _once(found, snapshot.weights.title)
            if part.holey:
                living = part.living(snapshot.live, here)
                here, weights = here[living], weights[living]
            here, sum_ = per_paper(here, weights)
            papers.append(here + np.int32(part.offset))
            sums.append(sum_)
    return np.concatenate(papers), np.concatenate(sums)


def _once(found: list[Chain], title: float) -> tuple[Numbers, Impacts]:
    """Of each time the paper and the weight, in order of the papers."""
    chain = joined(found)
    if not (chain.begins[1:] > chain.begins[:-1]).all():
        order = np.unique(chain.begins, return_index=True)[1]
        chain = Chain(*(each.take(order) for each in chain))
    return chain.papers, chain.weights(title)


def term(snapshot: Snapshot, key: str) -> Match:
    """The papers that have the stem, by BM25."""
    papers, scores = snapshot.text(key)
    return Match(papers, scores, ((key, papers),)) if len(papers) else NO_MATCH


def spans(found: Occurring, title: float) -> Spans:
    """Occurrences of one stem as spans; the papers are numbered as they were asked for."""
    places = found.places.astype(np.int64)
    begins = found.papers << PAPER_SHIFT | places >> POSITION_SHIFT
    return Spans(begins, begins + (places >> SPAN_SHIFT & SPAN_MASK), weights(found.places, title))


def weights(places: Places, title: float) -> Impacts:
    """What each occurrence weighs: so much more in the title."""
    return np.where(places & TITLE, np.float32(1 + title), np.float32(1))


def _with_all(snapshot: Snapshot, steps: list[_Step]) -> Numbers:
    """The papers that have, for each position of the row, a reading that stands there: no other can have the row."""
    found = None
    for position in range(max(step.last for step in steps)):
        here = (having(snapshot, step.stem) for step in steps if step.first <= position < step.last)
        each = reduce(np.bitwise_or, here)
        found = each if found is None else found & each
    return NO_PAPERS if found is None else np.flatnonzero(np.unpackbits(found.view(np.uint8), count=snapshot.count))


def _crossed(snapshot: Snapshot, steps: list[_Step]) -> tuple[Numbers, Impacts]:
    """The same as `_chains` where so many ways cross that they are gone step by step, all at once."""
    papers = _with_all(snapshot, steps) if steps else NO_PAPERS
    if not len(papers):
        return NO_PAPERS, NO_SCORES
    found = _walk(snapshot, steps, papers)
    return per_paper(papers[found.begins >> PAPER_SHIFT].astype(np.int32), found.weights)


def _walk(snapshot: Snapshot, steps: list[_Step], papers: Numbers) -> Spans:
    """All ways through the words from the first position to the last."""
    stems = list(dict.fromkeys(step.stem for step in steps))
    found = occurring(snapshot, stems, papers)
    known = {stem: spans(found.of(number), snapshot.weights.title) for number, stem in enumerate(stems)}
    ways: dict[int, list[Spans]] = {}
    for step in steps:
        here = known[step.stem]
        reached = here if step.first == 0 else _joined(_union(ways.get(step.first, [])), here)
        if len(reached.begins):
            ways.setdefault(step.last, []).append(reached)
    return _union(ways.get(max(step.last for step in steps), []))


def _steps(parts: list[Written]) -> list[_Step]:
    """From which position to which each reading leads, in the order of the positions."""
    offsets = accumulate((part.width for part in parts), initial=0)
    return sorted(
        _Step(offset + reading.first, offset + reading.first + reading.span, reading.stem)
        for offset, part in zip(offsets, parts, strict=False)
        for reading in part.readings
        if not reading.bare
    )


def _joined(before: Spans, after: Spans) -> Spans:
    """The ways that go on: those of `before` that end where one of `after` begins."""
    if not len(before.begins) or not len(after.begins):
        return NOWHERE
    places = np.minimum(np.searchsorted(after.begins, before.ends), len(after.begins) - 1)
    going_on = after.begins[places] == before.ends
    return Spans(before.begins[going_on], after.ends[places[going_on]], before.weights[going_on])


def _union(ways: list[Spans]) -> Spans:
    """The ways of several readings as one, each beginning once."""
    if len(ways) < 2:
        return ways[0] if ways else NOWHERE
    begins, firsts = np.unique(np.concatenate([way.begins for way in ways]), return_index=True)
    ends = np.concatenate([way.ends for way in ways])
    return Spans(begins, ends[firsts], np.concatenate([way.weights for way in ways])[firsts])
