"""Neighbouring words of the query that stand close to each other in a paper too."""

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers
from search.engines.whoosh_engine.occurrences import PAPER_SHIFT, Spans, per_paper
from search.engines.whoosh_engine.rows import readings
from search.engines.whoosh_engine.snapshot import NO_MATCH, Match, Snapshot
from search.language.words import Reading
from search.query import Word

WINDOW = 4
"""How many positions apart two words may begin and still be close."""


def near(snapshot: Snapshot, before: Word, after: Word) -> Match:
    """The papers in which the two stand close, scored as one term whose occurrences weigh less where they are not
    neighbours in this order. After the ordered and unordered windows of the sequential dependence model (Metzler and
    Croft, "A Markov Random Field Model for Term Dependencies", 2005), in one pass."""
    key = (before, after)
    kept = snapshot.extras.get(key)
    if kept is None:
        kept = _near(snapshot, before, after)
        snapshot.extras.put(key, kept, 2 * len(kept.papers) + 64)
    return kept


def _near(snapshot: Snapshot, before: Word, after: Word) -> Match:
    left, right = _last(before), _first(after)
    if left is None or right is None or left.stem == right.stem:
        return NO_MATCH
    begins, neighbours, weights = _close(snapshot.spans(left.stem), snapshot.spans(right.stem))
    if not len(begins):
        return NO_MATCH
    sums = np.where(neighbours, 1.0, snapshot.weights.apart) * weights
    papers, sums = per_paper(begins >> PAPER_SHIFT, sums)
    return Match(papers, snapshot.bm25(papers, sums))


def _last(word: Word) -> Reading | None:
    """The smallest part that the word ends with."""
    written = readings(word.text)
    return [reading for reading in written[-1].readings if not reading.bare][-1] if written else None


def _first(word: Word) -> Reading | None:
    """The smallest part that the word begins with."""
    written = readings(word.text)
    return [reading for reading in written[0].readings if not (reading.bare or reading.first)][-1] if written else None


def _close(left: Spans, right: Spans) -> tuple[Numbers, Mask, np.ndarray]:
    """The occurrences of the rarer word that are close to one of the other: where they begin, which are neighbours in
    the right order, and what they weigh."""
    few, many = (left, right) if len(left.begins) <= len(right.begins) else (right, left)
    if not len(few.begins):
        return few.begins, few.begins > 0, few.weights
    last = len(many.begins) - 1
    nearest = np.minimum(many.begins.searchsorted(few.begins - WINDOW), last)
    close = np.flatnonzero(np.abs(many.begins[nearest] - few.begins) <= WINDOW)
    begins = few.begins[close]
    if few is left:
        ends = few.ends[close]
        neighbours = many.begins[np.minimum(many.begins.searchsorted(ends), last)] == ends
    else:
        neighbours = many.ends[np.maximum(many.begins.searchsorted(begins) - 1, 0)] == begins
    return begins, neighbours, few.weights[close]
