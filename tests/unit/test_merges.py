"""Every record of a merged paper is kept with its source, leads to the paper, and can be split off and joined again."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from bot.library import By, HowToImport, add_papers, import_files, join, keep_apart, split, sync_seeds, undo
from bot.store import SqlStore, entry_of
from bot.store.coats import CoatsWriting
from handlers.ballots import Comparison, Nomination
from handlers.errors import Unavailable, UserError
from handlers.shelves import Hidden, Marked, Noted, Rated, Saved, Shelved, Whose, Word
from search.ingest import reconcile
from search.models import Paper
from search.plan import Held
from search.query import Identifier
from search.wardrobe import record_print
from tests import library_kit
from tests.posting_kit import TEAM, schedule

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SWELL = (
    "Sailors of the archipelago find their way by the swell that bends around islands they cannot see. We model the "
    "bending as refraction in shallow water and fit it to recordings of forty boats. A chart of sticks turns out to be "
    "a first-order expansion of that model, exact for the northern atolls. Pilots who were shown the expansion "
    "corrected it by hand, and their corrections match the second order."
)
REVISED = SWELL.replace("forty boats", "forty-two boats in three seasons").replace("exact for", "exact within 7% for")
OTHER = (
    "Bees that return to a moved hive search in loops which grow until something looks right. We show that the loops "
    "are the best plan for a searcher who forgets, and estimate how fast a bee forgets from how fast they grow."
)
PREPRINT = {"title": "Stick Charts as Expansions", "authors": ["Ana Núñez", "Lei Zhang"], "abstract": SWELL}
PREPRINT |= {"arxiv_id": "2101.00001", "doi": "10.1000/preprint"}
PRINT = {"title": "Stick charts as expansions", "authors": ["A. Nunez", "L. Zhang"], "abstract": REVISED, "year": 2021}
PRINT |= {"doi": "10.1000/charts", "url": "https://journal.example/charts/7"}


def rows(folder: Path, name: str, *records: object) -> Path:
    return library_kit.rows(folder, *records, name=f"{name}.jsonl")


def imported(store: SqlStore, *files: Path) -> tuple[int, int, int, int]:
    by = By("command line", NOW)
    report = import_files(store, files, by=by)
    return report.added, report.updated, report.unchanged, len(report.duplicates)


def shown(store: SqlStore) -> list[Paper]:
    return sorted(store.changes_since(0).papers, key=lambda paper: paper.id)


def sources(store: SqlStore, handle: str) -> list[str | None]:
    return [kept.coat.record.source for kept in store.coats.of(handle)]


def called(store: SqlStore, kind: str, value: str) -> str | None:
    found = store.library.identified(Identifier(kind, value))  # type: ignore[arg-type]
    return found.id if found else None


def test_a_merged_record_is_kept_whole_and_all_its_names_lead_to_the_paper(stored: SqlStore, tmp_path: Path) -> None:
    assert imported(stored, rows(tmp_path, "a", PREPRINT)) == (1, 0, 0, 0)
    assert imported(stored, rows(tmp_path, "b", PRINT)) == (0, 1, 0, 1)

    (paper,) = shown(stored)
    first, second = stored.coats.of(paper.id)
    assert (paper.abstract, paper.doi, paper.year) == (SWELL, "10.1000/preprint", 2021)
    assert (first.coat.record.source, first.coat.because, first.number) == ("a.jsonl#1", "", None)
    assert (first.coat.record.year, first.coat.record.abstract) == (None, SWELL)
    assert (second.coat.record.abstract, second.coat.record.doi) == (REVISED, "10.1000/charts")
    assert (second.coat.because, second.at, second.number) == ("the same title, the abstracts share 80%", NOW, 2)
    assert called(stored, "doi", "10.1000/CHARTS") == paper.id == called(stored, "doi", "10.1000/preprint")
    assert called(stored, "url", "http://journal.example/charts/7/") == paper.id
    assert stored.coats.merged() == ((paper.id, 2),)


def test_a_third_record_is_known_by_a_name_that_only_the_second_one_has(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    third = {"doi": "https://doi.org/10.1000/charts", "abstract": "Only a note: see the print.", "venue": "NAV"}

    assert imported(store, rows(tmp_path, "c", third)) == (0, 1, 0, 1)
    (paper,) = shown(store)
    assert (paper.venue, sources(store, paper.id)) == ("NAV", ["a.jsonl#1", "b.jsonl#1", "c.jsonl#1"])


def test_the_same_records_again_are_unchanged_wherever_they_stand(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    before = shown(store), store.coats.of(shown(store)[0].id), store.library.revision()

    assert imported(store, rows(tmp_path, "b2", {"title": "Bees", "abstract": OTHER}, PRINT)) == (1, 0, 1, 0)
    bees, paper = sorted(shown(store), key=lambda one: one.title != "Bees")
    assert ([paper], store.coats.of(paper.id)) == before[:2]
    assert store.library.revision() == before[2] + 1
    assert store.coats.of(bees.id) == ()


def test_two_records_with_one_abstract_in_one_file_lose_nothing_and_the_report_says_so(
    store: SqlStore, tmp_path: Path
) -> None:
    report = import_files(store, [rows(tmp_path, "a", PREPRINT, {**PRINT, "abstract": SWELL})])

    (paper,) = shown(store)
    assert (report.added, paper.year, paper.url) == (1, 2021, PRINT["url"])
    assert str(report.duplicates[0]).startswith("a.jsonl#2: it is the same paper as a.jsonl#1 (the same abstract)")
    assert sources(store, paper.id) == ["a.jsonl#1", "a.jsonl#2"]
    assert [record.source for record in store.library.records(paper.id)] == ["a.jsonl#1", "a.jsonl#2"]
    assert called(store, "doi", "10.1000/charts") == paper.id


def test_an_edited_record_takes_the_place_of_what_its_source_said_before(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    imported(store, rows(tmp_path, "b", {**PRINT, "doi": "10.1000/corrected", "abstract": REVISED + " Code is free."}))
    imported(store, rows(tmp_path, "a", {**PREPRINT, "abstract": SWELL + " See the print."}))

    (paper,) = shown(store)
    first, second = (kept.coat.record for kept in store.coats.of(paper.id))
    assert paper.abstract == first.abstract == SWELL + " See the print."
    assert (second.doi, second.abstract) == ("10.1000/corrected", REVISED + " Code is free.")
    assert (called(store, "doi", "10.1000/charts"), called(store, "doi", "10.1000/corrected")) == (None, paper.id)


def test_a_record_is_split_off_for_good_and_the_rest_is_merged_without_it(stored: SqlStore, tmp_path: Path) -> None:
    imported(stored, rows(tmp_path, "a", PREPRINT))
    imported(stored, rows(tmp_path, "b", PRINT))
    (paper,) = shown(stored)

    told = split(stored, paper.id, "b.jsonl#1", NOW)

    (new,) = [one for one in shown(stored) if one.id != paper.id]
    (left,) = stored.library.papers([paper.id])
    assert told[0] == f"The record from b.jsonl#1 is a paper of its own: {new.id}."
    assert (left.year, left.doi, new.doi, new.abstract) == (None, "10.1000/preprint", "10.1000/charts", REVISED)
    assert (called(stored, "doi", "10.1000/charts"), stored.coats.of(paper.id)) == (new.id, ())
    again = rows(tmp_path / "again", "b", {"title": "Bees", "abstract": OTHER}, PRINT)
    assert imported(stored, again, rows(tmp_path / "again", "a", PREPRINT, {"abstract": "Short."})) == (2, 0, 2, 0)
    assert (stored.library.papers([paper.id]), stored.library.papers([new.id])) == ((left,), (new,))
    assert "import 3 has it too" in " ".join(undo(stored, 2, NOW))
    undo(stored, 3, NOW)
    assert stored.library.present([paper.id, new.id]) == {paper.id}


def test_what_somebody_changed_since_stays_when_a_record_is_split_off(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    (paper,) = shown(store)
    with store.writing() as writing:
        writing.update([entry_of(replace(paper, venue="NAV", year=2022))])
    split(store, paper.id, "2", NOW)

    (left,) = store.library.papers([paper.id])
    assert (left.venue, left.year, left.url) == ("NAV", 2022, None)


def test_even_one_abstract_twice_in_one_file_stays_two_papers_once_it_is_split(store: SqlStore, tmp_path: Path) -> None:
    file = rows(tmp_path, "a", PREPRINT, {**PRINT, "abstract": SWELL})
    imported(store, file)
    split(store, shown(store)[0].id, "a.jsonl#2", NOW)
    two = shown(store)

    file.write_text(file.read_text(encoding="utf-8") + "\n" + json.dumps({"abstract": OTHER}), encoding="utf-8")
    assert imported(store, file) == (1, 0, 2, 0)
    assert [one for one in shown(store) if one.abstract != OTHER] == two


def test_the_first_record_can_be_split_off_and_the_handle_stays(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    (paper,) = shown(store)
    split(store, paper.id, "a.jsonl#1", NOW)

    (left,) = store.library.papers([paper.id])
    assert (left.abstract, left.source, left.arxiv_id) == (REVISED, "b.jsonl#1", None)
    assert called(store, "arxiv", "2101.00001v3") not in (paper.id, None)


def test_a_first_record_that_is_split_off_leaves_with_the_imports_that_had_the_paper(
    stored: SqlStore, tmp_path: Path
) -> None:
    imported(stored, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    (paper,) = shown(stored)
    split(stored, paper.id, "1", NOW)
    assert len(shown(stored)) == 2

    undo(stored, 1, NOW)
    assert shown(stored) == []


def test_papers_that_were_joined_and_parted_leave_each_with_its_own_import(stored: SqlStore, tmp_path: Path) -> None:
    bees = {"title": "Loops of Bees", "abstract": OTHER}
    imported(stored, rows(tmp_path, "a", PREPRINT))
    imported(stored, rows(tmp_path, "b", bees))
    one, two = (next(each.id for each in shown(stored) if text in each.abstract) for text in (SWELL, OTHER))
    join(stored, one, two, NOW)
    split(stored, one, "b.jsonl#1", NOW)

    undo(stored, 1, NOW)
    assert [each.id for each in shown(stored)] == [two]

    imported(stored, rows(tmp_path, "a", PREPRINT))
    join(stored, one, two, NOW)
    undo(stored, 2, NOW)
    split(stored, one, "b.jsonl#1", NOW)
    assert [each.id for each in shown(stored)] == sorted([one, two]), "a person has parted them, and has both"
    undo(stored, 3, NOW)
    assert shown(stored) == []


def test_what_cannot_be_split_or_joined_is_said_and_nothing_changes(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT), rows(tmp_path, "c", {"abstract": OTHER}))
    merged, alone = store.coats.merged()[0][0], next(one.id for one in shown(store) if one.abstract == OTHER)
    before = store.library.revision()
    acts: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: split(store, alone, "c.jsonl#1", NOW), "has one record only"),
        (lambda: split(store, merged, "z.jsonl#1", NOW), "no record from z.jsonl#1. Its records are from a.jsonl#1, b"),
        (lambda: split(store, "nobody", "1", NOW), "There is no paper called nobody"),
        (lambda: join(store, merged, merged, NOW), "one paper already"),
        (lambda: keep_apart(store, merged, alone), "Nothing says"),
    )
    for act, sentence in acts:
        with pytest.raises(UserError, match=sentence):
            act()
    assert store.library.revision() == before


def test_undoing_an_import_takes_its_records_away_and_their_names_with_them(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT))
    before = shown(store)
    imported(store, rows(tmp_path, "b", PRINT))
    undo(store, 2, NOW)

    assert (shown(store), store.coats.merged()) == (before, ())
    assert called(store, "doi", "10.1000/charts") is None
    assert imported(store, rows(tmp_path, "b", PRINT)) == (0, 1, 0, 1)


def test_undoing_imports_of_edited_records_brings_back_those_of_which_they_took_the_place(
    stored: SqlStore, tmp_path: Path
) -> None:
    imported(stored, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", PRINT))
    (handle,) = [paper.id for paper in shown(stored)]
    before = shown(stored), [kept.coat for kept in stored.coats.of(handle)]
    for number, year in ((2, 2019), (3, 2020)):
        edit = {"year": year, "doi": f"10.1000/edit.{year}"}
        imported(stored, rows(tmp_path, "a", PREPRINT | edit), rows(tmp_path, "b", PRINT | edit))
        assert (stored.imports.latest(), len(stored.coats.of(handle))) == (number, 2)

    undo(stored, 2, NOW)
    assert called(stored, "doi", "10.1000/edit.2020") == handle
    undo(stored, 3, NOW)
    assert (shown(stored), [kept.coat for kept in stored.coats.of(handle)]) == before
    assert called(stored, "doi", "10.1000/charts") == handle
    assert {called(stored, "doi", f"10.1000/edit.{year}") for year in (2019, 2020)} == {None}


def test_a_paper_that_another_import_has_too_keeps_its_records(store: SqlStore, tmp_path: Path) -> None:
    two = PREPRINT, PRINT
    imported(store, rows(tmp_path, "a", *two))
    imported(store, rows(tmp_path, "copy", *two, {"abstract": OTHER}))
    undo(store, 1, NOW)

    paper = next(one for one in shown(store) if one.abstract == SWELL)
    assert (sources(store, paper.id), paper.year) == (["a.jsonl#1", "a.jsonl#2"], 2021)
    undo(store, 2, NOW)
    assert store.library.size() == 0


def test_a_merge_that_cannot_be_kept_whole_is_not_done(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    imported(store, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "c", {"abstract": OTHER}))
    before = shown(store), store.imports.recent(5)
    with monkeypatch.context() as broken:
        broken.setattr(CoatsWriting, "name", fails)
        with pytest.raises(Unavailable):
            imported(store, rows(tmp_path, "b", PRINT))
        with pytest.raises(Unavailable):
            join(store, before[0][0].id, before[0][1].id, NOW)
    assert (shown(store), store.imports.recent(5), store.coats.merged()) == (*before, ())
    assert imported(store, rows(tmp_path, "b", PRINT)) == (0, 1, 0, 1)


def test_a_paper_of_the_seeds_keeps_the_records_that_were_imported(store: SqlStore, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    (seeds / "s.txt").write_text(f"NAV 2021\n\n{SWELL}\n", encoding="utf-8")
    sync_seeds(store, seeds)
    imported(store, rows(tmp_path, "a", {**PREPRINT, "doi": "10.1000/1"}), rows(tmp_path, "b", PRINT))
    (seeds / "s.txt").write_text(f"NAV 2021\n\n{SWELL}\n\n{OTHER}\n", encoding="utf-8")
    sync_seeds(store, seeds)

    paper = next(one for one in shown(store) if one.abstract == SWELL)
    assert sources(store, paper.id) == ["s.txt#1", "a.jsonl#1", "b.jsonl#1"]
    assert (paper.venue, paper.doi, called(store, "doi", "10.1000/charts")) == ("NAV", "10.1000/1", paper.id)


def test_two_joined_papers_are_one_and_all_that_people_said_goes_with_it(stored: SqlStore, tmp_path: Path) -> None:
    bees = {"title": "Loops of Bees", "abstract": OTHER, "doi": "10.1000/bees"}
    imported(
        stored, rows(tmp_path, "a", PREPRINT), rows(tmp_path, "b", bees), rows(tmp_path, "c", {"abstract": "Ants."})
    )
    keep, goes, ants = (
        next(one.id for one in shown(stored) if one.abstract == text) for text in (SWELL, OTHER, "Ants.")
    )
    said_of(stored, keep, goes, ants)

    told = join(stored, keep, goes, NOW)

    assert told[0] == f"{keep} and {goes} are one paper: {keep}. {goes} leads to it."
    assert [one.id for one in shown(stored)] == sorted([keep, ants])
    library = stored.library
    assert library.papers([goes]) == library.papers([keep]) == (library.named(goes),)
    assert called(stored, "doi", "10.1000/bees") == keep
    assert stored.library.papers([keep, goes]) == stored.library.papers([keep])
    mine = stored.shelf.shelved(Whose("T1", "U1", goes))
    assert mine == stored.shelf.shelved(Whose("T1", "U1", keep))
    assert (mine.state, mine.rating, mine.note, mine.note_channel, mine.saved) == (
        "reading", 4, "On swell.\n\nOn bees.", None, NOW,
    )  # fmt: skip
    assert stored.shelf.of_person("T1", "U2") == (
        Shelved(paper_id=keep, user_id="U2", state="to read", saved=NOW, saved_in="C1", hidden=True),
    )
    assert [(one.paper_id, one.because) for one in stored.week.nominations("T1", "C1")] == [(keep, "first")]
    assert [(one.winner, one.loser) for one in stored.week.comparisons("T1", "C1")] == [(ants, keep)]
    assert stored.week.withdraw("T1", "C1", goes, "U1")
    assert stored.schedules.hidden("s1") == (ants, keep)
    assert stored.schedules.unhide(TEAM, "s1", goes)
    assert stored.schedules.hide(TEAM, "s1", goes)
    assert stored.schedules.hidden("s1") == (keep, ants)


def test_of_two_who_join_the_same_papers_at_once_one_is_told(stored: SqlStore, tmp_path: Path) -> None:
    imported(stored, rows(tmp_path, "a", PREPRINT, {"abstract": OTHER}))
    one, other = (paper.id for paper in shown(stored))
    ready = Barrier(2, timeout=60)

    def joined(pair: tuple[str, str]) -> str:
        ready.wait()
        try:
            return join(stored, *pair, NOW)[0]
        except UserError as error:
            return str(error)

    with ThreadPoolExecutor(2) as people:
        told = sorted(people.map(joined, [(one, other), (other, one)]))
    assert ["There is no paper" in each for each in told] == [True, False]
    assert (stored.library.size(), len(stored.coats.of(shown(stored)[0].id))) == (1, 2)


def said_of(store: SqlStore, keep: str, goes: str, ants: str) -> None:
    later = NOW + timedelta(days=1)
    store.schedules.add(schedule())
    for paper in (goes, ants):
        store.schedules.hide(TEAM, "s1", paper)
    said: tuple[tuple[str, list[Word]], ...] = (
        (keep, [Saved(None, later), Marked("reading", later), Noted("On swell.", None, NOW)]),
        (goes, [Saved("C1", NOW), Rated(4), Noted("On bees.", "C1", later)]),
    )
    for paper, words in said:
        for word in words:
            store.shelf.say(Whose("T1", "U1", paper), word)
        store.week.nominate(
            Nomination(
                team_id="T1", channel_id="C1", paper_id=paper, user_id="U1", at=NOW,
                because="first" if paper == keep else "second",
            )
        )  # fmt: skip
    store.shelf.say(Whose("T1", "U2", goes), Saved("C1", NOW))
    store.shelf.say(Whose("T1", "U2", goes), Hidden(True))
    for winner, loser in ((goes, keep), (ants, goes)):
        store.week.compare(
            Comparison(team_id="T1", channel_id="C1", winner=winner, loser=loser, user_id="U1", at=NOW)
        )  # fmt: skip


def test_joined_papers_stay_one_whatever_is_read_again_and_come_apart_under_their_old_handles(
    store: SqlStore, tmp_path: Path
) -> None:
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    (seeds / "s.txt").write_text(f"NAV 2021\n\n{SWELL}\n\n{OTHER}\n", encoding="utf-8")
    sync_seeds(store, seeds)
    keep, goes = (one.id for one in sorted(shown(store), key=lambda one: one.abstract != SWELL))
    join(store, keep, goes, NOW)
    edited = OTHER.replace("fast a bee", "quickly a bee")
    for text in (f"{SWELL}\n\n{OTHER}\n\nAnts.", f"{SWELL}\n\n{edited}\n\nAnts."):
        (seeds / "s.txt").write_text(f"NAV 2021\n\n{text}\n", encoding="utf-8")
        report = sync_seeds(store, seeds)
        assert report.retired == 0
        assert {one.abstract for one in shown(store)} == {SWELL, "Ants."}

    split(store, keep, "s.txt#2", NOW)
    assert {one.id for one in shown(store)} >= {keep, goes}
    (seeds / "s.txt").write_text(f"NAV 2021\n\n{SWELL}\n\n{edited}\n", encoding="utf-8")
    sync_seeds(store, seeds)
    assert {one.id for one in shown(store)} == {keep, goes}


def test_doubtful_pairs_are_kept_until_somebody_decides(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT))
    imported(store, rows(tmp_path, "b", {**PRINT, "title": "How Canoes Find Atolls"}))
    (doubt,) = store.coats.doubts()
    assert {doubt.one, doubt.other} == {one.id for one in shown(store)}
    assert doubt.because == "the abstracts share 80%, but other titles"
    assert store.coats.doubts(doubt.other) == (doubt,)

    keep_apart(store, doubt.other, doubt.one)
    assert store.coats.doubts() == ()


def test_what_is_added_by_hand_goes_the_same_way_as_a_file(store: SqlStore, tmp_path: Path) -> None:
    imported(store, rows(tmp_path, "a", PREPRINT))
    found = Paper(abstract=REVISED, title="Stick charts as expansions", authors=("A. Nunez", "L. Zhang"), doi="10.1/x")
    plan = add_papers(store, [replace(found, source="doi.org#1")], by=By("<@U1>", NOW, team_id="T1"))

    assert (plan.added, len(plan.duplicates)) == ((), 1)
    assert sources(store, shown(store)[0].id) == ["a.jsonl#1", "doi.org#1"]
    assert add_papers(store, [replace(found, source="doi.org#1")], preview=True).unchanged == tuple(shown(store))


def test_a_preview_sees_the_records_of_the_files_before(store: SqlStore, tmp_path: Path) -> None:
    third = {"doi": "10.1000/charts", "abstract": "Only a note: see the print."}
    two = [PREPRINT, {**PRINT, "abstract": SWELL}]
    files = [rows(tmp_path, "a", *two), rows(tmp_path, "b", third)]
    report = import_files(store, files, how=HowToImport(preview=True))

    assert (report.added, store.library.size()) == (1, 0)
    assert str(report.duplicates[1]).startswith("b.jsonl#1: it is the same paper as a.jsonl#1 (the same doi name)")


RECORDS = st.builds(
    Paper,
    abstract=st.sampled_from([SWELL, REVISED, OTHER]),
    title=st.sampled_from([None, "Stick Charts as Expansions", "Stick charts as expansions"]),
    year=st.sampled_from([None, 2020, 2021]),
    doi=st.sampled_from([None, "10.1000/charts", "10.1000/preprint"]),
    source=st.integers(1, 6).map("a.bib#{}".format),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(RECORDS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_whatever_is_read_no_value_is_lost_and_reading_it_again_adds_nothing(readings: list[list[Paper]]) -> None:
    held: list[Held] = []
    for number, reading in enumerate(readings):
        named = [replace(one, source=f"{number}.bib#{place}") for place, one in enumerate(reading)]
        held = after(held, named)
        said = [one for old in held for one in ([coat.record for coat in old.coats] or [old.paper])]
        for record in named:
            for field in ("abstract", "title", "year", "doi"):
                value = getattr(record, field)
                assert value is None or any(getattr(one, field) == value for one in said)
        again = reconcile(held, named)
        assert (again.added, again.updated, again.coats) == ((), (), {})


def after(held: list[Held], read: list[Paper]) -> list[Held]:
    plan = reconcile(held, read)
    changed = {paper.id: paper for paper in plan.updated}
    kept = [
        replace(old, paper=changed.get(old.paper.id, old.paper), coats=plan.coats.get(old.paper.id, old.coats))
        for old in held
    ]
    new = [
        Held(replace(paper, id=f"p{len(held) + place}"), imported=True, coats=plan.added_coats.get(place, ()))
        for place, paper in enumerate(plan.added)
    ]
    return [*kept, *new]


def test_a_print_tells_records_apart_by_what_they_say_and_not_by_where_they_stand() -> None:
    record = Paper(abstract=SWELL, title="Swell", source="a#1")

    assert record_print(record) == record_print(replace(record, source="b#2", id="swell"))
    assert record_print(record) != record_print(replace(record, year=2021))
