"""What imports do to papers, kept inside the transaction that does it, also where papers are joined and parted."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from bot.store.differences import one_of, these
from bot.store.imports import KEPT, RECORDS, Change, bounded, change_of, latest
from bot.store.kept_coats import KeptRecord
from bot.store.tables.imports import import_changes, imports


class ImportsWriting:
    """What is kept of imports, inside the transaction that changes the papers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def latest(self) -> int:
        """The number of the last import, 0 before the first."""
        return latest(self._connection)

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
        told = {"what": list(what), "counts": dict(counts), "report": bounded(report), "files": {**known, **files}}
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

    def replaced(self, number: int, gone: Mapping[str, Sequence[KeptRecord]]) -> None:
        """The import's records took the place of these ones of each paper."""
        known = self._of(number, gone.keys())
        for paper_id in known.keys() & gone.keys():
            before = known[paper_id].before
            records = [*before.get(RECORDS, []), *gone[paper_id]]
            self.put(number, [replace(known[paper_id], before={**before, RECORDS: records})])

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
        self._connection.execute(update(imports).where(this).values(undone=at, report=[*told, *bounded(report)]))
        return True

    def _of(self, number: int, paper_ids: Collection[str]) -> dict[str, Change]:
        mine = (import_changes.c.number == number) & one_of(import_changes.c.paper_id)
        rows = self._connection.execute(select(import_changes).where(mine), these(list(paper_ids)))
        return {row.paper_id: change_of(row) for row in rows}


def _row(change: Change) -> dict[str, Any]:
    return {
        "paper_id": change.paper_id,
        "kind": change.kind,
        "was_imported": change.was_imported,
        "before": dict(change.before),
        "after": dict(change.after),
    }
