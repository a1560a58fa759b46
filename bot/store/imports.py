"""Every import: when, by whom, its report, and what it did to each paper, so that it can be taken back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, RowMapping, Select, delete, func, insert, select, update

from bot.store.differences import one_of, these
from bot.store.tables import import_changes, imports
from bot.store.transactions import Transactions

KEPT = 200
"""Of so many imports it is kept what they did to each paper; older ones can be looked at, and not be taken back."""
LONGEST_REPORT = 200
"""Sentences of a report that are kept."""
LONGEST_SENTENCE = 500

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
    """What an import did to a paper: of an updated one, the fields that changed, before and after, as JSON has them;
    `retired` is one of them. `was_imported`: an earlier import had it too."""

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
            return _latest(connection)

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
                found.setdefault(row.paper_id, []).append(Touch(row.number, row.undone is not None, _change(row)))
        return found

    def tell(self, number: int, report: Sequence[str]) -> None:
        """The whole report, once everything is read."""
        with self._transactions.writing() as connection:
            told = update(imports).where(imports.c.number == number)
            connection.execute(told.values(report=_bounded(report)))


class ImportsWriting:
    """What is kept of imports, inside the transaction that changes the papers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def latest(self) -> int:
        """The number of the last import, 0 before the first."""
        return _latest(self._connection)

    def begin(self, at: datetime, who: str, team_id: str) -> int:
        """A new import's number; what the oldest ones did to papers is forgotten."""
        number = self.latest() + 1
        nothing: dict[str, Any] = {"what": [], "counts": {}, "report": [], "files": {}}
        self._connection.execute(insert(imports).values(number=number, at=at, who=who, team_id=team_id, **nothing))
        self._connection.execute(delete(import_changes).where(import_changes.c.number <= number - KEPT))
        return number

    def keep(
        self, number: int, changes: Sequence[Change], *, what: Sequence[str], counts: Mapping[str, int],
        report: Sequence[str], files: Mapping[str, str],
    ) -> None:  # fmt: skip
        """What the import did, in addition to what it did before; `what`, `counts` and `report` are of all of it."""
        known = self._connection.execute(select(imports.c.files).where(imports.c.number == number)).scalar_one()
        told = {"what": list(what), "counts": dict(counts), "report": _bounded(report), "files": {**known, **files}}
        self._connection.execute(update(imports).where(imports.c.number == number).values(**told))
        before = self._of(number, [change.paper_id for change in changes])
        self.put(number, (before[one.paper_id].then(one) if one.paper_id in before else one for one in changes))

    def put(self, number: int, changes: Iterable[Change]) -> None:
        """These in the place of what was kept of their papers."""
        rows = [{"number": number, **_row(change)} for change in changes]
        mine = (import_changes.c.number == number) & one_of(import_changes.c.paper_id)
        if rows:
            self._connection.execute(delete(import_changes).where(mine), these([row["paper_id"] for row in rows]))
            self._connection.execute(insert(import_changes), rows)

    def join(self, old: str, new: str) -> None:
        """Imports that had the one paper have the other one, too: it is the same from now on, and stays while any of
        them stands."""
        has = self._had(new)
        for number, was_imported in self._had(old).items():
            if number not in has:
                # One that no import had was there all the same, and stays.
                self.put(number, [Change(new, "joined", was_imported or not has)])

    def part(self, old: str, new: str, number: int | None, joined: Iterable[str]) -> None:
        """The one paper is two, of which the import of this number brought the new one. Where no import that stands is
        known to have that, all that had the old one have it. Of the old one, papers still are `joined`."""
        if number is not None:
            self.put(number, [Change(new, "new")])
        led = (import_changes.c.paper_id == old) & (import_changes.c.kind == "joined")
        if has := self._had(new):
            self._connection.execute(delete(import_changes).where(led & import_changes.c.number.in_(has)))
        for each in joined:
            self.join(each, old)
        if not self._stands(new):
            for other, was_imported in self._had(old).items():
                if other not in has:
                    self.put(other, [Change(new, "unchanged", was_imported)])

    def _had(self, paper_id: str) -> dict[int, bool]:
        """The imports that had the paper, and whether an earlier one had it, too."""
        mine = import_changes.c.paper_id == paper_id
        rows = self._connection.execute(select(import_changes.c.number, import_changes.c.was_imported).where(mine))
        return {row.number: row.was_imported for row in rows}

    def _stands(self, paper_id: str) -> bool:
        """Whether an import that was not taken back has the paper."""
        there = select(imports.c.number).join(import_changes, imports.c.number == import_changes.c.number)
        standing = there.where(import_changes.c.paper_id == paper_id, imports.c.undone.is_(None))
        return self._connection.execute(standing).first() is not None

    def take_back(self, number: int, at: datetime, report: Sequence[str]) -> bool:
        """Whether it was not yet; its report says so from now on."""
        this = (imports.c.number == number) & imports.c.undone.is_(None)
        told = self._connection.execute(select(imports.c.report).where(this)).scalar_one_or_none()
        if told is None:
            return False
        self._connection.execute(update(imports).where(this).values(undone=at, report=[*told, *_bounded(report)]))
        return True

    def _of(self, number: int, paper_ids: Collection[str]) -> dict[str, Change]:
        mine = (import_changes.c.number == number) & one_of(import_changes.c.paper_id)
        rows = self._connection.execute(select(import_changes).where(mine), these(list(paper_ids)))
        return {row.paper_id: _change(row) for row in rows}


def _latest(connection: Connection) -> int:
    return int(connection.execute(select(func.max(imports.c.number))).scalar() or 0)


def _listed() -> Select[Any]:
    last = select(func.max(imports.c.number)).scalar_subquery()
    return select(imports, (imports.c.number <= last - KEPT).label("too_old"))


def _import(row: RowMapping) -> Import:
    return Import(**{**row, "what": tuple(row["what"]), "report": tuple(row["report"])})


def _change(row: Row[Any]) -> Change:
    return Change(row.paper_id, row.kind, row.was_imported, row.before, row.after)


def _row(change: Change) -> dict[str, Any]:
    return {
        "paper_id": change.paper_id,
        "kind": change.kind,
        "was_imported": change.was_imported,
        "before": dict(change.before),
        "after": dict(change.after),
    }


def _bounded(report: Sequence[str]) -> list[str]:
    return [sentence[:LONGEST_SENTENCE] for sentence in report[:LONGEST_REPORT]]
