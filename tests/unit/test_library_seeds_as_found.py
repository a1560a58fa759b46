"""The seeds in every state that people leave such files in: the papers and their handles are the same."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from bot.library import sync_seeds
from bot.store import SqlStore
from search.language.clean import clean
from tests.library_kit import counts, shown

SEEDS = Path(__file__).parent.parent.parent / "seeds"
FIRST, *_ = FILES = sorted(path.name for path in SEEDS.glob("*.txt"))

Parts = list[str]


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    """The folder without its companion, as it will grow."""
    folder = copytree(SEEDS, tmp_path / "seeds")
    (folder / "companion.jsonl").unlink()
    return folder


def rewritten(file: Path, change: Callable[[Parts], bytes]) -> None:
    file.write_bytes(change(_parts(file)))


def wrapped(parts: Parts, width: int, end: str) -> bytes:
    """Broken between words only, as editors and mail programs do it."""
    lines = (textwrap.wrap(part, width, break_long_words=False, break_on_hyphens=False) for part in parts)
    return (end * 2).join(end.join(each) for each in lines).encode()


STATES: dict[str, Callable[[Parts], bytes]] = {
    "Windows line ends and a byte order mark": lambda parts: b"\xef\xbb\xbf" + "\r\n\r\n".join(parts).encode(),
    "UTF-16": lambda parts: "\r\n\r\n".join(parts).encode("utf-16"),
    "several empty lines and spaces at line ends": lambda parts: "  \n \n\n\t\n\n".join(parts).encode() + b"\n\n \n",
    "wrapped at 72": lambda parts: wrapped(parts, 72, "\n"),
    "wrapped at 60 with Windows line ends": lambda parts: wrapped(parts, 60, "\r\n"),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_the_same_abstracts_in_another_state_are_the_same_papers(
    store: SqlStore, seeds: Path, state: Callable[[Parts], bytes]
) -> None:
    sync_seeds(store, seeds)
    before = shown(store)
    for name in FILES:
        rewritten(seeds / name, state)

    report = sync_seeds(store, seeds)

    assert (report.added, report.retired, report.problems, report.unreadable) == (0, 0, (), ())
    assert {handle: clean(paper.abstract) for handle, paper in shown(store).items()} == {
        handle: clean(paper.abstract) for handle, paper in before.items()
    }


def test_files_dropped_in_without_a_heading_are_read_whole(store: SqlStore, seeds: Path) -> None:
    abstracts = {abstract for name in FILES for abstract in _parts(seeds / name)[1:]}
    for name in FILES:
        rewritten(seeds / name, lambda parts: b"\xef\xbb\xbf" + wrapped(parts[1:], 80, "\r\n"))

    report = sync_seeds(store, seeds)

    assert (counts(report), report.problems) == ((57, 0, 0, 0), ())
    assert {clean(paper.abstract) for paper in shown(store).values()} == set(map(clean, abstracts))
    assert {(paper.venue, paper.year) for paper in shown(store).values()} == {(None, None)}


def test_a_heading_that_changes_changes_venue_and_year_and_no_handle(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = shown(store)
    rewritten(seeds / FIRST, lambda parts: "\n\n".join(["ICML 2024 Papers", *parts[1:]]).encode())

    assert counts(sync_seeds(store, seeds)) == (0, 19, 0, 38)
    assert shown(store) == {
        handle: replace(paper, venue="ICML", year=2024) if (paper.source or "").startswith(FIRST) else paper
        for handle, paper in before.items()
    }


def test_everything_at_once_keeps_every_handle(store: SqlStore, seeds: Path) -> None:
    """One file renamed, turned round, wrapped and edited, an abstract taken out and a new one put in."""
    sync_seeds(store, seeds)
    before = shown(store)
    gone = next(paper.id for paper in before.values() if paper.source == f"{FIRST}#5")

    def change(parts: Parts) -> bytes:
        edited = [f"{part} One more sentence." for part in parts[:0:-1] if clean(part) != clean(before[gone].abstract)]
        return wrapped([f"Quite another abstract. {'It says this and that. ' * 12}", *edited], 72, "\r\n")

    rewritten(seeds / FIRST, change)
    (seeds / FIRST).rename(seeds / "renamed.txt")

    assert counts(sync_seeds(store, seeds)) == (1, 18, 1, 38)
    assert set(shown(store)) - set(before) == {
        paper.id for paper in shown(store).values() if paper.source == "renamed.txt#1"
    }
    assert set(before) - set(shown(store)) == {gone}


def test_a_seed_torn_in_two_is_told_and_keeps_its_handle_when_it_is_mended(store: SqlStore, seeds: Path) -> None:
    sync_seeds(store, seeds)
    before = shown(store)
    whole = (seeds / FIRST).read_bytes()
    rewritten(seeds / FIRST, lambda parts: "\n\n".join([*parts[:2], *_halves(parts[2]), *parts[3:]]).encode())
    torn = sync_seeds(store, seeds)
    (seeds / FIRST).write_bytes(whole)
    sync_seeds(store, seeds)

    assert (
        f"{FIRST}, paragraph 2: with the next one it is the abstract of kvflow; if the two are one, join them."
        in map(str, torn.problems)
    )
    assert shown(store) == before


def _parts(file: Path) -> Parts:
    return file.read_text(encoding="utf-8").strip().split("\n\n")


def _halves(abstract: str) -> Parts:
    stops = [match.end() for match in re.finditer(r"[.] (?=[A-Z])", abstract)]
    middle = min(stops, key=lambda stop: abs(stop - len(abstract) // 2))
    return [abstract[:middle].strip(), abstract[middle:]]
