"""Keeps what an import did, in the transaction in which it does it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.library.by import By
from bot.library.report import LibraryReport, sentences
from bot.store import Change, as_kept
from bot.store.import_changes import ImportsWriting
from search.plan import Held, Plan


@dataclass(frozen=True, slots=True)
class Account:
    """Whose import it is, and the report on all of it so far, once this plan is carried out."""

    by: By
    told: Callable[[Plan], LibraryReport]


def done(
    writing: ImportsWriting, account: Account, plan: Plan, changes: Sequence[Change], files: Mapping[str, str]
) -> int | None:
    """Adds this to the import, which begins here if nothing of it was stored before and there is something to
    keep; its number."""
    by = account.by
    begins = bool(plan.added or plan.updated) if by.news_only else bool(changes)
    if by.number is None and not begins:
        return None
    number = by.number or writing.begin(by.at, by.who, by.team_id)
    report = account.told(plan)
    writing.keep(
        number,
        changes,
        what=by.what,
        counts=counts(report),
        report=whole_report(report),
        files=files,
    )
    return number


def so_far(by: By | None, read: int) -> LibraryReport:
    """The report on an import of which so many more papers were read."""
    before = (by.report if by else None) or LibraryReport()
    return replace(before, read=before.read + read)


def counts(report: LibraryReport) -> dict[str, int]:
    """What came of an import, in numbers."""
    return {
        "new": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "the same as another one": len(report.duplicates),
        "skipped": report.skipped,
    }


def whole_report(report: LibraryReport) -> tuple[str, ...]:
    """The report that stays: of the whole, of each file, and of all that was left out."""
    whole, *left_out = sentences(report, most=None)
    return (whole, *map(str, report.by_file), *left_out)


def news(plan: Plan, held: Sequence[Held], added: Sequence[str]) -> list[Change]:
    """What the plan does to each paper; `added` are the handles of those that are new."""
    before = {old.paper.id: old for old in held}
    same = (Change(paper.id, "unchanged", before[paper.id].imported) for paper in plan.unchanged)
    back = [paper.id for paper in plan.updated if before[paper.id].retired]
    # One that had left the library is brought by this import like a new one: nothing leads back to what it was.
    new = (Change(handle, "new") for handle in (*added, *back))
    changed = []
    for paper in plan.updated:
        old = before[paper.id]
        if old.retired:
            continue
        was, now = as_kept(old.paper), as_kept(paper)
        fields = [name for name in now if now[name] != was[name]]
        changed.append(
            Change(
                paper.id,
                "updated",
                old.imported,
                {name: was[name] for name in fields},
                {name: now[name] for name in fields},
            )
        )
    return [*new, *changed, *same]
