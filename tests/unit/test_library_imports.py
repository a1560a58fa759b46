"""Papers that people import stay, and importing again changes nothing."""

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.library import By, HowToImport, LibraryReport, import_files, sentences, sync_seeds
from bot.store import SqlStore
from tests.library_kit import rows


def row(number: int, **fields: object) -> dict[str, object]:
    subjects = (
        "wells in dry lands",
        "songs of whales",
        "prices of bread",
        "cracks in old bridges",
        "letters to the moon",
    )
    subject = subjects[number % 5]
    return {
        "title": f"On {subject}",
        "abstract": f"There are {number} {subject}. Of {subject} we know too little.",
        **fields,
    }


def test_imported_papers_are_found_by_handle_and_title(store: SqlStore, tmp_path: Path) -> None:
    report = import_files(store, [rows(tmp_path, row(0), row(1))])

    assert report == LibraryReport(files=1, read=2, added=2)
    assert sentences(report) == ("Read 2 papers from 1 file: 2 new.",)
    assert store.library.size() == 2
    assert [paper.source for paper in store.changes_since(0).papers] == ["own.jsonl#1", "own.jsonl#2"]


def test_the_same_file_again_changes_nothing(store: SqlStore, tmp_path: Path) -> None:
    file = rows(tmp_path, row(0), row(1))
    import_files(store, [file])

    assert import_files(store, [file]) == LibraryReport(same_files=1)
    assert store.library.revision() == 2


def test_what_was_imported_is_remembered_when_another_file_or_the_seeds_are_read(
    store: SqlStore, tmp_path: Path
) -> None:
    file = rows(tmp_path, row(0), row(1))
    import_files(store, [file])
    import_files(store, [rows(tmp_path, row(2), name="more.jsonl")])
    (tmp_path / "seeds").mkdir()
    rows(tmp_path / "seeds", row(3), name="seeds.jsonl")
    sync_seeds(store, tmp_path / "seeds")

    assert import_files(store, [file, tmp_path / "more.jsonl"]) == LibraryReport(same_files=2)


def test_the_same_papers_in_another_file_change_nothing(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0), row(1))])

    assert import_files(store, [rows(tmp_path, row(1), row(0), name="copy.jsonl")]) == LibraryReport(
        files=1, read=2, unchanged=2
    )
    assert store.library.revision() == 2


def test_a_paper_that_was_taken_out_of_the_file_stays(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0), row(1))])

    assert import_files(store, [rows(tmp_path, row(0))]) == LibraryReport(files=1, read=1, unchanged=1)
    assert store.library.size() == 2


def test_an_edited_row_updates_its_paper(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0), row(1))])
    edited = row(1, year=2024)
    edited["abstract"] = f"{edited['abstract']} Now we know more."

    assert import_files(store, [rows(tmp_path, row(0), edited)]) == LibraryReport(
        files=1, read=2, updated=1, unchanged=1
    )
    assert (store.library.size(), store.changes_since(2).papers[0].year) == (2, 2024)


def test_several_files_are_read_and_what_cannot_be_read_is_told(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    bad = rows(tmp_path, row(1, year="soon"), {"title": "No abstract"}, name="bad.jsonl")
    paths = [tmp_path / "missing.jsonl", tmp_path / "folder.txt", tmp_path / "paper.pdf", bad, rows(tmp_path, row(0))]

    report = import_files(store, paths)

    assert (report.files, report.added, len(report.unreadable), len(report.problems)) == (2, 2, 3, 2)
    assert sentences(report)[1:] == (
        "missing.jsonl: No such file or directory.",
        "folder.txt: it is no file.",
        "paper.pdf: No such file or directory.",
        'bad.jsonl, line 1: its year "soon" was left out, it is no year.',
        "bad.jsonl, line 2: it has no abstract; the line was left out.",
    )


def test_one_odd_paper_does_not_keep_the_others_out(store: SqlStore, tmp_path: Path) -> None:
    odd = row(0, title="/" * 300, authors=[f"Author {number}" for number in range(3000)], venue="\ud800 \0")

    assert import_files(store, [rows(tmp_path, odd, row(1), {"abstract": "?!"})]).added == 3


def test_facts_about_seeds_belong_into_the_seeds_folder(store: SqlStore, tmp_path: Path) -> None:
    fact = {"file": "000", "n": 1, "title": "A", "abstract_begins": "There are wells"}

    report = import_files(store, [rows(tmp_path, row(0), fact)])

    assert [str(problem) for problem in report.problems] == [
        "own.jsonl, line 2: it tells of a paper in 000 and was left out; put this file into the seeds folder."
    ]


def test_of_very_many_sentences_the_first_are_shown(store: SqlStore, tmp_path: Path) -> None:
    report = import_files(store, [rows(tmp_path, row(0), *({} for _ in range(30)))])

    assert len(sentences(report)) == 12
    assert sentences(report)[-1] == "And 20 more like this."


def test_what_happened_is_one_sentence() -> None:
    report = LibraryReport(files=2, same_files=1, read=1234, added=1000, updated=1, retired=2, unchanged=231)

    assert " ".join(sentences(report)) == (
        "Read 1,234 papers from 2 files: 1,000 new, 1 updated, 2 retired, 231 unchanged. "
        "1 file unchanged since last read."
    )
    assert sentences(LibraryReport()) == ("No papers were read.",)


# Formats, previews, and what is said of each file


def test_each_file_is_reported_with_its_format_and_what_its_papers_lack(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@misc{a, title={A}, abstract={We count wells.}}\n@misc{b, title={B}}\n")
    (tmp_path / "b.ris").write_text("TY  - JOUR\nAB  - We count wells.\nER  - \nTY  - JOUR\nAB  - Songs.\nER  - \n")

    report = import_files(store, [tmp_path / "a.bib", tmp_path / "b.ris"])

    assert [str(file) for file in report.by_file] == [
        "a.bib (BibTeX): 1 paper, 1 new, 1 skipped. Not given: authors 1, year 1, venue 1, link 1.",
        "b.ris (RIS): 2 papers, 1 new, 1 unchanged. Not given: title 2, authors 2, year 2, venue 2, link 2.",
    ]
    assert sentences(report) == (
        "Read 3 papers from 2 files: 2 new, 1 unchanged, 1 skipped.",
        'a.bib, line 2: "B" has no abstract; the record was left out.',
    )


def test_a_preview_says_what_an_import_would_do_and_does_nothing(store: SqlStore, tmp_path: Path) -> None:
    import_files(store, [rows(tmp_path, row(0))])
    before = store.library.revision()
    first = rows(tmp_path, row(0, year=2024), row(1), row(1), {"title": "None"})
    second = rows(tmp_path, row(1), row(2), name="more.jsonl")

    preview = import_files(store, [first, second], None, HowToImport(preview=True))

    assert store.library.revision() == before
    assert sentences(preview)[0] == (
        "A preview, nothing was changed. Read 5 papers from 2 files: "
        "2 new, 1 updated, 1 unchanged, 1 the same as another one, 1 skipped."
    )
    done = import_files(store, [first, second])
    assert preview.by_file == done.by_file
    assert store.library.size() == 3


def test_a_file_is_read_in_the_format_that_is_named_and_again_when_another_one_is(
    store: SqlStore, tmp_path: Path
) -> None:
    file = tmp_path / "a.dat"
    file.write_text("title|abstract|size\nOn Wells|We count wells.|3\n")

    assert import_files(store, [file], None, HowToImport(form="csv")).added == 1
    assert import_files(store, [file], None, HowToImport(form="csv")).same_files == 1
    assert import_files(store, [file], None, HowToImport(form="ris")).unreadable == ("a.dat: holds no abstract.",)


def test_a_file_without_an_abstract_is_told_with_all_that_is_wrong_with_it(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n")

    report = import_files(store, [tmp_path / "a.bib"])

    assert sentences(report) == (
        "No papers were read.",
        "a.bib: holds no abstract.",
        'a.bib, line 1: "A" has no abstract; the record was left out.',
        'a.bib, line 2: "B" has no abstract; the record was left out.',
    )


def test_every_sentence_is_there_for_who_wants_them_all(store: SqlStore, tmp_path: Path) -> None:
    report = import_files(store, [rows(tmp_path, row(0), *({} for _ in range(30)))])

    assert len(sentences(report, most=None)) == 31


def test_what_a_file_is_called_stays_in_its_line_whatever_its_name_holds(store: SqlStore, tmp_path: Path) -> None:
    file = rows(tmp_path, row(0), name="our\n\x1b[31m\u202epapers.jsonl")
    import_files(store, [file])

    assert [paper.source for paper in store.changes_since(0).papers] == ["our__[31m_papers.jsonl#1"]
    assert import_files(store, [file]) == LibraryReport(same_files=1)


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_files_that_come_together_become_what_they_become_one_after_the_other(tmp_path: Path, seed: int) -> None:
    """Records of a few papers in many coats, in files of one to three records each."""
    chance = Random(seed)
    files = []
    for number in range(10):
        text = "".join(f"{json.dumps(_coat(chance))}\n" for _ in range(chance.randint(1, 3)))
        (tmp_path / f"{number}.jsonl").write_text(text)
        files.append(tmp_path / f"{number}.jsonl")
    states = []
    for parts in ([files], [[file] for file in files]):
        store = SqlStore.open(":memory:")
        for part in parts:
            import_files(store, part, by=By("command line", datetime(2026, 12, 1, tzinfo=UTC)))
        states.append([(held.paper, frozenset(held.coats)) for held in store.state("import").held])
        store.close()

    assert states[0] == states[1]


def _coat(chance: Random) -> dict[str, object]:
    number = chance.randrange(4)
    about = row(number)
    names = {"doi": f"10.1000/{number}", "arxiv_id": f"2101.0000{number}", "title": about["title"]}
    told = {name: value for name, value in names.items() if chance.random() < 0.5}
    longer = " And more is said of it here." * chance.randrange(3)
    return {**told, "year": 2020 + chance.randrange(2), "abstract": f"{about['abstract']}{longer}"}
