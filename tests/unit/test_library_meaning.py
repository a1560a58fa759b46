"""The vectors follow the library in small steps, and what keeps them from it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.library import Meaning
from bot.store import SqlStore, entry_of
from search.engines.hybrid_engine import VectorIndex
from search.models import Paper
from tests.fakes_encoder import WordEncoder

PAPERS = tuple(Paper(id=f"paper-{number}", abstract=f"On subject{number}.") for number in range(7))


@pytest.fixture
def store() -> Iterator[SqlStore]:
    opened = SqlStore.open(":memory:")
    with opened.writing() as writing:
        writing.add([entry_of(paper) for paper in PAPERS], imported=False)
    yield opened
    opened.close()


def test_it_takes_steps_until_it_is_on(store: SqlStore, tmp_path: Path) -> None:
    encoder = WordEncoder()
    meaning = Meaning(store, VectorIndex(tmp_path / "vectors", store.library_id(), encoder))

    told = []
    for _ in range(3):
        told.append(meaning.told())
        meaning.catch_up(4)

    assert ["on soon, 0 of 7 papers are encoded", "on soon, 4 of 7 papers are encoded", "on"] == told
    assert 7 == len(encoder.read)


def test_all_at_once_says_how_far_it_is(store: SqlStore, tmp_path: Path) -> None:
    meaning = Meaning(store, VectorIndex(tmp_path / "vectors", store.library_id(), WordEncoder()))
    steps: list[tuple[str, int, int | None]] = []

    meaning.catch_up(None, lambda *step: steps.append(step))

    assert [("Encoding papers", 7, 7)] == steps
    assert "on" == meaning.told()


def test_a_model_that_fails_is_told_until_it_works(store: SqlStore, tmp_path: Path) -> None:
    encoder = WordEncoder(broken=True)
    meaning = Meaning(store, VectorIndex(tmp_path / "vectors", store.library_id(), encoder))

    meaning.catch_up(4)
    assert "off: the model cannot be run" == meaning.told()

    encoder.broken = False
    meaning.catch_up(None)
    assert "on" == meaning.told()


def test_vectors_that_are_forgotten_are_made_anew(store: SqlStore, tmp_path: Path) -> None:
    encoder = WordEncoder()
    meaning = Meaning(store, VectorIndex(tmp_path / "vectors", store.library_id(), encoder))
    meaning.catch_up(None)

    meaning.clear()
    assert "on soon, 0 of 7 papers are encoded" == meaning.told()
    meaning.catch_up(None)

    assert ("on", 14) == (meaning.told(), len(encoder.read))


def test_without_a_model_there_is_nothing_to_do(store: SqlStore) -> None:
    meaning = Meaning(store)

    meaning.catch_up(None)
    meaning.clear()

    assert ("off, no model is set", "") == (meaning.told(), meaning.trouble)
