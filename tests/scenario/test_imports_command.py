"""`paperboy imports` and `paperboy undo` as they are typed: listed, looked at, taken back."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from bot.store import Entry, Writing
from search.engines.whoosh_engine import WhooshEngine
from search.errors import EngineUnavailable
from tests.command_kit import Run, typing


@pytest.fixture
def run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, logging_as_it_was: None
) -> Run:
    """Status, stdout and stderr of a command, in a library whose seeds hold one paper."""
    monkeypatch.chdir(tmp_path)
    return typing(capfd, tmp_path)


def test_an_import_is_listed_looked_at_and_taken_back(run: Run, tmp_path: Path) -> None:
    paper = {"title": "WellCount: Wells from Above", "abstract": "WellCount counts wells from above, with a drone."}
    (tmp_path / "own.jsonl").write_text(json.dumps(paper))
    assert run("imports")[1] == "Nothing was imported as yet.\n"

    done = run("import", "own.jsonl", "seeds/seeds.jsonl")[1]
    assert done.endswith("This is import 1; to take it back: paperboy undo 1\n")

    listed = run("imports")[1]
    assert re.fullmatch(
        r"   1  \d{4}-\d\d-\d\d \d\d:\d\d  command line  own\.jsonl, seeds\.jsonl  1 new, 1 unchanged\n", listed
    )
    looked = run("imports", "1")[1].splitlines()
    assert looked[0].endswith(" UTC, command line: own.jsonl, seeds.jsonl")
    assert looked[1] == "Read 2 papers from 2 files: 1 new, 1 unchanged."
    assert looked[-1] == "To take it back: paperboy undo 1"

    told = "1 paper leaves the library: wellcount.\n1 paper stays as long as the seeds folder has it.\n"
    assert run("undo", "1", "--dry-run")[1] == f"A preview, nothing was changed.\n{told}"
    assert run("search", "wells")[1].startswith("1 paper")
    assert run("undo", "1") == (0, f"Import 1 is taken back.\n{told}", "")
    assert run("show", "wellcount")[0] == 1
    assert run("search", "sea")[1].startswith("1 paper"), "the seeds have it"
    assert re.search(r"  taken back \d{4}-", run("imports")[1])

    assert run("undo", "1") == (
        1,
        "",
        "paperboy: Import 1 was taken back already. To have its papers again, import the same files again.\n",
    )
    assert run("imports", "7") == (
        1, "", "paperboy: There is no import 7. To see which there are: paperboy imports\n"
    )  # fmt: skip
    assert "1 updated" in run("import", "own.jsonl")[1]
    assert run("show", "wellcount")[0] == 0


def test_when_the_index_cannot_be_written_it_is_said_that_the_papers_are_stored(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.jsonl").write_text(json.dumps({"abstract": "There are boats in the harbour, all of them blue."}))

    def refuses(*_: object) -> None:
        raise EngineUnavailable("The search index cannot be written (No space left on device).")

    with monkeypatch.context() as full:
        full.setattr(WhooshEngine, "apply", refuses)
        status, told, errors = run("import", "own.jsonl")

    assert (status, told) == (1, "This is import 1; to take it back: paperboy undo 1\n")
    assert "Stopped. Stored: Read 1 paper from 1 file: 1 new. Give the same command again" in errors
    assert "No space left on device" in errors
    assert "1 paper" in run("search", "blue boats")[1]


def test_when_the_disk_is_full_it_is_said_what_is_stored_and_how_it_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("index")
    papers = ({"abstract": f"There are {number} boats in harbour {number}, all of them blue."} for number in range(3))
    (tmp_path / "own.jsonl").write_text("\n".join(map(json.dumps, papers)))
    monkeypatch.setattr("bot.library.pieces.PIECE", 1)
    left = [2]
    add = Writing.add

    def fills_up(writing: Writing, added: Sequence[Entry], imported: bool) -> None:
        left[0] -= len(added)
        if left[0] < 0:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))
        add(writing, added, imported)

    with monkeypatch.context() as full:
        full.setattr(Writing, "add", fills_up)
        status, told, errors = run("import", "own.jsonl")

    assert (status, told) == (1, "This is import 1; to take it back: paperboy undo 1\n")
    assert "Stopped. Stored: Read 3 papers from 1 file: 2 new. Give the same command again" in errors
    assert "disk is full. Free some space" in errors
    assert "1 new, 2 unchanged" in run("import", "own.jsonl")[1]
