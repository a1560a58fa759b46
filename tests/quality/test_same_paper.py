"""Records of the same paper against near misses, by pairs that a person read and labelled (docs/decisions/0014)."""

import json
from base64 import b64decode
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from search.duplicates import Answer, Hint, Overlap, Traits, candidates, decide, hint, traits
from search.models import Paper

LABELLED = Path(__file__).parent / "duplicates.jsonl"
HALVES = ("tuned on", "held out")


@cache
def lines() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines())


@cache
def papers() -> dict[str, Paper]:
    """Every record but for its abstract, of which only measures are kept."""
    return {
        line["paper"]: Paper(
            abstract="",
            title=line["title"],
            authors=tuple(line["authors"]),
            year=line["year"],
            venue=line["venue"],
            url=line["url"],
        )
        for line in lines()
        if "paper" in line
    }


@cache
def known(key: str) -> Traits:
    return traits(papers()[key])


def pairs(half: str) -> list[dict[str, Any]]:
    return [line for line in lines() if line.get("half") == half]


def judged(pair: dict[str, Any]) -> Answer:
    one, other = pair["pair"]
    return decide(known(one), known(other), Overlap(*pair["overlap"])).answer


def test_the_labelled_set_is_large_and_most_of_it_are_near_misses() -> None:
    real = [pair for half in HALVES for pair in pairs(half) if "coat" not in pair and pair["label"] != "unclear"]

    assert len(real) >= 400
    assert sum(pair["label"] == "different" for pair in real) >= 350
    assert LABELLED.stat().st_size < 800_000


@pytest.mark.parametrize("half", HALVES)
def test_different_papers_are_never_merged_nor_are_unclear_cases(half: str) -> None:
    merged = [pair["pair"] for pair in pairs(half) if pair["label"] != "same" and judged(pair) is Answer.SAME]

    assert merged == []


@pytest.mark.parametrize("half", HALVES)
def test_nearly_all_records_of_the_same_paper_are_known_as_such(half: str) -> None:
    same = [pair for pair in pairs(half) if pair["label"] == "same"]
    found = sum(judged(pair) is Answer.SAME for pair in same)

    assert len(same) >= 70
    assert found / len(same) >= 0.95


def test_of_real_prints_only_those_are_missed_that_came_out_under_quite_another_title() -> None:
    prints = [pair for half in HALVES for pair in pairs(half) if pair["label"] == "same" and "coat" not in pair]
    missed = {papers()[pair["pair"][0]].title for pair in prints if judged(pair) is not Answer.SAME}

    assert missed == {
        "Natural Gradient Revisited",
        "The loss surface and expressivity of deep convolutional neural networks",
    }
    assert 1 - len(missed) / len(prints) >= 0.95


def test_the_answer_does_not_depend_on_the_order() -> None:
    for pair in (pair for half in HALVES for pair in pairs(half)):
        (one, other), (shared, first, second) = pair["pair"], pair["overlap"]

        there = decide(known(one), known(other), Overlap(shared, first, second))
        assert there == decide(known(other), known(one), Overlap(shared, second, first))


def test_every_pair_that_is_the_same_is_among_those_that_are_compared() -> None:
    keys = [line["paper"] for line in lines() if "paper" in line]
    found = {line["paper"]: b64decode(line["anchors"]) for line in lines() if "paper" in line}
    hints = [Hint(*_names(key), np.frombuffer(found[key], dtype=np.uint32)) for key in keys]
    compared = {frozenset((keys[one], keys[other])) for one, other in candidates(hints)}

    same = {frozenset(pair["pair"]) for half in HALVES for pair in pairs(half) if judged(pair) is Answer.SAME}
    assert same - compared == set()
    assert len(compared) < len(keys) * 3, f"of {len(list(product(keys, keys))):,} too many are compared"


def _names(key: str) -> tuple[Any, str]:
    found = hint(papers()[key])
    return found.names, found.title
