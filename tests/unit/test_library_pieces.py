"""Large imports are written piece by piece: what stops one in the middle costs no paper and doubles none."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.library import By, LibraryReport, Progress, import_files, undo
from bot.store import SqlStore

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TOLD = 100
"""Papers between two reports of progress."""
PAPERS = 250
SUBJECTS = ("wells", "whales", "bread", "bridges", "moons", "letters", "songs", "cracks", "prices", "maps", "winds")


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlStore]:
    monkeypatch.setattr("bot.library.pieces.PIECE", TOLD)
    opened = SqlStore.open(":memory:")
    yield opened
    opened.close()


def row(number: int) -> dict[str, str]:
    words = " ".join(SUBJECTS[(number * step + step) % len(SUBJECTS)] + str(number % step) for step in range(1, 14))
    return {"title": f"Of {number} things", "abstract": f"{number} {words}."}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    many = tmp_path / "many.jsonl"
    many.write_text("\n".join(json.dumps(row(number)) for number in range(PAPERS)), encoding="utf-8")
    return many


def at(moment: int, act: object) -> Progress:
    """Does something once, when so many papers are made ready."""
    left = [act]

    def progress(what: str, done: int, _: int | None) -> None:
        if what == "Storing papers" and done == moment and left:
            act = left.pop()
            if isinstance(act, BaseException):
                raise act
            assert callable(act)
            act()

    return progress


def titles(store: SqlStore) -> list[str]:
    return sorted(str(paper.title) for paper in store.changes_since(0).papers)


ALL = sorted(row(number)["title"] for number in range(PAPERS))


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), OSError("the disk is gone")], ids=["Ctrl-C", "failure"])
def test_an_import_that_was_stopped_keeps_its_whole_pieces_and_goes_on_from_there(
    store: SqlStore, file: Path, stop: BaseException
) -> None:
    by = By("command line", NOW)
    with suppress(KeyboardInterrupt):
        import_files(store, [file], at(2 * TOLD, stop), by=by)
    assert (store.library.size(), by.number, store.imports.find(1).counts["new"]) == (TOLD, 1, TOLD)  # type: ignore[union-attr]

    again = import_files(store, [file], by=By("command line", NOW))

    assert (again.added, again.unchanged, again.updated) == (PAPERS - TOLD, TOLD, 0)
    assert titles(store) == ALL
    assert import_files(store, [file]) == LibraryReport(same_files=1)


def test_what_another_process_stores_meanwhile_is_seen_and_the_import_stays_one(
    store: SqlStore, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(json.dumps(row(number)) for number in (PAPERS - 1, PAPERS)), encoding="utf-8")
    by = By("command line", NOW)

    report = import_files(store, [file], at(2 * TOLD, lambda: import_files(store, [other])), by=by)

    assert (report.added, report.unchanged, report.updated) == (PAPERS - 1, 1, 0)
    assert titles(store) == sorted([*ALL, f"Of {PAPERS} things"])
    assert [each.number for each in store.imports.recent(9)] == [by.number]
    undo(store, by.number or 0, NOW)
    assert titles(store) == sorted([f"Of {PAPERS - 1} things", f"Of {PAPERS} things"])


def test_an_import_in_pieces_is_taken_back_whole(store: SqlStore, file: Path) -> None:
    by = By("command line", NOW)
    report = import_files(store, [file], by=by)
    assert (report.added, titles(store)) == (PAPERS, ALL)

    undo(store, by.number or 0, NOW)

    assert (store.library.size(), import_files(store, [file]).updated) == (0, PAPERS)
