"""Several processes take papers apart, and the index is the one that a single process would have made."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from search.engines.whoosh_engine import WhooshEngine, workers
from search.engines.whoosh_engine.segment import Segment
from search.models import Changes, Paper

PAPERS = tuple(
    Paper(
        id=f"p{number}",
        title=f"System-{number % 7}: on turtles" if number % 2 else None,
        abstract=f"Word{number} and state-of-the-art turtles, in C++ and $\\lambda_{{{number}}}$-calculus. "
        * (number % 3),
        authors=("Ada Lovelace", f"Emmy Noether{number % 5}"),
        year=2000 + number % 20,
        venue="NeurIPS" if number % 3 else None,
        code="https://example.org" if number % 4 else None,
        keywords=("sea care",) * (number % 2),
    )
    for number in range(90)
)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "FEW", 20)
    monkeypatch.setattr(workers, "BATCH", 8)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that a test comes to start."""
    processes: list[subprocess.Popen[bytes]] = []
    start = workers._started

    def noted() -> subprocess.Popen[bytes] | None:
        process = start()
        assert process is not None
        processes.append(process)
        return process

    monkeypatch.setattr(workers, "_started", noted)
    return processes


def segments(engine: WhooshEngine) -> Iterator[Segment]:
    yield from engine._latest().segments


def built(folder: Path, processes: int) -> WhooshEngine:
    """An index built as a first start does it: in batches, each known while the one before is written."""
    engine = WhooshEngine.open(folder, "library", processes=processes)
    batches = [Changes(first + 30, PAPERS[first : first + 30]) for first in range(0, 90, 30)]
    with engine.building(len(PAPERS)) as ahead:
        assert (ahead is None) == (processes == 1)
        for changes, following in zip(batches, [*batches[1:], None], strict=True):
            if ahead is not None and following is not None:
                ahead(following)
            engine.apply(changes)
    return engine


def test_two_processes_make_the_same_columns_as_one(tmp_path: Path, started: list[subprocess.Popen[bytes]]) -> None:
    one, two = built(tmp_path / "one", 1), built(tmp_path / "two", 2)

    assert [process.poll() is not None for process in started] == [True, True]
    assert (one.size(), one.revision()) == (two.size(), two.revision()) == (90, 90)
    for mine, theirs in zip(segments(one), segments(two), strict=True):
        assert mine.columns.state == theirs.columns.state
        assert list(mine.columns.arrays) == list(theirs.columns.arrays)
        for name, column in mine.columns.arrays.items():
            assert column.dtype == theirs.columns.arrays[name].dtype, name
            assert np.array_equal(column, theirs.columns.arrays[name]), name


def test_a_paper_that_no_worker_can_read_fails_its_changes_and_what_killed_workers_were_to_do_is_done_here(
    tmp_path: Path, started: list[subprocess.Popen[bytes]], caplog: pytest.LogCaptureFixture
) -> None:
    engine = WhooshEngine.open(tmp_path, "library", processes=2)
    unreadable = Paper(id="x", abstract=None)  # type: ignore[arg-type]  # What a bug might pass.

    def kill(_: int) -> None:
        for process in started:
            process.kill()

    with engine.building(len(PAPERS)):
        with pytest.raises(TypeError):
            engine.apply(Changes(91, (*PAPERS, unreadable)))
        assert (engine.revision(), caplog.messages) == (0, [])
        engine.apply(Changes(90, PAPERS), kill)

    assert (engine.size(), engine.revision()) == (90, 90)
    assert caplog.messages
    assert all("is gone" in message for message in caplog.messages)


def test_a_worker_ends_when_nobody_is_there_to_send_it_papers() -> None:
    process = workers._started()
    assert process is not None
    with process:  # Closes the pipes, as the system does when the sender dies.
        pass
    assert process.returncode == 0
