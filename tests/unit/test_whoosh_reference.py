"""The fast ranking beside the plain one, over random papers and random queries of every kind."""

import random
from pathlib import Path

import pytest

from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Changes, Paper
from tests.reference_engine import Reference

WORDS = (
    *("graph", "graphs", "cache", "cached", "agents", "agent", "attention", "models", "model", "learning", "learned"),
    *("prompt", "robust", "kernel", "the", "of"),
)
VENUES = ("NeurIPS", "ICML")
AUTHORS = ("Ada Lovelace", "Emmy Noether", "Mary Graph")


def papers(dice: random.Random, first: int, count: int) -> tuple[Paper, ...]:
    return tuple(
        Paper(
            id=f"p{number:04}",
            title=" ".join(dice.choices(WORDS, k=4)) if dice.random() < 0.5 else None,
            abstract=" ".join(dice.choices(WORDS, range(1, len(WORDS) + 1), k=dice.randint(1, 50))),
            authors=tuple(dice.sample(AUTHORS, dice.randint(0, 2))),
            year=dice.choice((None, 2010, 2020, 2021)),
            venue=dice.choice((None, *VENUES)),
            code=dice.choice((None, "https://example.org")),
        )
        for number in range(first, first + count)
    )


def query(dice: random.Random) -> str:
    parts = []
    for _ in range(dice.randint(1, 4)):
        word, other = dice.choices(WORDS[:-2], k=2)
        kinds = [
            word,
            word,
            f'"{word} {other}"',
            f"{word[:4]}*",
            f"({word} OR {other})",
            f"(({word} {other}) OR robust)",
        ]
        parts.append(dice.choice(kinds))
    parts += dice.choices(
        ["", "", f"-{dice.choice(WORDS)}", "year:>=2020", "venue:icml", "has:code", "-author:ada"], k=2
    )
    return " ".join(parts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Several segments, with papers that changed and that left."""
    dice = random.Random(8)
    engine = WhooshEngine.open(tmp_path / "index", "library")
    engine.apply(Changes(1, papers(dice, 0, 80)))
    engine.apply(Changes(2, papers(dice, 80, 20), ("p0003",)))
    engine.apply(Changes(3, (*papers(dice, 5, 9), *papers(dice, 100, 5)), ("p0080", "p0050")))
    return tmp_path / "index"


def test_random_queries_are_ranked_as_by_the_plain_reference(folder: Path) -> None:
    engine, reference, dice = WhooshEngine.open(folder, "library"), Reference(folder), random.Random(9)
    for _ in range(200):
        asked = parse(query(dice))
        expected = reference.ranked(asked)
        found = engine.search(asked, 1000)

        assert len(expected) == found.total, asked.typed
        assert {handle: pytest.approx(score, rel=1e-4) for handle, score in expected} == {
            hit.id: hit.score for hit in found.hits
        }, asked.typed
        places = {handle: place for place, (handle, _) in enumerate(expected)}
        scores = dict(expected)
        for before, after in zip(found.hits, found.hits[1:], strict=False):
            equal = scores[before.id] == pytest.approx(scores[after.id], rel=1e-5)
            assert equal or places[before.id] < places[after.id], asked.typed
