"""Posts that are due, in SQL: planned once with what they settle and show, and remembered."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.posting_rows import newest, posting_of, row_of, this
from bot.store.tables import postings, schedules, settled_slots, shown_papers
from bot.store.transactions import Transactions
from handlers.calendar import lies_ahead
from handlers.schedules import Posting, PostingKind


class _Faster(Exception):
    """Another process was: nothing of the transaction is kept."""


class SqlOutbox:
    """Stands behind `handlers.ports.Outbox`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:
        """Keeps a new posting with what it settles and shows, all or nothing; False when another process was faster."""
        try:
            with self._transactions.writing() as connection:
                # First the schedules: other processes that plan for one of them wait here until this is decided.
                _settle_schedules(connection, posting)
                connection.execute(insert(postings), row_of(posting))
                _settle_slots(connection, posting)
                _show(connection, posting.team_id, posting.key, shown, {one for one, _ in posting.slots})
        except _Faster:
            return False
        except IntegrityError:
            if self._is_planned(posting):
                self._go_on(posting)
                return False
            raise
        return True

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        """More papers (schedule id, handle) of a posting that were shown later, in its thread."""
        with self._transactions.writing() as connection:
            if connection.execute(select(postings.c.key).where(this(team_id, key))).first():
                _show(connection, team_id, key, shown)

    def shown(self, schedule_id: str) -> frozenset[str]:
        """The handles that this schedule has shown; those of a posting that failed do not count."""
        of_it = select(shown_papers.c.paper_id).where(shown_papers.c.schedule_id == schedule_id)
        with self._transactions.reading() as connection:
            return frozenset(connection.execute(of_it).scalars())

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


def _settle_schedules(connection: Connection, posting: Posting) -> None:
    for schedule_id, slot in sorted(posting.slots):
        active = (schedules.c.team_id == posting.team_id) & schedules.c.paused.is_(None)
        settled = update(schedules).where(active, schedules.c.id == schedule_id).values(settled=slot)
        if connection.execute(settled).rowcount != 1:
            raise _Faster


def _settle_slots(connection: Connection, posting: Posting) -> None:
    of_posting = {"team_id": posting.team_id, "posting_key": posting.key}
    if rows := [{"schedule_id": schedule_id, "slot": slot} | of_posting for schedule_id, slot in posting.slots]:
        connection.execute(insert(settled_slots), rows)


def _show(
    connection: Connection,
    team_id: str,
    key: str,
    shown: Iterable[tuple[str, str]],
    held: Collection[str] = (),
) -> None:
    """Papers that the schedule has shown before, and schedules that were removed, are left out; those that are `held`
    are there, and wait for this transaction already."""
    for schedule_id, papers in _by_schedule(shown).items():
        there = select(schedules.c.id).where(schedules.c.team_id == team_id, schedules.c.id == schedule_id)
        if schedule_id not in held and connection.execute(there.with_for_update()).first() is None:
            continue
        before = select(shown_papers.c.paper_id).where(shown_papers.c.schedule_id == schedule_id)
        new = papers - set(connection.execute(before).scalars())
        of_posting: dict[str, Any] = {"schedule_id": schedule_id, "team_id": team_id, "posting_key": key}
        if new:
            connection.execute(insert(shown_papers), [{"paper_id": paper_id} | of_posting for paper_id in sorted(new)])


def _by_schedule(shown: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    papers: dict[str, set[str]] = {}
    for schedule_id, paper_id in shown:
        papers.setdefault(schedule_id, set()).add(paper_id)
    # In one order everywhere, so that two processes never wait for one another.
    return dict(sorted(papers.items()))
