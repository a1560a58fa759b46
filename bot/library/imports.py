"""Takes the papers of files that people name into the library; they stay whatever becomes of the files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.library.folder import file_fingerprint
from bot.library.report import FileReport, LibraryReport, Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.errors import UnreadableFile
from search.formats import examine
from search.ingest import Held, Plan, reconcile, with_code
from search.models import Paper
from search.reading import Fact, Problem, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToImport:
    """`form` is the name of the format that all files are in; None to find it out. In a `preview` nothing is stored."""

    form: str | None = None
    preview: bool = False


def import_files(
    store: SqlStore, paths: Iterable[Path], progress: Progress | None = None, how: HowToImport = HowToImport()
) -> LibraryReport:
    """Each file all at once or not at all; a file that cannot be read does not keep the others from it.

    Importing a file again changes nothing. Raises `handlers.errors.Unavailable`.
    """
    report = LibraryReport(preview=how.preview)
    earlier: list[Held] = []
    for path in paths:
        if progress is not None:
            progress(f"Reading {path.name}", 0, None)
        try:
            report = _imported(store, path, report, progress, how, earlier)
        except UnreadableFile as error:
            report = replace(report, unreadable=(*report.unreadable, str(error)))
        except OSError as error:
            report = replace(report, unreadable=(*report.unreadable, f"{path.name}: {error.strerror or error}."))
    return report


def _imported(
    store: SqlStore,
    path: Path,
    report: LibraryReport,
    progress: Progress | None,
    how: HowToImport,
    earlier: list[Held],
) -> LibraryReport:
    # What was imported stays, so the same file once more cannot change anything.
    fingerprint = file_fingerprint(path) + (f":{how.form}" if how.form else "")
    if store.files("import").get(path.name) == fingerprint:
        return replace(report, same_files=report.same_files + 1)
    reading = examine(path, how.form)
    told = replace(report, problems=(*report.problems, *reading.problems, *map(_misplaced, reading.facts)))
    if not reading.papers and not reading.facts:
        return replace(told, unreadable=(*told.unreadable, f"{path.name}: holds no abstract."))
    papers = tuple(map(with_code, reading.papers))

    def decide(state: LibraryState) -> Decision:
        return Decision(reconcile(state.held, papers), {**state.files, path.name: fingerprint})

    plan = _planned(store, papers, earlier) if how.preview else carry_out(store, "import", decide, progress)
    counted = replace(told, files=told.files + 1, read=told.read + len(papers))
    return counted.with_plan(plan, _of_file(path, reading, plan)) if plan else counted


def _planned(store: SqlStore, papers: Sequence[Paper], earlier: list[Held]) -> Plan:
    """What would be done, were the files before this one imported already."""
    plan = reconcile([*store.state("import").held, *earlier], papers)
    earlier.extend(Held(paper, imported=True) for paper in plan.added)
    return plan


def _of_file(path: Path, reading: Reading, plan: Plan) -> FileReport:
    return FileReport(
        name=path.name,
        form=reading.form,
        read=len(reading.papers),
        added=len(plan.added),
        updated=len(plan.updated),
        unchanged=len(plan.unchanged),
        duplicates=len(plan.duplicates),
        skipped=reading.skipped,
        missing=reading.missing(),
    )


def _misplaced(fact: Fact) -> Problem:
    reason = f"it tells of a paper in {fact.file} and was left out; put this file into the seeds folder"
    return Problem(fact.stated_in, fact.place, reason)
