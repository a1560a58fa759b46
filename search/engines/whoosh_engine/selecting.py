"""The best of many papers, without putting all of them in order."""

import numpy as np

from search.engines.whoosh_engine.columns import Impacts, Mask, Numbers, Scores
from search.engines.whoosh_engine.snapshot import Snapshot

GROUPS = 4
"""How many groups each wanted paper is looked for in."""


def best(snapshot: Snapshot, scores: Impacts, count: int, least: float) -> Numbers:
    """The `count` papers with the highest scores, none under `least`, in the order of numbers; of equal ones those with
    the first handles."""
    near = (scores >= max(_reached(scores, count), least)).nonzero()[0]
    return best_of(snapshot, near, scores.take(near), count)


def best_of(snapshot: Snapshot, papers: Numbers, scores: Impacts, count: int) -> Numbers:
    """The same of some papers with their scores."""
    if len(papers) <= count:
        return papers
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    kept = (scores >= least).nonzero()[0]
    papers, scores = papers.take(kept), scores.take(kept)
    if len(papers) == count:
        return papers
    above, level = papers[scores > least], papers[scores == least]
    return np.sort(np.concatenate([above, snapshot.first_handles(level, count - len(above))]))


def _reached(scores: Impacts, count: int) -> float:
    """A score that at least `count` papers reach: so many groups of papers have one that does. The greatest of a group
    is found at the speed of memory, and there are few groups."""
    groups = GROUPS * count
    rows = len(scores) // groups
    if rows < 2:
        return 0.0
    greatest = np.maximum.reduce(scores[: rows * groups].reshape(rows, groups), axis=0)
    return float(np.partition(greatest, groups - count)[groups - count])


def in_order(snapshot: Snapshot, papers: Numbers, scores: Scores, whole: Mask) -> Numbers:
    """Where the papers stand in the ranking: whole ones first, then by score, then by handle."""
    ranks = -scores
    ranks -= whole * (scores.max(initial=0.0) + 1.0)
    order = ranks.argsort()
    ordered = ranks.take(order)
    if (ordered[1:] == ordered[:-1]).any():
        order = np.lexsort((snapshot.order(papers), ranks))
    return np.asarray(order)
