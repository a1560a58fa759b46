"""The library follows the seeds folder, and handles stay."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.library import LibraryReport, import_files, sentences, sync_seeds
from bot.store import SqlStore, entry_of
from search.models import Paper
from tests.library_kit import counts

SEEDS = Path(__file__).parent.parent.parent / "seeds"
FIRST = min(path.name for path in SEEDS.glob("*.txt"))


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    return shutil.copytree(SEEDS, tmp_path / "seeds")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    opened = SqlStore.open(tmp_path / "data" / "papers.sqlite3")
    yield opened
    opened.close()


def handles(store: SqlStore) -> dict[str, str]:
    """The handles by the source of their paper."""
    return {paper.source or "": paper.id for paper in store.changes_since(0).papers}


def edit(file: Path, change: Callable[[list[str]], list[str]]) -> None:
    heading, *abstracts = file.read_text(encoding="utf-8").strip().split("\n\n")
    file.write_text("\n\n".join([heading, *change(abstracts)]) + "\n", encoding="utf-8")


def test_the_seeds_are_57_papers_with_titles_and_one_handle_each(store: SqlStore) -> None:
    report = sync_seeds(store, SEEDS)

    papers = store.changes_since(0).papers
    assert counts(report) == (57, 0, 0, 0)
    assert (report.unreadable, report.duplicates) == ((), ())
    assert len({paper.id for paper in papers}) == 57
    assert all(paper.title and paper.authors and paper.url for paper in papers)
    assert {(paper.venue, paper.year) for paper in papers} == {("NeurIPS", 2025)}
    assert (papers[1].id, papers[1].source) == ("kvflow", f"{FIRST}#2")


def test_every_line_of_the_companion_tells_of_the_paper_it_numbers(store: SqlStore) -> None:
    sync_seeds(store, SEEDS)

    titles = {paper.source: paper.title for paper in store.changes_since(0).papers}
    rows = [json.loads(row) for row in (SEEDS / "companion.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {f"{row['file']}#{row['n']}": row["title"] for row in rows} == titles


def test_everything_works_without_the_companion(store: SqlStore, seeds: Path) -> None:
    (seeds / "companion.jsonl").unlink()

    assert counts(sync_seeds(store, seeds)) == (57, 0, 0, 0)
    assert {paper.title for paper in store.changes_since(0).papers} == {None}


def test_unchanged_files_are_not_read_again(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    report = sync_seeds(store, seeds)

    assert report == LibraryReport(same_files=4)
    assert sentences(report) == ("4 files unchanged since last read.",)
    assert store.library.revision() == 57


def test_unchanged_files_are_not_even_opened_as_papers(
    store: SqlStore, seeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync_seeds(store, seeds)
    monkeypatch.setattr("bot.library.seeds.read", None)

    assert sync_seeds(store, seeds).same_files == 4


def test_when_files_are_read_in_a_new_way_unchanged_ones_are_read_once_more(
    store: SqlStore, seeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync_seeds(store, seeds)
    monkeypatch.setattr("bot.library.folder.READING", 999)

    assert [sync_seeds(store, seeds).files, sync_seeds(store, seeds).files] == [4, 0]


def test_a_file_that_was_only_saved_again_changes_no_paper(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    content = (seeds / FIRST).read_bytes()
    (seeds / FIRST).write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))

    assert counts(sync_seeds(store, seeds)) == (0, 0, 0, 57)
    assert store.library.revision() == 57


def test_an_edited_abstract_is_updated_and_keeps_its_handle(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = handles(store)
    edit(seeds / FIRST, lambda abstracts: [abstracts[0], abstracts[1] + " One more sentence.", *abstracts[2:]])

    assert counts(sync_seeds(store, seeds)) == (0, 1, 0, 56)
    assert handles(store) == before
    assert store.library.papers(["kvflow"])[0].abstract.endswith(" One more sentence.")


def test_abstracts_that_change_places_keep_their_handles(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = handles(store)
    edit(seeds / FIRST, lambda abstracts: abstracts[::-1])

    sync_seeds(store, seeds)

    after = handles(store)
    assert [after[f"{FIRST}#{number}"] for number in range(1, 20)] == [
        before[f"{FIRST}#{number}"] for number in range(19, 0, -1)
    ]
    assert (
        store.library.papers(["kvflow"])[0].title
        == "KVFlow: Efficient Prefix Caching for Accelerating LLM-Based Multi-Agent Workflows"
    )


def test_a_renamed_file_keeps_handles_and_facts(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = set(handles(store).values())
    (seeds / FIRST).rename(seeds / "renamed.txt")

    assert counts(sync_seeds(store, seeds)) == (0, 19, 0, 38)
    assert set(handles(store).values()) == before
    assert {paper.title is None for paper in store.changes_since(0).papers} == {False}


def test_a_removed_file_retires_its_papers_and_they_come_back_with_it(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = handles(store)
    aside = (seeds / FIRST).rename(seeds.parent / "aside.txt")
    removed = sync_seeds(store, seeds)
    size = store.library.size()
    aside.rename(seeds / FIRST)
    restored = sync_seeds(store, seeds)

    assert (counts(removed), size) == ((0, 0, 19, 38), 38)
    assert (counts(restored), store.library.size()) == ((0, 19, 0, 38), 57)
    assert handles(store) == before


def test_a_new_file_is_added_and_what_it_has_twice_is_told(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    shutil.copy(seeds / FIRST, seeds / "999.txt")
    edit(
        seeds / "999.txt", lambda abstracts: [f"Quite another abstract. {'It says this and that. ' * 12}", abstracts[4]]
    )

    report = sync_seeds(store, seeds)

    assert counts(report) == (1, 0, 0, 57)
    assert list(map(str, report.duplicates)) == [f"999.txt#2: it is the same abstract as {FIRST}#5 and was left out."]


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"NeurIPS 2025 Papers\n"])
def test_a_file_that_cannot_be_read_any_more_keeps_its_papers(store: SqlStore, seeds: Path, content: bytes) -> None:
    sync_seeds(store, seeds)
    good = (seeds / FIRST).read_bytes()
    (seeds / FIRST).write_bytes(content)
    broken = sync_seeds(store, seeds)
    size, revision = store.library.size(), store.library.revision()
    still_broken = sync_seeds(store, seeds)
    (seeds / FIRST).write_bytes(good)

    assert counts(broken) == (0, 0, 0, 38)
    assert broken.unreadable == still_broken.unreadable
    assert [sentence.startswith(f"{FIRST}: ") for sentence in broken.unreadable] == [True]
    assert broken.problems == ()
    assert (size, revision) == (57, 57)
    assert counts(sync_seeds(store, seeds)) == (0, 0, 0, 57)


def test_a_broken_companion_takes_no_titles_away(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    (seeds / "companion.jsonl").write_text("{", encoding="utf-8")

    report = sync_seeds(store, seeds)

    assert counts(report) == (0, 0, 0, 57)
    assert len(report.unreadable) == 1


def test_a_file_that_became_unreadable_and_is_then_removed_retires_its_papers(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    (seeds / FIRST).write_bytes(b"")
    sync_seeds(store, seeds)
    (seeds / FIRST).unlink()

    assert sync_seeds(store, seeds).retired == 19


@pytest.mark.parametrize("state", ["missing", "empty", "a file"])
def test_a_folder_that_is_not_there_is_told_and_retires_nothing(store: SqlStore, seeds: Path, state: str) -> None:
    sync_seeds(store, seeds)
    shutil.rmtree(seeds)
    if state == "empty":
        seeds.mkdir()
    elif state == "a file":
        seeds.touch()

    report = sync_seeds(store, seeds)

    assert counts(report) == (0, 0, 0, 0)
    assert [sentence.startswith(f"The seeds folder {seeds} was not read: ") for sentence in report.unreadable] == [True]
    assert store.library.size() == 57


def test_only_papers_are_read_and_no_link_leads_out_of_the_folder(store: SqlStore, seeds: Path) -> None:
    outside = seeds.parent / "outside.txt"
    outside.write_text("A secret that nobody may see. " * 20, encoding="utf-8")
    (seeds / "link.txt").symlink_to(outside)
    (seeds / "dangling.jsonl").symlink_to(seeds / "nowhere")
    (seeds / "inside.txt").symlink_to(seeds / FIRST)
    (seeds / "folder.txt").mkdir()
    (seeds / "folder").mkdir()
    (seeds / ".hidden.txt").write_text("Hidden. " * 50, encoding="utf-8")

    report = sync_seeds(store, seeds)

    assert report.added == 57
    assert report.unreadable == (
        "dangling.jsonl: No such file or directory.",
        "folder.txt: it is no file.",
        "link.txt: it is a link that leads out of the seeds folder.",
    )
    assert {duplicate.source.partition("#")[0] for duplicate in report.duplicates} == {"inside.txt"}


def test_a_failure_leaves_the_library_and_the_files_as_they_were(store: SqlStore, seeds: Path) -> None:
    def fail(what: str, done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sync_seeds(store, seeds, fail)

    assert (store.library.size(), store.files("seeds")) == (0, {})
    assert sync_seeds(store, seeds).added == 57


def test_when_another_process_changes_the_library_meanwhile_it_is_decided_again(store: SqlStore, seeds: Path) -> None:
    (seeds / "companion.jsonl").unlink()
    meddled: list[str] = []

    def meddle(what: str, done: int, total: int | None) -> None:
        if not meddled:
            meddled.append(what)
            with store.writing() as writing:
                writing.add([entry_of(Paper(id="kvflow", abstract="Another paper."))], imported=True)

    assert sync_seeds(store, seeds, meddle).added == 57
    assert store.library.size() == 58
    assert store.library.papers(["kvflow"])[0].abstract == "Another paper."


def test_progress_ends_with_all_papers(store: SqlStore) -> None:
    told: list[tuple[str, int, int | None]] = []
    sync_seeds(store, SEEDS, lambda what, done, total: told.append((what, done, total)))

    assert told[-1] == ("Storing papers", 57, 57)


def test_imported_papers_do_not_leave_with_the_seeds(store: SqlStore, seeds: Path, tmp_path: Path) -> None:
    sync_seeds(store, seeds)
    own = tmp_path / "own.txt"
    shutil.copy(seeds / FIRST, own)
    import_files(store, [own])
    (seeds / FIRST).unlink()

    assert counts(sync_seeds(store, seeds)) == (0, 0, 0, 38)
    assert store.library.size() == 57


SYNC = """
import sys
from pathlib import Path
from bot.library import sync_seeds
from bot.store import SqlStore
store = SqlStore.open(Path(sys.argv[1]))
sync_seeds(store, Path(sys.argv[2]))
papers = store.changes_since(0).papers
print(store.library_id(), store.library.size(), store.library.revision(), *sorted(paper.id for paper in papers))
store.close()
"""


def test_processes_that_start_at_once_on_an_empty_folder_have_one_set_of_57_papers(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-W",
        "error::ResourceWarning",
        "-c",
        SYNC,
        str(tmp_path / "new" / "p.sqlite3"),
        str(SEEDS),
    ]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate() for process in processes]

    assert [errors for _, errors in told] == ["", ""]
    assert told[0] == told[1]
    assert told[0][0].split()[1:3] == ["57", "57"]
