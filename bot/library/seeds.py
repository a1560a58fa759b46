"""Reads the seeds folder into the library: what changed there changes here, and what left there leaves."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.library.folder import SeedFolder, look_through
from bot.library.report import LibraryReport, Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.companion import completed
from search.errors import UnreadableFile
from search.formats import read
from search.ingest import reconcile, with_code
from search.models import Paper
from search.reading import Fact, Problem

UNREAD = ""
"""Stands for the fingerprint of a file that could not be read, so that it is tried again."""


@dataclass(frozen=True, slots=True)
class _Contents:
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...]
    unreadable: dict[str, str]


def sync_seeds(store: SqlStore, folder: Path, progress: Progress | None = None) -> LibraryReport:
    """Brings the library level with the folder, all at once or not at all.

    Nothing is read when no file has changed. A file that cannot be read keeps its papers, and a folder that is missing
    or empty keeps all of them; the report says so. Raises `handlers.errors.Unavailable`.
    """
    found = look_through(folder)
    if not found.files or store.files("seeds") == found.fingerprints:
        return _nothing_read(found)
    contents = _read_all(found)
    plan = carry_out(store, "seeds", partial(_decide, found, contents), progress)
    if plan is None:
        return _nothing_read(found)
    report = LibraryReport(
        files=len(found.files) - len(contents.unreadable.keys() & found.files.keys()),
        read=len(contents.papers),
        problems=contents.problems,
        unreadable=tuple(contents.unreadable.values()),
    )
    return report.with_plan(plan)


def _decide(found: SeedFolder, contents: _Contents, state: LibraryState) -> Decision | None:
    if state.files == found.fingerprints:  # Another process was faster.
        return None
    swept = frozenset(state.files.keys() | found.files.keys()) - contents.unreadable.keys()
    plan = reconcile(state.held, contents.papers, swept, partial=bool(contents.unreadable), apart=state.apart)
    return Decision(plan, _remembered(state.files, found, contents))


def _nothing_read(found: SeedFolder) -> LibraryReport:
    return LibraryReport(same_files=len(found.files), unreadable=tuple(found.unreadable.values()))


def _read_all(found: SeedFolder) -> _Contents:
    papers: list[Paper] = []
    facts: list[Fact] = []
    problems: list[Problem] = []
    unreadable = dict(found.unreadable)
    for name, path in found.files.items():
        try:
            reading = read(path)
        except UnreadableFile as error:
            unreadable[name] = str(error)
            continue
        papers.extend(reading.papers)
        facts.extend(reading.facts)
        problems.extend(reading.problems)
    # What is said about a file that could not be read finds no paper; one sentence about that file is enough.
    told = [fact for fact in facts if not any(name.startswith(fact.file) for name in unreadable)]
    complete, unmatched = completed(papers, told)
    return _Contents(tuple(map(with_code, complete)), (*problems, *unmatched), unreadable)


def _remembered(known: dict[str, str], found: SeedFolder, contents: _Contents) -> dict[str, str]:
    kept = {name: UNREAD for name in known if name in contents.unreadable}
    readable = {name: print_ for name, print_ in found.fingerprints.items() if name not in contents.unreadable}
    return {**kept, **readable}
