"""Two rankings become one: by words, and by likeness in meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.engines.hybrid_engine.nearest import Near
from search.models import Hit


@dataclass(frozen=True, slots=True)
class Fusion:
    """How the two are weighed. `docs/decisions/0010-semantic-search-is-an-extra.md` says on which questions the values
    were chosen and on which others they were measured."""

    meaning: float = 0.45
    """The part of likeness in the sum; the rest is the score by words. Both are divided by the best one of the query
    first: the weighted sum of normalised scores (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
    Retrieval", 2023), which reads more from the two than their ranks alone."""

    outstanding: float = 2.0
    """A paper whose score by words is so many times the next one's was meant by name and stays first."""

    least: float = 0.2
    """A paper that the words alone do not find must be so much nearer in meaning than the average one."""

    added: int = 100
    """So many papers that the words alone do not find are looked for."""


@dataclass(frozen=True, slots=True)
class Fused:
    """The hits, best first, and how many of them were found by meaning alone."""

    hits: tuple[Hit, ...]
    added: int


def fused(hits: Sequence[Hit], complete: int, likeness: NDArray[np.float32], more: Near, weights: Fusion) -> Fused:
    """The hits in their new order, `complete` ones of them still before all others, and `more` among the others.

    `likeness` is that of each hit, `more` are papers that are not among the hits. Scores stay in the unit of the hits'.
    """
    unit = _unit(hits, weights)
    near = np.concatenate([likeness, more.likeness]).astype(np.float64)
    words = np.array([*(hit.score for hit in hits), *([0.0] * len(more.handles))])
    # Farther from the query than the average paper counts as nothing.
    meaning = near.clip(0) / (near.max(initial=0) or 1)
    scores = (1 - weights.meaning) * words + weights.meaning * unit * meaning
    every = [*hits, *(Hit(handle, 0.0) for handle in more.handles)]
    behind = np.arange(len(every)) >= complete
    if hits and hits[0].score > unit:
        scores[0] = hits[0].score
    order = sorted(range(len(every)), key=lambda place: (behind[place], -scores[place], every[place].id))
    ranked = tuple(Hit(every[place].id, float(scores[place]), every[place].terms) for place in order)
    return Fused(ranked, len(more.handles))


def _unit(hits: Sequence[Hit], weights: Fusion) -> float:
    """The best score by words, but for that of a paper which stands out: beside it all others would weigh nothing."""
    scores = sorted((hit.score for hit in hits), reverse=True)
    if not scores:
        return 1.0
    if len(scores) > 1 and scores[0] > weights.outstanding * scores[1] and hits[0].score == scores[0]:
        return scores[1]
    return scores[0]
