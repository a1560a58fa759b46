"""Schedules in SQL: what channels have asked for, and what is not for them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.differences import one_of, these
from bot.store.joining import led
from bot.store.tables.schedules import hidden_papers, schedules
from bot.store.transactions import Transactions
from handlers.calendar import Timetable
from handlers.schedules import Schedule

TIMETABLE = tuple(field.name for field in fields(Timetable))
OWN = tuple(field.name for field in fields(Schedule) if field.name != "timetable")


class SqlSchedules:
    """Stands behind `handlers.ports.posting.Schedules`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def schedule(self, team_id: str, schedule_id: str) -> Schedule | None:
        """The one with this id."""
        with self._transactions.reading() as connection:
            row = connection.execute(select(schedules).where(_this(team_id, schedule_id))).mappings().first()
        return schedule_of(row) if row else None

    def in_channels(self, team_id: str, channel_ids: Iterable[str]) -> tuple[Schedule, ...]:
        """Those of these channels, paused ones too, by channel and then the oldest first."""
        wanted = (schedules.c.team_id == team_id) & schedules.c.channel_id.in_(tuple(channel_ids))
        return self._sorted(wanted)

    def active(self) -> tuple[Schedule, ...]:
        """All that are not paused, of every workspace."""
        return self._sorted(schedules.c.paused.is_(None))

    def add(self, schedule: Schedule) -> bool:
        """False, and nothing added, when the channel has one of this kind with the same key."""
        try:
            with self._transactions.writing() as connection:
                connection.execute(insert(schedules), _row_of(schedule))
        except IntegrityError:
            if self._clashes(schedule):
                return False
            raise
        return True

    def change(self, schedule: Schedule) -> bool:
        """Keeps it as it now is, but for `settled`; False when it has been removed, or its key is another one's."""
        values = {name: value for name, value in _row_of(schedule).items() if name != "settled"}
        changed = update(schedules).where(_this(schedule.team_id, schedule.id)).values(values)
        try:
            with self._transactions.writing() as connection:
                return connection.execute(changed).rowcount == 1
        except IntegrityError:
            if self._clashes(schedule):
                return False
            raise

    def remove(self, team_id: str, schedule_id: str) -> bool:
        """Whether it was there. What it has shown is forgotten with it."""
        with self._transactions.writing() as connection:
            return connection.execute(delete(schedules).where(_this(team_id, schedule_id))).rowcount == 1

    def pause_channel(self, team_id: str, channel_id: str, why: str) -> tuple[Schedule, ...]:
        """Pauses the active ones of the channel; those that this call paused."""
        of_channel = (schedules.c.team_id == team_id) & (schedules.c.channel_id == channel_id)
        active = update(schedules).where(of_channel, schedules.c.paused.is_(None))
        with self._transactions.writing() as connection:
            rows = connection.execute(active.values(paused=why).returning(*schedules.c)).mappings().all()
        return _in_order(rows)

    def hide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Remembers that this paper is not for the channel; False when that was known, or the schedule was removed."""
        with self._transactions.writing() as connection:
            # Whoever else hides something for this schedule waits here, so that the numbers differ.
            known = connection.execute(select(schedules.c.id).where(_this(team_id, schedule_id)).with_for_update())
            paper_id = led(connection, [paper_id]).get(paper_id, paper_id)
            if known.first() is None or paper_id in _hidden(connection, schedule_id):
                return False
            last = select(func.max(hidden_papers.c.number)).where(hidden_papers.c.schedule_id == schedule_id)
            number = (connection.execute(last).scalar() or 0) + 1
            row = {"schedule_id": schedule_id, "paper_id": paper_id, "team_id": team_id, "number": number}
            connection.execute(insert(hidden_papers), row)
        return True

    def unhide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Takes that back; False when it was not hidden."""
        kept = hidden_papers.c
        with self._transactions.writing() as connection:
            paper_id = led(connection, [paper_id]).get(paper_id, paper_id)
            this = (kept.team_id == team_id) & (kept.schedule_id == schedule_id) & (kept.paper_id == paper_id)
            return connection.execute(delete(hidden_papers).where(this)).rowcount == 1

    def hidden(self, schedule_id: str) -> tuple[str, ...]:
        """The papers that are not for the schedule's channel, the newest of them first."""
        with self._transactions.reading() as connection:
            return _hidden(connection, schedule_id)

    def hidden_by(self, schedule_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The same for many schedules; those that have none are missing."""
        kept = hidden_papers.c
        of_them = select(kept.schedule_id, kept.paper_id).where(one_of(kept.schedule_id))
        newest_first, asked = of_them.order_by(kept.number.desc()), these(tuple(schedule_ids))
        found: dict[str, list[str]] = {}
        with self._transactions.reading() as connection:
            for schedule_id, paper_id in connection.execute(newest_first, asked):
                found.setdefault(schedule_id, []).append(paper_id)
        return {schedule_id: tuple(papers) for schedule_id, papers in found.items()}

    def _sorted(self, wanted: ColumnElement[bool]) -> tuple[Schedule, ...]:
        with self._transactions.reading() as connection:
            return _in_order(connection.execute(select(schedules).where(wanted)).mappings().all())

    def _clashes(self, schedule: Schedule) -> bool:
        same = {name: getattr(schedule, name) for name in ("team_id", "channel_id", "kind", "key")}
        with self._transactions.reading() as connection:
            found = connection.execute(select(schedules.c.id).filter_by(**same)).scalar()
        return found is not None and found != schedule.id


def schedule_of(values: Mapping[Any, Any]) -> Schedule:
    """The schedule in a row of its table."""
    timetable = Timetable(**{name: values[name] for name in TIMETABLE})
    return Schedule(**{name: values[name] for name in OWN}, timetable=timetable)


def _row_of(schedule: Schedule) -> dict[str, Any]:
    own = {name: getattr(schedule, name) for name in OWN}
    return own | {name: getattr(schedule.timetable, name) for name in TIMETABLE}


def _this(team_id: str, schedule_id: str) -> ColumnElement[bool]:
    return (schedules.c.team_id == team_id) & (schedules.c.id == schedule_id)


def _in_order(rows: Iterable[Mapping[Any, Any]]) -> tuple[Schedule, ...]:
    # Sorted here, since databases differ in how they sort text.
    found = map(schedule_of, rows)
    return tuple(sorted(found, key=lambda each: (each.team_id, each.channel_id, each.created, each.id)))


def _hidden(connection: Connection, schedule_id: str) -> tuple[str, ...]:
    of_it = select(hidden_papers.c.paper_id).where(hidden_papers.c.schedule_id == schedule_id)
    return tuple(connection.execute(of_it.order_by(hidden_papers.c.number.desc())).scalars())
