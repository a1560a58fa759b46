"""Takes the papers of files that people name into the library; they stay whatever becomes of the files."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from bot.library.folder import file_fingerprint
from bot.library.report import LibraryReport, Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.errors import UnreadableFile
from search.formats import read
from search.ingest import reconcile, with_code
from search.reading import Fact, Problem


def import_files(store: SqlStore, paths: Iterable[Path], progress: Progress | None = None) -> LibraryReport:
    """Each file all at once or not at all; a file that cannot be read does not keep the others from it.

    Importing a file again changes nothing. Raises `handlers.errors.Unavailable`.
    """
    report = LibraryReport()
    for path in paths:
        if progress is not None:
            progress(f"Reading {path.name}", 0, None)
        try:
            report = _imported(store, path, report, progress)
        except UnreadableFile as error:
            report = replace(report, unreadable=(*report.unreadable, str(error)))
        except OSError as error:
            report = replace(report, unreadable=(*report.unreadable, f"{path.name}: {error.strerror or error}."))
    return report


def _imported(store: SqlStore, path: Path, report: LibraryReport, progress: Progress | None) -> LibraryReport:
    # What was imported stays, so the same file once more cannot change anything.
    fingerprint = file_fingerprint(path)
    if store.files("import").get(path.name) == fingerprint:
        return replace(report, same_files=report.same_files + 1)
    reading = read(path)
    papers = tuple(map(with_code, reading.papers))

    def decide(state: LibraryState) -> Decision:
        return Decision(reconcile(state.held, papers), {**state.files, path.name: fingerprint})

    plan = carry_out(store, "import", decide, progress)
    misplaced = tuple(map(_misplaced, reading.facts))
    counted = replace(
        report,
        files=report.files + 1,
        read=report.read + len(papers),
        problems=(*report.problems, *reading.problems, *misplaced),
    )
    return counted.with_plan(plan) if plan else counted


def _misplaced(fact: Fact) -> Problem:
    reason = f"it tells of a paper in {fact.file} and was left out; put this file into the seeds folder"
    return Problem(fact.stated_in, fact.place, reason)
