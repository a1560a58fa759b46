"""Takes the papers of files that people name into the library; they stay whatever becomes of the files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.library.account import Account, whole_report
from bot.library.by import By
from bot.library.folder import file_fingerprint
from bot.library.naming import name_of, place_of
from bot.library.report import FileReport, LibraryReport, Progress
from bot.library.storing import Decision, carry_out
from bot.store import LibraryState, SqlStore
from search.errors import UnreadableFile
from search.formats import examine
from search.ingest import reconcile, with_code
from search.models import Paper
from search.plan import Held, Plan
from search.reading import Fact, Problem, Reading

MOST_NAMED = 50
"""Files of one import that are kept by name in the list of imports; all of them are in its report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToImport:
    """`form` is the name of the format that all files are in; None to find it out. In a `preview` nothing is stored."""

    form: str | None = None
    preview: bool = False


def import_files(
    store: SqlStore,
    paths: Iterable[Path],
    progress: Progress | None = None,
    how: HowToImport = HowToImport(),
    by: By | None = None,
) -> LibraryReport:
    """Each file all at once or, where it is large, piece by piece (`carry_out`); a file that cannot be read does not
    keep the others from it.

    Importing a file again changes nothing. What was done is kept as one import of whoever it is `by`, to be looked at
    and taken back. Raises `handlers.errors.Unavailable`.
    """
    report = LibraryReport(preview=how.preview)
    earlier: list[Held] = []
    paths = tuple(paths)
    if by is not None and not by.what:
        by.what = tuple(path.name for path in paths)[:MOST_NAMED]
    for path in paths:
        if progress is not None:
            progress(f"Reading {path.name}", 0, None)
        try:
            report = _imported(store, path, report, progress, how, earlier, by)
        except UnreadableFile as error:
            report = replace(report, unreadable=(*report.unreadable, str(error)))
        except OSError as error:
            report = replace(report, unreadable=(*report.unreadable, f"{path.name}: {error.strerror or error}."))
    if by is not None and by.number is not None:
        store.imports.tell(by.number, whole_report(report))
    return report


def _imported(
    store: SqlStore,
    path: Path,
    report: LibraryReport,
    progress: Progress | None,
    how: HowToImport,
    earlier: list[Held],
    by: By | None,
) -> LibraryReport:
    # What was imported stays, so the same file once more cannot change anything.
    fingerprint = file_fingerprint(path) + (f":{how.form}" if how.form else "")
    known = store.files("import")
    if known.get(name_of(path, fingerprint, known, store.places())) == fingerprint:
        return replace(report, same_files=report.same_files + 1)
    reading = examine(path, how.form)
    told = replace(report, problems=(*report.problems, *reading.problems, *map(_misplaced, reading.facts)))
    if not reading.papers and not reading.facts:
        return replace(told, unreadable=(*told.unreadable, f"{path.name}: holds no abstract."))
    papers = tuple(map(with_code, reading.papers))

    seeds = store.files("seeds")

    def decide(state: LibraryState) -> Decision:
        name = name_of(path, fingerprint, state.files, state.places, seeds)
        plan = reconcile(state.held, _called(papers, path.name, name), apart=state.apart)
        return Decision(plan, {**state.files, name: fingerprint}, {name: place_of(path)})

    def counted(plan: Plan) -> LibraryReport:
        read = replace(told, files=told.files + 1, read=told.read + len(papers))
        return read.with_plan(plan, _of_file(path, reading, plan))

    if how.preview:
        return counted(_planned(store, papers, earlier))
    plan = carry_out(store, "import", decide, progress, Account(by, counted) if by else None)
    return counted(plan or Plan())


def _called(papers: Sequence[Paper], file: str, name: str) -> Sequence[Paper]:
    """The papers of a file that is known by this name."""
    if file == name:
        return papers
    return tuple(replace(paper, source=f"{name}#{(paper.source or '').rpartition('#')[2]}") for paper in papers)


def _planned(store: SqlStore, papers: Sequence[Paper], earlier: list[Held]) -> Plan:
    """What would be done, were the files before this one imported already."""
    state = store.state("import")
    plan = reconcile([*state.held, *earlier], papers, apart=state.apart)
    coats = plan.added_coats
    earlier.extend(Held(paper, imported=True, coats=coats.get(place, ())) for place, paper in enumerate(plan.added))
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
