"""Every import: when, by whom, its report, and what it did to each paper, so that it can be taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, RowMapping, Select, func, select, update

from bot.store.tables.imports import import_changes, imports
from bot.store.transactions import Transactions

KEPT = 200
"""Of so many imports it is kept what they did to each paper; older ones can be looked at, and not be taken back."""
LONGEST_REPORT = 200
"""Sentences of a report that are kept."""
LONGEST_SENTENCE = 500

RECORDS = "records"
"""Among the fields before a change: records of the paper that others of the import took the place of."""
Kind = Literal["new", "updated", "unchanged", "joined"]
"""`joined`: the import had a paper that was joined with this one since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One import as it is kept. `files` are those it read, with their fingerprints. `too_old`: what it did to each
    paper is forgotten."""

    number: int
    at: datetime
    who: str
    team_id: str = ""
    what: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    report: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    undone: datetime | None = None
    too_old: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What an import did to a paper: of an updated one, the fields that changed, before and after, as JSON has them.
    One that had left and came back is new. `was_imported`: an earlier import had it too."""

    paper_id: str
    kind: Kind
    was_imported: bool = False
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)

    def then(self, later: "Change") -> "Change":
        """Both as one change."""
        if self.kind == "new" or later.kind == "unchanged":
            return self
        return Change(
            self.paper_id, later.kind, self.was_imported, {**later.before, **self.before}, {**self.after, **later.after}
        )


class Touch(NamedTuple):
    """What the import of this number did to a paper, and whether it is undone."""

    number: int
    undone: bool
    change: Change


class SqlImports:
    """The imports that are kept."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def recent(self, limit: int) -> tuple[Import, ...]:
        """The newest first."""
        with self._transactions.reading() as connection:
            found = connection.execute(_listed().order_by(imports.c.number.desc()).limit(limit)).mappings().all()
        return tuple(map(_import, found))

    def find(self, number: int) -> Import | None:
        """The import with this number."""
        if not 0 < number < 1 << 31:
            return None
        with self._transactions.reading() as connection:
            found = connection.execute(_listed().where(imports.c.number == number)).mappings().first()
        return _import(found) if found else None

    def latest(self) -> int:
        """The number of the last import, 0 before the first."""
        with self._transactions.reading() as connection:
            return latest(connection)

    def taken_back(self, who: str) -> Mapping[str, int]:
        """The fingerprints of the files that they brought, with the imports, that were taken back."""
        undone = select(imports.c.number, imports.c.files).where(imports.c.who == who, imports.c.undone.is_not(None))
        with self._transactions.reading() as connection:
            found = connection.execute(undone.order_by(imports.c.number)).all()
        return {fingerprint: row.number for row in found for fingerprint in row.files.values()}

    def touched(self, number: int) -> dict[str, list[Touch]]:
        """Of every paper that this import had: what each import did to it, the first one first."""
        concerned = select(import_changes.c.paper_id).where(import_changes.c.number == number)
        rows = (
            select(import_changes, imports.c.undone)
            .join(imports, imports.c.number == import_changes.c.number)
            .where(import_changes.c.paper_id.in_(concerned))
            .order_by(import_changes.c.number)
        )
        found: dict[str, list[Touch]] = {}
        with self._transactions.reading() as connection:
            for row in connection.execute(rows):
                found.setdefault(row.paper_id, []).append(Touch(row.number, row.undone is not None, change_of(row)))
        return found

    def tell(self, number: int, report: Sequence[str]) -> None:
        """The whole report, once everything is read."""
        with self._transactions.writing() as connection:
            told = update(imports).where(imports.c.number == number)
            connection.execute(told.values(report=bounded(report)))


def latest(connection: Connection) -> int:
    """The number of the last import, 0 before the first."""
    return int(connection.execute(select(func.max(imports.c.number))).scalar() or 0)


def _listed() -> Select[Any]:
    last = select(func.max(imports.c.number)).scalar_subquery()
    return select(imports, (imports.c.number <= last - KEPT).label("too_old"))


def _import(row: RowMapping) -> Import:
    return Import(**{**row, "what": tuple(row["what"]), "report": tuple(row["report"])})


def change_of(row: Row[Any]) -> Change:
    """A change from its row of the table."""
    return Change(row.paper_id, row.kind, row.was_imported, row.before, row.after)


def bounded(report: Sequence[str]) -> list[str]:
    """As much of a report as is kept."""
    return [sentence[:LONGEST_SENTENCE] for sentence in report[:LONGEST_REPORT]]
