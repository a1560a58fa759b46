"""The records of papers that have several, every one as it was read, so that they can be listed and split again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select

from bot.store.differences import one_of, these
from bot.store.kept_coats import KeptCoat, KeptDoubt, KeptRecord, gone_of, kept_from, kept_of, row_of
from bot.store.names import Name
from bot.store.tables.papers import coats, doubts, kept_apart, names, papers
from bot.store.transactions import Transactions
from search.duplicates import Coat
from search.wardrobe import Coats


class SqlCoats:
    """What is known of papers with several records."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def merged(self) -> tuple[tuple[str, int], ...]:
        """The handles of papers with several records, and how many these are; the earliest added paper first."""
        counted = (
            select(coats.c.paper_id, func.count())
            .join(papers, papers.c.id == coats.c.paper_id)
            .where(papers.c.retired.is_(False))
            .group_by(coats.c.paper_id, papers.c.added)
            .order_by(papers.c.added)
        )
        with self._transactions.reading() as connection:
            return tuple((handle, int(count)) for handle, count in connection.execute(counted))

    def of(self, paper_id: str) -> tuple[KeptCoat, ...]:
        """The records of a paper, the first one first; none where it has only one."""
        rows = select(coats).where(coats.c.paper_id == paper_id).order_by(coats.c.position)
        with self._transactions.reading() as connection:
            return tuple(kept_of(row) for row in connection.execute(rows).mappings())

    def doubts(self, paper_id: str = "") -> tuple[KeptDoubt, ...]:
        """Pairs of papers that may be one, of all papers or of this one."""
        there = select(papers.c.id).where(papers.c.retired.is_(False))
        both = doubts.c.one.in_(there) & doubts.c.other.in_(there)
        concerned = or_(doubts.c.one == paper_id, doubts.c.other == paper_id)
        rows = select(doubts).where(both & concerned if paper_id else both).order_by(doubts.c.one, doubts.c.other)
        with self._transactions.reading() as connection:
            return tuple(KeptDoubt(row.one, row.other, row.because) for row in connection.execute(rows))


class CoatsWriting:
    """Changes to the records of papers, inside the transaction that changes the papers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keep(
        self, worn: Mapping[str, Coats], *, number: int | None = None, at: datetime | None = None,
        new: Collection[str] = (),
    ) -> dict[str, list[KeptRecord]]:  # fmt: skip
        """These are all records of each of these papers now; those that were not there came with this import. A `new`
        paper came with it whole. Gives the records of other imports that are gone."""
        if not worn:
            return {}
        known: dict[str, dict[Coat, KeptCoat]] = {}
        rows_there = select(coats).where(one_of(coats.c.paper_id)).order_by(coats.c.position)
        found = self._connection.execute(rows_there, these(list(worn)))
        for row in found.mappings():
            known.setdefault(row["paper_id"], {})[kept_of(row).coat] = kept_of(row)
        rows = []
        for paper_id, each in worn.items():
            before = known.get(paper_id, {})
            if not before and paper_id not in new:
                before = {coat: KeptCoat(coat) for coat in each[:1]}
            kept = [before.get(coat, KeptCoat(coat, at, number)) for coat in each]
            rows += [row_of(paper_id, position, one) for position, one in enumerate(kept)]
        self._replace(list(worn), rows)
        gone = {handle: gone_of(there.values(), worn[handle], number) for handle, there in known.items()}
        return {handle: records for handle, records in gone.items() if records}

    def forget(self, number: int, staying: Collection[str], back: Mapping[str, Sequence[KeptRecord]]) -> None:
        """The records that came with this import go, but for those of papers that it brought and that are `staying`;
        those of which they took the place come `back`."""
        concerned = select(coats.c.paper_id).where(coats.c.number == number).distinct()
        paper_ids = sorted(set(self._connection.execute(concerned).scalars()) - set(staying))
        mine = (coats.c.number == number) & one_of(coats.c.paper_id)
        self._connection.execute(delete(coats).where(mine), these(paper_ids))
        self._bring_back(back)
        paper_ids = sorted({*paper_ids, *back})
        single = select(coats.c.paper_id).group_by(coats.c.paper_id).having(func.count() == 1)
        alone = [paper for paper in self._connection.execute(single).scalars() if paper in set(paper_ids)]
        self._connection.execute(delete(coats).where(one_of(coats.c.paper_id)), these(alone))
        self._unname(paper_ids)
        self.name(paper_ids)

    def doubt(self, pairs: Iterable[tuple[str, str, str]], at: datetime | None) -> None:
        """These may be one, and why; what is known of them already stays."""
        rows = {(one, other): because for one, other, because in pairs}
        known = select(doubts.c.one, doubts.c.other).where(one_of(doubts.c.one))
        there = {tuple(row) for row in self._connection.execute(known, these([one for one, _ in rows]))}
        new = [
            {"one": pair[0], "other": pair[1], "because": because, "at": at}
            for pair, because in rows.items()
            if pair not in there and pair[::-1] not in there
        ]
        if new:
            self._connection.execute(insert(doubts), new)

    def settle(self, one: str, other: str) -> bool:
        """Whether there was a doubt about these two; there is none any more."""
        pair = (doubts.c.one == one) & (doubts.c.other == other) | (doubts.c.one == other) & (doubts.c.other == one)
        return bool(self._connection.execute(delete(doubts).where(pair)).rowcount)

    def keep_apart(self, record: str, paper_id: str, at: datetime) -> None:
        """The record with this print is this paper, whatever it looks like."""
        self._connection.execute(delete(kept_apart).where(kept_apart.c.record == record))
        self._connection.execute(insert(kept_apart).values(record=record, paper_id=paper_id, at=at))

    def join(self, old: str, new: str) -> None:
        """What is kept of the one paper is of the other one from now on, but for its records."""
        self._connection.execute(delete(coats).where(coats.c.paper_id == old))
        self._connection.execute(delete(kept_apart).where(kept_apart.c.paper_id == old))
        self.settle(old, new)
        concerned = or_(doubts.c.one == old, doubts.c.other == old)
        rows = self._connection.execute(select(doubts.c.one, doubts.c.other, doubts.c.because).where(concerned)).all()
        self._connection.execute(delete(doubts).where(concerned))
        led = {old: new}
        self.doubt(((led.get(row.one, row.one), led.get(row.other, row.other), row.because) for row in rows), None)

    def name(self, paper_ids: Sequence[str]) -> None:
        """By what their records call them, these papers are found, too."""
        mine = these(list(paper_ids))
        own = select(names.c.key, names.c.kind, names.c.paper_id).where(one_of(names.c.paper_id))
        there = {(Name(row.kind, row.key), row.paper_id) for row in self._connection.execute(own, mine)}
        called = select(coats.c.paper_id, coats.c.names).where(one_of(coats.c.paper_id))
        said = {
            (Name(*name), row.paper_id) for row in self._connection.execute(called, mine) for name in row.names
        }  # fmt: skip
        rows = [{**name._asdict(), "paper_id": paper_id, "by_coat": True} for name, paper_id in said - there]
        if rows:
            self._connection.execute(insert(names), rows)

    def _bring_back(self, back: Mapping[str, Sequence[KeptRecord]]) -> None:
        found = self._connection.execute(
            select(coats).where(one_of(coats.c.paper_id)).order_by(coats.c.position), these(list(back))
        )
        there: dict[str, list[KeptCoat]] = {paper_id: [] for paper_id in back}
        for row in found.mappings():
            there[row["paper_id"]].append(kept_of(row))
        rows = []
        for paper_id, records in back.items():
            every = there[paper_id]
            for record in sorted(records, key=lambda record: record["position"]):
                every.insert(record["position"], kept_from(record))
            each = {kept.coat: kept for kept in every}
            rows += [row_of(paper_id, position, kept) for position, kept in enumerate(each.values())]
        self._replace(list(back), rows)

    def _replace(self, paper_ids: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
        self._connection.execute(delete(coats).where(one_of(coats.c.paper_id)), these(paper_ids))
        if rows:
            self._connection.execute(insert(coats), rows)
        self._unname(paper_ids)
        self.name(paper_ids)

    def _unname(self, paper_ids: Sequence[str]) -> None:
        by_coat = delete(names).where(names.c.by_coat.is_(True), one_of(names.c.paper_id))
        self._connection.execute(by_coat, these(paper_ids))


def coats_of(connection: Connection) -> dict[str, Coats]:
    """The records of all papers that have several, by handle."""
    found: dict[str, list[Coat]] = {}
    for row in connection.execute(select(coats).order_by(coats.c.paper_id, coats.c.position)).mappings():
        found.setdefault(row["paper_id"], []).append(kept_of(row).coat)
    return {handle: tuple(worn) for handle, worn in found.items()}


def apart_of(connection: Connection) -> dict[str, str]:
    """The prints of records that somebody has split off, and the handles of the papers that they are."""
    return {row.record: row.paper_id for row in connection.execute(select(kept_apart))}
