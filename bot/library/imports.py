"""Takes the papers of files that people name into the library; they stay whatever becomes of the files."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bot.library.account import Account, whole_report
from bot.library.batch import Batch, File
from bot.library.by import By
from bot.library.folder import file_fingerprint
from bot.library.naming import name_of, place_of
from bot.library.report import LibraryReport, Progress
from bot.library.storing import carry_out
from bot.store import SqlStore
from search.errors import UnreadableFile
from search.formats import examine
from search.ingest import with_code
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
    """Small files several at once, a large one piece by piece (`carry_out`); a file that cannot be read does not keep
    the others from it.

    Importing a file again changes nothing. What was done is kept as one import of whoever it is `by`, to be looked at
    and taken back. Raises `handlers.errors.Unavailable`.
    """
    paths = tuple(paths)
    if by is not None and not by.what:
        by.what = tuple(path.name for path in paths)[:MOST_NAMED]
    run = _Run(store, how, progress, by)
    for path in paths:
        if progress is not None:
            progress(f"Reading {path.name}", 0, None)
        run.attempt(path, partial(run.read, path))
    if paths:
        run.attempt(paths[-1], run.store_batch)
    if by is not None and by.number is not None:
        store.imports.tell(by.number, whole_report(run.report))
    return run.report


class _Run:
    """An import under way: what is told of it so far, and the files that are read and not stored as yet."""

    def __init__(self, store: SqlStore, how: HowToImport, progress: Progress | None, by: By | None) -> None:
        self._store, self._how, self._progress, self._by = store, how, progress, by
        self._earlier: list[Held] = []
        self._known, self._places = store.files("import"), store.places()
        self._batch = Batch(store.files("seeds"))
        self.report = LibraryReport(preview=how.preview)

    def attempt(self, path: Path, act: Callable[[], None]) -> None:
        """What goes wrong with this file keeps no other one from being read."""
        try:
            act()
        except UnreadableFile as error:
            self._leave_out(path, str(error))
        except OSError as error:
            self._leave_out(path, f"{path.name}: {error.strerror or error}.")

    def _leave_out(self, path: Path, why: str) -> None:
        before = self.report
        self.report = replace(before, unreadable=(*before.unreadable, why), unread=(*before.unread, path))

    def read(self, path: Path) -> None:
        """Reads a file, and stores those before it where there is no room for it beside them. Raises UnreadableFile,
        OSError, and what storing does."""
        # What was imported stays, so the same file once more cannot change anything.
        fingerprint = file_fingerprint(path) + (f":{self._how.form}" if self._how.form else "")
        name = name_of(path, fingerprint, self._known, self._places)
        if self._known.get(name) == fingerprint:
            self.report = replace(self.report, same_files=self.report.same_files + 1)
            return
        reading = examine(path, self._how.form)
        self.report = _with_problems(self.report, reading)
        if not reading.papers and not reading.facts:
            self._leave_out(path, f"{path.name}: holds no abstract.")
            return
        file = File(path, fingerprint, reading, tuple(map(with_code, reading.papers)))
        if not self._batch.has_room(file):
            self.attempt(self._batch.files[-1].path, self.store_batch)
        self._batch.files.append(file)
        self._known[name], self._places[name] = fingerprint, place_of(path)

    def store_batch(self) -> None:
        """Stores what was read."""
        batch, counted = self._batch, partial(self._batch.counted, self.report)
        if not batch.files:
            return
        self._batch = Batch(batch.seeds)
        if self._how.preview:
            plan = self._planned(batch)
        else:
            account = Account(self._by, counted) if self._by else None
            plan = carry_out(self._store, "import", batch.decide, self._progress, account) or Plan()
        self.report = counted(plan)

    def _planned(self, batch: Batch) -> Plan:
        """What would be done, were the files before these imported already."""
        state = self._store.state("import")
        plan = batch.decide(replace(state, held=(*state.held, *self._earlier))).plan
        coats = plan.added_coats
        self._earlier += [
            Held(paper, imported=True, coats=coats.get(place, ())) for place, paper in enumerate(plan.added)
        ]
        return plan


def _with_problems(report: LibraryReport, reading: Reading) -> LibraryReport:
    problems = (*report.problems, *reading.problems, *map(_misplaced, reading.facts))
    return replace(report, problems=problems)


def _misplaced(fact: Fact) -> Problem:
    reason = f"it tells of a paper in {fact.file} and was left out; put this file into the seeds folder"
    return Problem(fact.stated_in, fact.place, reason)
