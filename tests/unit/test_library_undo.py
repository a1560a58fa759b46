"""Every import is kept with its report and can be taken back; what others need stays."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Barrier

import pytest
from sqlalchemy.exc import OperationalError

from bot.library import By, HowToImport, LibraryReport, add_papers, fill_in, import_files, sync_seeds, undo
from bot.library.merges import join
from bot.store import SqlStore
from bot.store.import_changes import ImportsWriting
from bot.store.imports import KEPT
from handlers.errors import Unavailable, UserError
from handlers.shelves import Saved, Whose
from search.models import Paper
from tests.library_kit import rows

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SUBJECTS = ("wells in dry lands", "songs of whales", "prices of bread", "cracks in old bridges", "letters to the moon")


def row(number: int, **fields: object) -> dict[str, object]:
    subject = SUBJECTS[number % 5]
    text = f"There are {number} {subject}. Of {subject} we know too little."
    return {"title": f"On {subject}", "abstract": text, **fields}


def imported(store: SqlStore, *files: Path) -> int:
    by = By("command line", NOW)
    import_files(store, files, by=by)
    assert by.number is not None
    return by.number


def paper(store: SqlStore, number: int) -> Paper | None:
    return store.library.named(f"On {SUBJECTS[number]}")


def library(store: SqlStore) -> dict[str, tuple[Paper, bool, bool]]:
    """How every paper is held, the retired ones too."""
    return {old.paper.id: (old.paper, old.imported, old.retired) for old in store.state("import").held}


# What is kept


def test_an_import_is_kept_with_its_moment_its_author_its_files_and_its_whole_report(
    store: SqlStore, tmp_path: Path
) -> None:
    first = rows(tmp_path, row(0), row(1), {"title": "None"})
    by = By("<@U1>", NOW, team_id="T1")
    import_files(store, [first, tmp_path / "gone.bib"], by=by)
    imported(store, rows(tmp_path, row(2), name="more.jsonl"))

    kept = store.imports.recent(5)
    assert [one.number for one in kept] == [2, 1]
    one = store.imports.find(1)
    assert one == kept[1]
    assert one is not None
    assert (one.at, one.who, one.team_id, one.what) == (NOW, "<@U1>", "T1", ("own.jsonl", "gone.bib"))
    assert {what: number for what, number in one.counts.items() if number} == {"new": 2, "skipped": 1}
    assert one.report == (
        "Read 2 papers from 1 file: 2 new, 1 skipped.",
        "own.jsonl (JSON): 2 papers, 2 new, 1 skipped. Not given: authors 2, year 2, venue 2, link 2.",
        "gone.bib: No such file or directory.",
        "own.jsonl, line 3: it has no abstract; the line was left out.",
    )


def test_what_changes_nothing_at_all_is_no_import(store: SqlStore, tmp_path: Path) -> None:
    file = rows(tmp_path, row(0))
    imported(store, file)
    again = By("command line", NOW)
    import_files(store, [file], by=again)
    preview = By("command line", NOW)
    import_files(store, [rows(tmp_path, row(1), name="b.jsonl")], None, HowToImport(preview=True), preview)
    feed = By("feed", NOW, news_only=True)
    import_files(store, [rows(tmp_path, row(0), name="copy.jsonl")], by=feed)

    assert (again.number, preview.number, feed.number) == (None, None, None)
    assert len(store.imports.recent(9)) == 1


def test_an_import_that_is_cut_off_leaves_neither_papers_nor_a_trace(
    stored: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    file = rows(tmp_path, row(0))
    with monkeypatch.context() as broken:
        broken.setattr(ImportsWriting, "put", fails)
        with pytest.raises(Unavailable):
            imported(stored, file)
    assert (stored.library.size(), stored.library.revision(), stored.files("import"), stored.imports.recent(9)) == (
        0,
        0,
        {},
        (),
    )

    number = imported(stored, file)
    before = library(stored)
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.writing.Writing.disown", fails)
        with pytest.raises(Unavailable):
            undo(stored, number, NOW)
    kept = stored.imports.find(number)
    assert kept is not None
    assert (library(stored), kept.undone) == (before, None)


# Taking back


def test_what_an_import_added_leaves_and_comes_back_under_its_name_when_it_is_imported_again(
    store: SqlStore, tmp_path: Path
) -> None:
    kept = rows(tmp_path, row(3), name="kept.jsonl")
    imported(store, kept)
    file = rows(tmp_path, row(0), row(1))
    number = imported(store, file)
    handles = {one.id for one in store.changes_since(1).papers}

    preview = undo(store, number, NOW, preview=True)
    assert store.library.size() == 3
    told = undo(store, number, NOW + timedelta(days=1))

    assert told == ("Import 2 is taken back.", *preview[1:])
    assert told[1].startswith("2 papers leave the library: ")
    assert [one.id for one in store.changes_since(0).papers] == [one.id for one in [paper(store, 3)] if one]
    undone = store.imports.find(number)
    assert undone is not None
    assert (undone.undone, undone.report[-1]) == (NOW + timedelta(days=1), told[-1])

    assert imported(store, file) == 3
    assert {one.id for one in store.changes_since(1).papers} == handles
    undo(store, 3, NOW)
    assert (store.library.size(), paper(store, 0)) == (1, None)


def test_what_a_wrong_file_said_is_gone_when_the_right_one_comes_after_it_was_taken_back(
    stored: SqlStore, tmp_path: Path
) -> None:
    mixed_up = row(0, venue="Ann Lee", year=1999, doi="10.1000/wrong")
    wrong = imported(stored, rows(tmp_path, mixed_up, name="wrong.jsonl"))
    undo(stored, wrong, NOW)
    right = imported(stored, rows(tmp_path, row(0, year=2024), name="right.jsonl"))
    now = paper(stored, 0)
    assert now is not None
    assert (now.venue, now.year, now.doi, stored.coats.of(now.id)) == (None, 2024, None, ())
    assert stored.library.named("10.1000/wrong") is None

    imported(stored, rows(tmp_path, row(0), name="again.jsonl"))
    undo(stored, right, NOW)
    left = paper(stored, 0)
    assert left is not None
    assert (left.venue, left.year) == (None, 2024), "another import has it; nothing goes back to the wrong file"


def test_what_an_import_changed_becomes_what_it_was(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, row(0, year=2020), row(1)))
    before = library(store)
    number = imported(store, rows(tmp_path, row(0, year=2024, venue="WellConf"), row(1)))

    told = undo(store, number, NOW)

    assert library(store) == before
    handle = next(iter(before))
    assert told[1:] == (f"{handle} gets its year and venue back.",)


def test_only_what_nobody_changed_since_goes_back_and_the_rest_is_named(stored: SqlStore, tmp_path: Path) -> None:
    imported(stored, rows(tmp_path, row(0, year=2020)))
    second = imported(stored, rows(tmp_path, row(0, year=2021, venue="WellConf")))
    third = imported(stored, rows(tmp_path, row(0, year=2022, venue="WellConf")))
    handle = next(iter(library(stored)))

    told = undo(stored, second, NOW)
    now = paper(stored, 0)
    assert told[1:] == (
        f"{handle} gets its venue back.",
        f"{handle}: its year stays, import {third} changed it since.",
    )
    assert now is not None
    assert (now.year, now.venue) == (2022, None)

    undo(stored, third, NOW)
    now = paper(stored, 0)
    assert now is not None
    assert (now.year, now.venue) == (2020, None), "not what the import that was taken back had said"


def test_a_paper_that_a_later_import_has_too_stays_until_that_one_is_taken_back(
    store: SqlStore, tmp_path: Path
) -> None:
    first = imported(store, rows(tmp_path, row(0), row(1)))
    second = imported(store, rows(tmp_path, row(0), name="copy.jsonl"))
    shared = paper(store, 0)
    assert shared is not None

    told = undo(store, first, NOW)
    assert f"{shared.id} stays: import {second} has it too." in told
    assert (paper(store, 0), paper(store, 1), store.library.size()) == (shared, None, 1)

    undo(store, second, NOW)
    assert store.library.size() == 0


def test_what_people_keep_is_told_and_stays_on_their_lists(stored: SqlStore, tmp_path: Path) -> None:
    number = imported(stored, rows(tmp_path, row(0), row(1)))
    saved = paper(stored, 0)
    assert saved is not None
    stored.shelf.say(Whose("T1", "U1", saved.id), Saved(None, NOW))

    told = undo(stored, number, NOW)

    assert told[2].startswith("1 of them is on people's lists, nominated or picked.")
    assert [one.paper_id for one in stored.shelf.of_person("T1", "U1")] == [saved.id]


def test_papers_of_the_seeds_stay_with_the_seeds(store: SqlStore, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    rows(seeds, row(0), row(1), name="seeds.jsonl")
    sync_seeds(store, seeds)
    before = library(store)
    number = imported(store, rows(tmp_path, row(0, venue="WellConf"), row(2)))

    told = undo(store, number, NOW)
    sync_seeds(store, seeds)

    assert "1 paper stays as long as the seeds folder has it." in told
    left = {handle: held for handle, held in library(store).items() if not held[2]}
    assert left == before

    rows(seeds, row(1), name="seeds.jsonl")
    sync_seeds(store, seeds)
    assert (paper(store, 0), store.library.size()) == (None, 1)


def test_a_paper_that_came_into_the_seeds_since_is_left_to_them(store: SqlStore, tmp_path: Path) -> None:
    number = imported(store, rows(tmp_path, row(0)))
    rows(tmp_path / "seeds", row(0), name="seeds.jsonl")
    sync_seeds(store, tmp_path / "seeds")

    undo(store, number, NOW)
    sync_seeds(store, tmp_path / "seeds")

    assert paper(store, 0) is not None


def test_what_has_left_the_seeds_meanwhile_leaves_with_the_import(store: SqlStore, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    rows(seeds, row(0), row(1), name="seeds.jsonl")
    sync_seeds(store, seeds)
    number = imported(store, rows(tmp_path, row(0)))
    rows(seeds, row(1), name="seeds.jsonl")
    sync_seeds(store, seeds)
    assert store.library.size() == 2

    undo(store, number, NOW)
    sync_seeds(store, seeds)

    assert (paper(store, 0), store.library.size()) == (None, 1)


def test_what_was_imported_before_imports_were_kept_stays(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0))])
    number = imported(store, rows(tmp_path, row(0), row(1), name="copy.jsonl"))

    undo(store, number, NOW)

    assert (store.library.size(), paper(store, 1)) == (1, None)


def test_files_of_one_import_that_have_a_paper_twice_did_one_thing_to_it(store: SqlStore, tmp_path: Path) -> None:
    number = imported(store, rows(tmp_path, row(0)), rows(tmp_path, row(0, year=2024), name="b.jsonl"))
    handle = next(iter(library(store)))

    assert undo(store, number, NOW)[1:] == (f"1 paper leaves the library: {handle}.",)


def test_what_comes_while_an_import_is_taken_back_is_looked_at_again(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = imported(store, rows(tmp_path, row(0)))
    later: list[int] = []

    def meanwhile(store: SqlStore, ids: Collection[str]) -> frozenset[str]:
        if not later:
            later.append(imported(store, rows(tmp_path, row(0), name="copy.jsonl")))
        return frozenset()

    monkeypatch.setattr(SqlStore, "kept_by_people", meanwhile)

    assert undo(store, first, NOW)[1].endswith(f"stays: import {later[0]} has it too.")
    assert store.library.size() == 1


def test_what_cannot_be_taken_back_is_told(store: SqlStore, tmp_path: Path) -> None:
    number = imported(store, rows(tmp_path, row(0)))
    undo(store, number, NOW)
    with pytest.raises(UserError, match="was taken back already"):
        undo(store, number, NOW)
    with pytest.raises(UserError, match="no import 99"):
        undo(store, 99, NOW)

    old = imported(store, rows(tmp_path, row(1), name="b.jsonl"))
    with store.writing() as writing:
        for _ in range(KEPT):
            writing.imports.begin(NOW, "feed", "")
    with pytest.raises(UserError, match="too old to be taken back"):
        undo(store, old, NOW)
    assert store.library.size() == 1


def test_what_was_looked_up_and_filled_in_can_be_taken_back(store: SqlStore) -> None:
    found = Paper(abstract="We count wells from above, with a drone.", source="arxiv:1#1")
    added = By("command line", NOW, ("arXiv:1",))
    plan = add_papers(store, [found], by=added)
    handle = plan.added[0].id
    filled = By("enrich", NOW)
    fill_in(store, {handle: replace(found, title="WellCount", year=2024)}, by=filled)

    assert (added.number, filled.number) == (1, 2)
    undo(store, 2, NOW)
    assert store.library.papers([handle])[0].title is None
    undo(store, 1, NOW)
    assert store.library.size() == 0


def test_who_is_forgotten_is_somebody_in_the_imports_that_stay(store: SqlStore, tmp_path: Path) -> None:
    by = By("<@U1>", NOW, team_id="T1")
    import_files(store, [rows(tmp_path, row(0))], by=by)

    store.privacy.forget("T1", "U1")

    assert [one.who for one in store.imports.recent(9)] == ["somebody"]
    assert store.privacy.rows("U1") == ()
    undo(store, 1, NOW)
    assert store.library.size() == 0


def test_an_import_in_many_pieces_is_taken_back_as_one(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.library.pieces.PIECE", 2)
    number = imported(store, rows(tmp_path, *(row(each) for each in range(5))))
    kept = store.imports.find(number)

    undo(store, number, NOW)

    assert kept is not None
    assert (number, kept.counts["new"], store.library.size()) == (1, 5, 0)


def test_of_two_who_take_one_import_back_one_is_told_so(tmp_path: Path) -> None:
    file = str(tmp_path / "papers.sqlite3")
    with closing(SqlStore.open(file)) as one, closing(SqlStore.open(file)) as other:
        number = imported(one, rows(tmp_path, *(row(each) for each in range(5))))
        together = Barrier(2)

        def take_back(store: SqlStore) -> str:
            together.wait(10)
            try:
                return undo(store, number, NOW)[0]
            except UserError as error:
                return str(error)

        with ThreadPoolExecutor(2) as pool:
            told = sorted(pool.map(take_back, [one, other]))

        assert [sentence.partition(".")[0] for sentence in told] == [
            "Import 1 is taken back",
            "Import 1 was taken back already",
        ]
        assert one.library.size() == 0


def test_imports_can_be_taken_back_in_any_order(store: SqlStore, tmp_path: Path) -> None:
    """Papers are there while an import that stands has them, or the seeds; what the seeds say is left at the end."""
    rows(tmp_path / "seeds", row(4, year=2000), name="seeds.jsonl")
    sync_seeds(store, tmp_path / "seeds")
    [seed] = [handle for handle, held in library(store).items() if not held[2]]
    random = Random(8)
    standing: dict[int, set[int]] = {}
    for step in range(36):
        if standing and (random.random() < 0.5 or step >= 28):
            undo(store, number := random.choice(sorted(standing)), NOW)
            del standing[number]
        else:
            some = random.sample(range(5), random.randint(1, 4))
            records = [row(each, year=random.randint(2001, 2009), venue=random.choice(["", "A", "B"])) for each in some]
            name = random.choice(["a.jsonl", "b.jsonl"])
            by = By("command line", NOW)
            import_files(store, [rows(tmp_path, *records, name=name)], by=by)
            if by.number is not None:
                standing[by.number] = set(some)
        sync_seeds(store, tmp_path / "seeds")
        there = {number for number in range(5) if paper(store, number)}
        assert there == set().union({4}, *standing.values()), step
    for number in sorted(standing, key=lambda _: random.random()):
        undo(store, number, NOW)
    sync_seeds(store, tmp_path / "seeds")

    left = {handle: held for handle, held in library(store).items() if not held[2]}
    assert left.keys() == {seed}
    assert (left[seed][0].year, left[seed][0].venue, left[seed][1]) == (2000, None, False)


def test_two_papers_that_were_joined_leave_with_the_last_import_of_either(store: SqlStore, tmp_path: Path) -> None:
    one = imported(store, rows(tmp_path, row(0)))
    two = imported(store, rows(tmp_path, row(1), name="b.jsonl"))
    stays, goes = (found.id for found in store.changes_since(0).papers)
    join(store, stays, goes, NOW)

    assert f"{stays} stays: import {two} has it too." in undo(store, one, NOW)
    assert store.library.size() == 1
    undo(store, two, NOW)
    assert store.library.size() == 0


# Files of one name


def test_two_files_of_one_name_are_two_files(store: SqlStore, tmp_path: Path) -> None:
    mine = rows(tmp_path / "mine", row(0), name="refs.jsonl")
    yours = rows(tmp_path / "yours", row(1), name="refs.jsonl")
    import_files(store, [mine, yours])

    assert sorted(one.source or "" for one in store.changes_since(0).papers) == ["refs.jsonl#1", "yours/refs.jsonl#1"]
    assert import_files(store, [yours, mine]) == LibraryReport(same_files=2)
    edited = rows(tmp_path / "yours", row(1, year=2024), name="refs.jsonl")
    assert import_files(store, [edited]).updated == 1
    moved = rows(tmp_path / "moved", row(0), name="refs.jsonl")
    assert import_files(store, [moved]) == LibraryReport(same_files=1), "it holds the same"
    assert [store.files("import").keys()] == [{"refs.jsonl", "yours/refs.jsonl"}]


def test_an_imported_file_is_never_taken_for_one_of_the_seeds(store: SqlStore, tmp_path: Path) -> None:
    sync_seeds(store, rows(tmp_path / "seeds", row(0), name="refs.jsonl").parent)
    import_files(store, [rows(tmp_path / "mine", row(1), name="refs.jsonl")])

    rows(tmp_path / "seeds", row(0), row(2), name="refs.jsonl")
    sync_seeds(store, tmp_path / "seeds")

    found = paper(store, 1)
    assert found is not None
    assert found.source == "mine/refs.jsonl#1"


def test_a_file_that_was_imported_before_folders_were_kept_is_known_again(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0), row(1))])
    with store.writing() as writing:
        writing.remember_files("import", {"own.jsonl": "of an earlier version"}, {"own.jsonl": None})  # type: ignore[dict-item]

    assert import_files(store, [rows(tmp_path, row(0), row(1))]).unchanged == 2
    assert store.files("import").keys() == {"own.jsonl"}
    assert store.places() == {"own.jsonl": str(tmp_path.resolve())}
