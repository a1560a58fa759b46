"""An engine lets go of its files, and can begin anew."""

from pathlib import Path

from search.engines.whoosh_engine import WhooshEngine
from search.grammar import parse
from search.models import Changes, Paper

PAPER = Paper(id="kvflow", abstract="We present KVFlow, a cache that evicts late.")


def test_a_cleared_engine_holds_nothing_and_takes_everything_again(tmp_path: Path) -> None:
    engine = WholeLife(tmp_path).engine
    engine.clear()

    assert (0, 0) == (engine.revision(), engine.size())
    assert engine.search(parse("cache"), 5).hits == ()

    engine.apply(Changes(3, (PAPER,)))
    assert (3, 1) == (engine.revision(), engine.size())
    engine.close()


def test_what_one_engine_cleared_another_on_the_same_folder_sees_cleared(tmp_path: Path) -> None:
    life = WholeLife(tmp_path)
    other = WhooshEngine.open(tmp_path / "index", "library")
    life.engine.clear()

    assert (0, 0) == (other.revision(), other.size())
    other.close()
    life.engine.close()


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
