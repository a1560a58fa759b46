"""What reading files did to the library, as numbers and as sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from search.plan import Plan
from search.reading import Problem, left_out
from search.recognition import Duplicate

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how many papers are done and how many there are (None: not known)."""

SHOWN = 10
"""Sentences of one kind; more of them would hide the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """What one file held and what was done with it: `skipped` records were left out, and of the papers some are
    `missing` a field, by the field's name."""

    name: str
    form: str
    read: int
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    duplicates: int = 0
    skipped: int = 0
    missing: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        """The whole sentence, or two."""
        done = f"{self.name} ({self.form}): {_count(self.read, 'paper')}, {', '.join(_parts(self))}."
        lacking = ", ".join(f"{what} {number:,}" for what, number in self.missing.items())
        return f"{done} Not given: {lacking}." if lacking else done


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryReport:
    """`files` were read, `same_files` needed no reading because nothing in them has changed. `read` counts abstracts.
    `unreadable` has a sentence for each file or folder that could not be read: what it held before stays as it was; of
    an import, `unread` are these files. `by_file` says the same for each file that was imported; of a `preview` nothing
    was done."""

    files: int = 0
    same_files: int = 0
    read: int = 0
    added: int = 0
    updated: int = 0
    retired: int = 0
    unchanged: int = 0
    duplicates: tuple[Duplicate, ...] = ()
    problems: tuple[Problem, ...] = ()
    unreadable: tuple[str, ...] = ()
    unread: tuple[Path, ...] = field(default=(), compare=False)
    by_file: tuple[FileReport, ...] = field(default=(), compare=False)
    preview: bool = False

    @property
    def skipped(self) -> int:
        """How many records were left out."""
        return left_out(self.problems)

    def with_plan(self, plan: Plan, *files: FileReport) -> "LibraryReport":
        """The report, with what a plan has done added to it."""
        return replace(
            self,
            added=self.added + len(plan.added),
            updated=self.updated + len(plan.updated),
            retired=self.retired + len(plan.retired),
            unchanged=self.unchanged + len(plan.unchanged),
            duplicates=self.duplicates + plan.duplicates,
            problems=self.problems + plan.torn + plan.doubtful,
            by_file=self.by_file + files,
        )


def sentences(report: LibraryReport, most: int | None = SHOWN) -> tuple[str, ...]:
    """What was read and done, then what was not, the gravest first; of each kind the first ones, or with None all."""
    kinds = (report.unreadable, tuple(map(str, report.problems)), tuple(map(str, report.duplicates)))
    return (_summary(report), *(sentence for kind in kinds for sentence in _first_few(kind, most)))


def _first_few(kind: tuple[str, ...], most: int | None) -> tuple[str, ...]:
    more = len(kind) - most if most is not None else 0
    return kind if more <= 1 else (*kind[:most], f"And {more:,} more like this.")


def _summary(report: LibraryReport) -> str:
    same = f"{_count(report.same_files, 'file')} unchanged since last read."
    if not report.files and not report.read:
        return same if report.same_files else "No papers were read."
    read = f"Read {_count(report.read, 'paper')}"
    if report.files:
        read = f"{read} from {_count(report.files, 'file')}"
    done = f"{read}: {', '.join(_parts(report))}."
    told = f"A preview, nothing was changed. {done}" if report.preview else done
    return f"{told} {same}" if report.same_files else told


def _parts(report: LibraryReport | FileReport) -> Iterator[str]:
    retired = report.retired if isinstance(report, LibraryReport) else 0
    same = report.duplicates if isinstance(report, FileReport) else len(report.duplicates)
    if report.added:
        yield f"{report.added:,} new"
    if report.updated:
        yield f"{report.updated:,} updated"
    if retired:
        yield f"{retired:,} retired"
    if report.unchanged or not (report.added or report.updated or retired):
        yield f"{report.unchanged:,} unchanged"
    if same:
        yield f"{same:,} the same as another one"
    if report.skipped:
        yield f"{report.skipped:,} skipped"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
