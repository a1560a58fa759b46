"""How good ranked lists are, by the measures of `ir-measures`, and whether one ranking is better than another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from bot.cli.collection import Judgements

NAMES = ("nDCG@10", "MAP", "Recall@100", "MRR@10")
SPELT = {"nDCG@10": "nDCG@10", "MAP": "AP", "Recall@100": "R@100", "MRR@10": "RR@10"}
"""What `ir-measures` calls them."""

DEPTH = 1000
"""How many papers of each list are looked at, as TREC does."""

PERMUTATIONS = 10_000
SEED = 6

Run = Mapping[str, Sequence[str]]
"""For each question the papers that were found, best first."""


class MeasuresMissing(Exception):
    """The optional package is not installed; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A measure's value for each question, in the order of the questions, by the names of `NAMES`."""

    values: Mapping[str, tuple[float, ...]]

    def mean(self, name: str) -> float:
        """The figure of the whole collection."""
        return float(np.mean(self.values[name]))


def measured(judgements: Judgements, run: Run) -> Figures:
    """The figures of a run. A question for which nothing was found counts as 0. Raises `MeasuresMissing`."""
    library = required()
    known = {library.parse_measure(SPELT[name]): name for name in NAMES}
    # Places instead of scores: the order is the ranking's own, also where scores are equal.
    scores = {question: {paper: -float(place) for place, paper in enumerate(run[question])} for question in judgements}
    found: dict[str, dict[str, float]] = {name: {} for name in NAMES}
    for value in library.iter_calc(list(known), judgements, scores):
        found[known[value.measure]][value.query_id] = value.value
    return Figures({name: tuple(found[name].get(question, 0.0) for question in judgements) for name in NAMES})


def required() -> Any:
    """The package of measures. Raises `MeasuresMissing`."""
    try:
        return import_module("ir_measures")
    except ImportError as error:
        raise MeasuresMissing(
            "Measuring needs ir-measures, which is not installed; get it with: pip install 'paperboy-slack[evaluate]'"
        ) from error


def p_value(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How likely so large a mean difference is if both are equally good: the paired randomisation test, two-sided
    (Smucker, Allan and Carterette, "A Comparison of Statistical Significance Tests for IR Evaluation", 2007)."""
    differences = np.asarray(ours) - np.asarray(theirs)
    signs = np.random.default_rng(SEED).choice((-1.0, 1.0), (PERMUTATIONS, len(differences)))
    as_large = np.abs(signs @ differences) >= abs(float(differences.sum())) - 1e-12
    return (int(np.count_nonzero(as_large)) + 1) / (PERMUTATIONS + 1)
