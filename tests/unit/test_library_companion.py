"""The companion file comes, goes and changes: titles follow it, and handles stay."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from bot.library import sync_seeds
from bot.store import SqlStore
from tests.library_kit import counts, shown

SEEDS = Path(__file__).parent.parent.parent / "seeds"
FIRST = min(path.name for path in SEEDS.glob("*.txt"))


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    return copytree(SEEDS, tmp_path / "seeds")


def test_without_its_companion_the_library_is_as_if_there_never_was_one_but_for_the_handles(
    store: SqlStore, seeds: Path
) -> None:
    sync_seeds(store, seeds)
    before = shown(store)
    (seeds / "companion.jsonl").unlink()

    assert counts(sync_seeds(store, seeds)) == (0, 57, 0, 0)
    after = shown(store)
    assert set(after) == set(before)
    assert {(paper.title, paper.authors, paper.url) for paper in after.values()} == {(None, (), None)}
    assert {paper.venue for paper in after.values()} == {"NeurIPS"}


def test_a_companion_that_comes_later_brings_the_titles_and_changes_no_handle(store: SqlStore, seeds: Path) -> None:
    companion = (seeds / "companion.jsonl").rename(seeds.parent / "companion.jsonl")
    sync_seeds(store, seeds)
    before = set(shown(store))
    companion.rename(seeds / "companion.jsonl")

    assert counts(sync_seeds(store, seeds)) == (0, 57, 0, 0)
    assert set(shown(store)) == before
    assert all(paper.title and paper.authors and paper.url for paper in shown(store).values())


def test_an_edited_line_changes_its_paper_and_no_other(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = shown(store)
    lines = (seeds / "companion.jsonl").read_text(encoding="utf-8").splitlines()
    facts = json.loads(lines[1])
    lines[1] = json.dumps({**facts, "title": "Another title", "authors": ["Ann Lee"]})
    (seeds / "companion.jsonl").write_text("\n".join(lines), encoding="utf-8")

    assert counts(sync_seeds(store, seeds)) == (0, 1, 0, 56)
    (renamed,) = store.library.papers(["kvflow"])
    assert (renamed.title, renamed.authors) == ("Another title", ("Ann Lee",))
    assert set(shown(store)) == set(before)
    named = store.library.named("Another title")
    assert named is not None
    assert named.id == "kvflow"


def test_facts_follow_their_abstract_into_another_file(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = {handle: paper.title for handle, paper in shown(store).items()}
    heading, *abstracts = (seeds / FIRST).read_text(encoding="utf-8").strip().split("\n\n")
    (seeds / FIRST).write_text("\n\n".join([heading, *abstracts[3:]]), encoding="utf-8")
    (seeds / "more.txt").write_text("\n\n".join([heading, *abstracts[:3]]), encoding="utf-8")

    assert counts(sync_seeds(store, seeds)) == (0, 19, 0, 38)
    assert {handle: paper.title for handle, paper in shown(store).items()} == before
