"""What reading files did to the library, as numbers and as sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from search.ingest import Duplicate, Plan
from search.reading import Problem

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how many papers are done and how many there are (None: not known)."""

SHOWN = 10
"""Sentences of one kind; more of them would hide the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryReport:
    """`files` were read, `same_files` needed no reading because nothing in them has changed. `read` counts abstracts.
    `unreadable` has a sentence for each file or folder that could not be read: what it held before stays as it was."""

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

    def with_plan(self, plan: Plan) -> "LibraryReport":
        """The report, with what a plan has done added to it."""
        return replace(
            self,
            added=self.added + len(plan.added),
            updated=self.updated + len(plan.updated),
            retired=self.retired + len(plan.retired),
            unchanged=self.unchanged + len(plan.unchanged),
            duplicates=self.duplicates + plan.duplicates,
            problems=self.problems + plan.torn,
        )


def sentences(report: LibraryReport) -> tuple[str, ...]:
    """What was read and done, then what was not, the gravest first; of each kind the first few."""
    kinds = (report.unreadable, tuple(map(str, report.problems)), tuple(map(str, report.duplicates)))
    return (_summary(report), *(sentence for kind in kinds for sentence in _first_few(kind)))


def _first_few(kind: tuple[str, ...]) -> tuple[str, ...]:
    more = len(kind) - SHOWN
    return kind if more <= 1 else (*kind[:SHOWN], f"And {more:,} more like this.")


def _summary(report: LibraryReport) -> str:
    same = f"{_count(report.same_files, 'file')} unchanged since last read."
    if not report.files:
        return same if report.same_files else "No papers were read."
    read = f"Read {_count(report.read, 'paper')} from {_count(report.files, 'file')}"
    done = f"{read}: {', '.join(_parts(report))}."
    return f"{done} {same}" if report.same_files else done


def _parts(report: LibraryReport) -> Iterator[str]:
    if report.added:
        yield f"{report.added:,} new"
    if report.updated:
        yield f"{report.updated:,} updated"
    if report.retired:
        yield f"{report.retired:,} retired"
    if report.unchanged or not (report.added or report.updated or report.retired):
        yield f"{report.unchanged:,} unchanged"
    if report.duplicates:
        yield f"{len(report.duplicates):,} the same as another one"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
