"""An engine lets go of its files, and can begin anew."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from search.engines.whoosh_engine import WhooshEngine
from search.errors import EngineUnavailable
from search.grammar import parse
from search.models import Changes, Paper

PAPER = Paper(id="kvflow", abstract="We present KVFlow, a cache that evicts late.")


def test_a_cleared_engine_holds_nothing_and_takes_everything_again(tmp_path: Path) -> None:
    engine = WholeLife(tmp_path).engine
    engine.clear()

    assert engine.revision() == 0
    assert_being_built(engine)

    engine.apply(Changes(3, (PAPER,)))
    assert (3, 1) == (engine.revision(), engine.size())
    engine.close()


def test_what_one_engine_cleared_another_on_the_same_folder_sees_cleared(tmp_path: Path) -> None:
    life = WholeLife(tmp_path)
    other = WhooshEngine.open(tmp_path / "index", "library")
    life.engine.clear()

    assert other.revision() == 0
    assert_being_built(other)
    other.close()
    life.engine.close()


def test_after_damage_nobody_is_told_that_there_are_no_papers_until_they_are_there_again(tmp_path: Path) -> None:
    engine = WholeLife(tmp_path).engine
    WhooshEngine.open(tmp_path / "index", "library").apply(Changes(3, (PAPER,)))
    for file in (tmp_path / "index").glob("*.seg"):
        os.truncate(file, 0)
    with pytest.raises(EngineUnavailable):
        engine.search(parse("cache"), 5)

    assert_being_built(engine)

    engine.apply(Changes(2, (PAPER,)))
    assert ["kvflow"] == [hit.id for hit in engine.search(parse("cache"), 5).hits]
    engine.close()


def test_a_library_that_never_held_a_paper_is_empty_and_not_being_built(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "index", "library")

    assert (0, ()) == (engine.size(), engine.search(parse("cache"), 5).hits)
    engine.close()


def test_folders_that_had_to_be_made_are_private(tmp_path: Path) -> None:
    engine = WhooshEngine.open(tmp_path / "data" / "index", "library")

    assert [0o700, 0o700] == [path.stat().st_mode & 0o777 for path in (tmp_path / "data", tmp_path / "data" / "index")]
    engine.close()


def assert_being_built(engine: WhooshEngine) -> None:
    asked: tuple[Callable[[], object], ...] = (
        lambda: engine.search(parse("cache"), 5), lambda: engine.similar("kvflow", 5), engine.size,
    )  # fmt: skip
    for ask in asked:
        with pytest.raises(EngineUnavailable, match="being built"):
            ask()


def test_a_closed_engine_leaves_an_index_that_opens_again(tmp_path: Path) -> None:
    WholeLife(tmp_path).engine.close()
    again = WhooshEngine.open(tmp_path / "index", "library")

    assert (2, ["kvflow"]) == (again.revision(), [hit.id for hit in again.search(parse("cache"), 5).hits])
    again.close()


class WholeLife:
    """An engine with one paper at revision 2."""

    def __init__(self, folder: Path) -> None:
        self.engine = WhooshEngine.open(folder / "index", "library")
        self.engine.apply(Changes(2, (PAPER,)))
