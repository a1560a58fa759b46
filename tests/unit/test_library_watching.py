"""Files in a watched folder are imported once they lie still; what cannot be read is said once."""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.library import By, LibraryReport, Watched, import_files, undo
from bot.store import SqlStore

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
WELLS = "There are many wells in dry lands, and we count all of them from photographs that satellites took."
SONGS = "Whales sing in the cold seas, and their songs travel for hundreds of miles before anybody hears them."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    return made


@pytest.fixture
def watched(store: SqlStore, folder: Path) -> Watched:
    return Watched(folder, store, lambda: NOW)


def lines(*abstracts: str) -> str:
    return "".join(f"{json.dumps({'abstract': abstract})}\n" for abstract in abstracts)


def look(watched: Watched, times: int = 1) -> list[str]:
    return [sentence for _ in range(times) for sentence in watched.look()]


def test_a_file_is_imported_once_it_lies_still_and_again_when_it_has_changed(
    watched: Watched, store: SqlStore, folder: Path
) -> None:
    file = folder / "a.jsonl"
    file.write_text(lines(WELLS)[:40])
    growing = look(watched)
    file.write_text(lines(WELLS))
    growing += look(watched)
    still = look(watched, 3)
    file.write_text(lines(WELLS, SONGS))
    changed = look(watched, 3)

    assert growing == []
    assert still == ["a.jsonl: Read 1 paper from 1 file: 1 new."]
    assert changed == ["a.jsonl: Read 2 papers from 1 file: 1 new, 1 unchanged."]
    assert [(one.who, one.what) for one in store.imports.recent(5)] == [("watched folder", ("a.jsonl",))] * 2


def test_after_a_restart_nothing_is_imported_again_and_what_left_stays(
    watched: Watched, store: SqlStore, folder: Path
) -> None:
    (folder / "a.jsonl").write_text(lines(WELLS))
    look(watched, 2)
    restarted = Watched(folder, store, lambda: NOW)
    unseen, again = restarted.told(), look(restarted, 2)
    (folder / "a.jsonl").unlink()
    gone = look(watched, 2)

    assert (unseen, again, gone, store.library.size()) == (f"{folder}: not looked at yet.", [], [], 1)
    assert watched.told() == f"{folder}: 0 files read."


def test_what_was_taken_back_stays_away_after_a_restart_until_somebody_brings_it(
    watched: Watched, store: SqlStore, folder: Path
) -> None:
    file = folder / "a.jsonl"
    file.write_text(lines(WELLS))
    look(watched, 2)
    undo(store, 1, NOW)
    told = look(Watched(folder, store, lambda: NOW), 3)

    assert told == ["a.jsonl: its papers were taken back with import 1. To have them again: paperboy import a.jsonl"]
    assert store.library.size() == 0
    import_files(store, [file], by=By("command line", NOW))
    assert (look(Watched(folder, store, lambda: NOW), 3), store.library.size()) == ([], 1)
    undo(store, 2, NOW)
    file.write_text(lines(WELLS, SONGS))
    assert look(Watched(folder, store, lambda: NOW), 3) == ["a.jsonl: Read 2 papers from 1 file: 1 new, 1 updated."]


def test_folders_below_are_read_and_links_and_hidden_files_are_not(
    watched: Watched, store: SqlStore, folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.jsonl").write_text(lines(SONGS))
    (folder / "link.jsonl").symlink_to(outside / "b.jsonl")
    (folder / "below").symlink_to(outside)
    (folder / ".hidden.jsonl").write_text(lines(SONGS))
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "2026").mkdir()
    (folder / "2026" / "a.jsonl").write_text(lines(WELLS))
    (folder / "notes.docx").write_text("a")

    assert look(watched, 2) == ["a.jsonl: Read 1 paper from 1 file: 1 new."]
    assert store.library.size() == 1
    assert watched.told() == f"{folder}: 1 file read, 1 in no known form."


def test_what_cannot_be_read_is_said_once_and_keeps_no_other_file_from_it(
    watched: Watched, store: SqlStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.json").write_text('{"nothing": "here"}')
    (folder / "good.jsonl").write_text(lines(WELLS))
    said = look(watched, 4)
    status = watched.told()
    (folder / "bad.json").write_text(json.dumps([{"abstract": SONGS}]))
    mended = look(watched, 3)
    with monkeypatch.context() as broken:
        broken.setattr("bot.library.watching.import_files", odd_one_out)
        (folder / "odd.jsonl").write_text(lines("x"))
        (folder / "fine.jsonl").write_text(lines(f"{WELLS} They are fine."))
        odd = look(watched, 3)

    assert len(said) == 2
    assert said[0].startswith("bad.json: ")
    assert said[1] == "2 files: Read 1 paper from 1 file: 1 new, 1 skipped."
    assert status == f"{folder}: 1 file read. {said[0]}"
    assert mended == ["bad.json: Read 1 paper from 1 file: 1 new."]
    assert odd[0] == "fine.jsonl: Read 1 paper from 1 file: 1 new."
    assert len(odd) == 2
    assert "something went wrong that should not" in odd[1]


def odd_one_out(store: SqlStore, paths: Sequence[Path], by: By) -> LibraryReport:
    """No file called so can be read, for a reason that nobody thought of."""
    assert not [path for path in paths if path.name == "odd.jsonl"]
    return import_files(store, paths, by=by)


def test_a_folder_that_is_not_there_is_said_once_and_read_when_it_comes_back(
    watched: Watched, store: SqlStore, folder: Path
) -> None:
    folder.rmdir()
    missing = look(watched, 3)
    folder.mkdir()
    (folder / "a.jsonl").write_text(lines(WELLS))
    back = look(watched, 2)

    assert missing == [
        (
            f"The watched folder {folder} cannot be read: No such file or directory. "
            "Make it, or change PAPERBOY_WATCH; what was imported stays."
        )
    ]
    assert (back, store.library.size()) == (["a.jsonl: Read 1 paper from 1 file: 1 new."], 1)


def test_many_files_take_several_looks_and_are_one_import_each_time(
    watched: Watched, store: SqlStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.library.watching.AT_ONCE", 2)
    for number in range(5):
        (folder / f"{number}.jsonl").write_text(lines(f"{WELLS} Of them {number} are dry."))
    look(watched)
    first, waiting = look(watched), watched.told()
    rest = look(watched, 3)

    assert first == ["2 files: Read 2 papers from 2 files: 2 new."]
    assert waiting == f"{folder}: 2 files read, 3 waiting."
    assert rest == [*first, "4.jsonl: Read 1 paper from 1 file: 1 new."]
    assert [one.what for one in store.imports.recent(5)] == [
        ("4.jsonl",),
        ("2.jsonl", "3.jsonl"),
        ("0.jsonl", "1.jsonl"),
    ]
    (folder / "9.jsonl").write_text(lines(SONGS))
    look(watched)
    assert list(watched.look(lambda: False)) == []
    assert len(look(watched)) == 1


def test_of_large_files_fewer_are_taken_at_once(
    watched: Watched, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.library.watching.SIZE_AT_ONCE", 150)
    for number in range(3):
        (folder / f"{number}.jsonl").write_text(lines(f"{WELLS} Of them {number} are dry."))
    look(watched)

    assert [one.partition(":")[0] for one in look(watched, 3)] == ["2 files", "2.jsonl"]
