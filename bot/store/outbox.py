"""Posts that are due, in SQL: planned once with what they settle and show, and remembered."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.differences import one_of, these
from bot.store.posting_rows import newest, posting_of, row_of, this
from bot.store.tables.posts import postings, settled_slots, shown_papers
from bot.store.tables.schedules import schedules
from bot.store.transactions import Transactions
from handlers.calendar import lies_ahead
from handlers.schedules import Posting, PostingKind

Pair = tuple[str, str]
"""A schedule and a paper that it shows."""
Name = tuple[str, str]
"""A workspace and the key of a posting in it."""
Plan = tuple[Posting, Iterable[Pair]]
SETTLED = (
    update(schedules)
    .where(
        schedules.c.team_id == bindparam("of_team"), schedules.c.id == bindparam("known"), schedules.c.paused.is_(None)
    )
    .values(settled=bindparam("slot"))
)


class _Faster(Exception):
    """Another process was: nothing of the transaction is kept."""


class SqlOutbox:
    """Stands behind `handlers.ports.posting.Outbox`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:
        """Keeps a new posting with what it settles and shows, all or nothing; False when another process was faster."""
        try:
            self._plan([(posting, shown)])
        except _Faster:
            return False
        except IntegrityError:
            if self._is_planned(posting):
                self._go_on(posting)
                return False
            raise
        return True

    def plan_all(self, plans: Sequence[Plan]) -> bool:
        """Keeps many at once; False, and none of them kept, when one cannot be."""
        try:
            self._plan(plans)
        except (_Faster, IntegrityError):
            return False
        return True

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        """More papers (schedule id, handle) of a posting that were shown later, in its thread."""
        with self._transactions.writing() as connection:
            if connection.execute(select(postings.c.key).where(this(team_id, key))).first():
                _show(connection, dict.fromkeys(shown, (team_id, key)))

    def shown(self, schedule_id: str) -> frozenset[str]:
        """The handles that this schedule has shown; those of a posting that failed do not count."""
        of_it = select(shown_papers.c.paper_id).where(shown_papers.c.schedule_id == schedule_id)
        with self._transactions.reading() as connection:
            return frozenset(connection.execute(of_it).scalars())

    def shown_by(self, schedule_ids: Iterable[str]) -> dict[str, frozenset[str]]:
        """The same for many schedules; those that have shown nothing are missing."""
        kept = shown_papers.c
        of_them = select(kept.schedule_id, kept.paper_id).where(one_of(kept.schedule_id))
        found: dict[str, set[str]] = {}
        with self._transactions.reading() as connection:
            for schedule_id, paper_id in connection.execute(of_them, these(tuple(schedule_ids))):
                found.setdefault(schedule_id, set()).add(paper_id)
        return {schedule_id: frozenset(papers) for schedule_id, papers in found.items()}

    def taken(self, team_id: str, keys: Iterable[str]) -> frozenset[str]:
        """Those of these keys that a posting has."""
        having = select(postings.c.key).where(postings.c.team_id == team_id, one_of(postings.c.key))
        with self._transactions.reading() as connection:
            return frozenset(connection.execute(having, these(tuple(keys))).scalars())

    def posting(self, team_id: str, key: str) -> Posting | None:
        """The one with this key."""
        with self._transactions.reading() as connection:
            row = connection.execute(select(postings).where(this(team_id, key))).mappings().first()
        return posting_of(row) if row else None

    def latest(self, team_id: str, channel_id: str, kind: PostingKind, limit: int) -> tuple[Posting, ...]:
        """The newest of a channel first, in any state."""
        wanted = select(postings).filter_by(team_id=team_id, channel_id=channel_id, kind=kind)
        with self._transactions.reading() as connection:
            return newest(connection, wanted, limit)

    def of_schedule(self, schedule_id: str, limit: int) -> tuple[Posting, ...]:
        """The newest that settled a slot of this schedule first."""
        of_it = settled_slots.c.schedule_id == schedule_id
        same = (postings.c.team_id == settled_slots.c.team_id) & (postings.c.key == settled_slots.c.posting_key)
        with self._transactions.reading() as connection:
            return newest(connection, select(postings).join(settled_slots, same).where(of_it), limit)

    def _plan(self, plans: Sequence[Plan]) -> None:
        """All or nothing. Raises _Faster and IntegrityError."""
        if not plans:
            return
        with self._transactions.writing() as connection:
            # First the schedules: other processes that plan for one of them wait here until this is decided.
            _settle_schedules(connection, [posting for posting, _ in plans])
            connection.execute(insert(postings), [row_of(posting) for posting, _ in plans])
            _settle_slots(connection, [posting for posting, _ in plans])
            shown: dict[Pair, Name] = {}
            for posting, pairs in plans:
                for pair in pairs:
                    shown.setdefault(pair, (posting.team_id, posting.key))
            _show(connection, shown, {schedule_id for posting, _ in plans for schedule_id, _ in posting.slots})

    def _go_on(self, posting: Posting) -> None:
        """Schedules whose last slot was settled while the clock stood far ahead go on from these slots, which were
        settled before it did."""
        slots = dict(posting.slots)
        with self._transactions.writing() as connection:
            known = select(settled_slots.c.schedule_id, settled_slots.c.slot, schedules.c.settled).join(schedules)
            for row in connection.execute(known.where(settled_slots.c.schedule_id.in_(slots))).all():
                if slots[row.schedule_id] == row.slot and row.settled and lies_ahead(row.settled, posting.at):
                    again = update(schedules).where(
                        schedules.c.id == row.schedule_id, schedules.c.settled == row.settled
                    )
                    connection.execute(again.values(settled=row.slot))

    def _is_planned(self, posting: Posting) -> bool:
        with self._transactions.reading() as connection:
            if connection.execute(select(postings.c.key).where(this(posting.team_id, posting.key))).first():
                return True
            return any(
                connection.execute(select(settled_slots.c.slot).filter_by(schedule_id=schedule_id, slot=slot)).first()
                for schedule_id, slot in posting.slots
            )


def _settle_schedules(connection: Connection, planned: Sequence[Posting]) -> None:
    # In one order everywhere, so that two processes never wait for one another.
    for schedule_id, slot, team_id in sorted((*slot, posting.team_id) for posting in planned for slot in posting.slots):
        if connection.execute(SETTLED, {"of_team": team_id, "known": schedule_id, "slot": slot}).rowcount != 1:
            raise _Faster


def _settle_slots(connection: Connection, planned: Sequence[Posting]) -> None:
    rows = [
        {"schedule_id": schedule_id, "slot": slot, "team_id": posting.team_id, "posting_key": posting.key}
        for posting in planned
        for schedule_id, slot in posting.slots
    ]
    if rows:
        connection.execute(insert(settled_slots), rows)


def _show(connection: Connection, shown: Mapping[Pair, Name], held: Collection[str] = ()) -> None:
    """Papers that their schedule has shown before, and schedules that were removed, are left out; those that are `held`
    are there, and wait for this transaction already."""
    # In one order everywhere, as above.
    asked = sorted({(schedule_id, name[0]) for (schedule_id, _), name in shown.items()})
    there = [one for one, team_id in asked if one in held or _is_there(connection, one, team_id)]
    before = select(shown_papers.c.schedule_id, shown_papers.c.paper_id).where(one_of(shown_papers.c.schedule_id))
    known = {tuple(row) for row in connection.execute(before, these(there))} if there else set()
    rows = [
        {"schedule_id": pair[0], "paper_id": pair[1], "team_id": team_id, "posting_key": key}
        for pair, (team_id, key) in sorted(shown.items())
        if pair[0] in there and pair not in known
    ]
    if rows:
        connection.execute(insert(shown_papers), rows)


def _is_there(connection: Connection, schedule_id: str, team_id: str) -> bool:
    """Nobody removes it before this transaction ends."""
    wanted = select(schedules.c.id).where(schedules.c.team_id == team_id, schedules.c.id == schedule_id)
    return connection.execute(wanted.with_for_update()).first() is not None
