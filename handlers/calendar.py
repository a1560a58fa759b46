"""When a schedule is due: pure sums over local dates, the same in every process and across daylight-saving changes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import repeat, takewhile
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

Rhythm = Literal["daily", "weekdays", "weekly"]

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WINDOW: dict[Rhythm, timedelta] = {
    "daily": timedelta(hours=12),
    "weekdays": timedelta(hours=12),
    "weekly": timedelta(days=3),
}
"""How late a slot may still be caught up with after the bot was away; later it is missed."""
AHEAD = timedelta(days=8)
"""What is settled for a day later than this from now was settled while the clock stood wrong."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When something comes: each day, from Monday to Friday, or on one `weekday` (0 is Monday), at `hour`:`minute` in
    the time zone `zone` (a name of the IANA database)."""

    rhythm: Rhythm
    hour: int
    minute: int
    zone: str
    weekday: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One time at which a schedule is due: its moment (UTC), and its name, which is the local date (`2026-12-01`) or,
    in a weekly rhythm, the ISO week (`2026-W49`)."""

    at: datetime
    name: str


def latest_slot(timetable: Timetable, now: datetime) -> Slot:
    """The newest slot that has come by `now`."""
    return next(slot for slot in map(_slot, repeat(timetable), _days_back(timetable, now)) if slot.at <= now)


def next_slot(timetable: Timetable, after: datetime) -> Slot:
    """The first slot later than `after`."""
    slots = map(_slot, repeat(timetable), _days_back(timetable, after + timedelta(days=8)))
    # Every rhythm has a slot within these days.
    return list(takewhile(lambda slot: slot.at > after, slots))[-1]


def due_slot(timetable: Timetable, *, since: datetime, settled: str | None, now: datetime) -> Slot | None:
    """The slot to act on: the newest that came after `since` and is not settled, unless it is too late for it.

    `settled` is the name of the last slot that is done with; no older one is due again, though the clock was set back.
    Only one that lies far ahead counts for nothing, or a clock that jumped by years would silence a schedule for years.
    """
    slot = _unsettled(timetable, since, settled, now)
    return slot if slot and now - slot.at <= WINDOW[timetable.rhythm] else None


def missed_slot(timetable: Timetable, *, since: datetime, settled: str | None, now: datetime) -> Slot | None:
    """The newest slot that is not settled although it is too late for it by now."""
    slot = _unsettled(timetable, since, settled, now)
    return slot if slot and now - slot.at > WINDOW[timetable.rhythm] else None


def lies_ahead(settled: str, now: datetime) -> bool:
    """Whether a slot of this name can only have been settled while the clock stood far ahead of `now`."""
    return _day(settled) > (now + AHEAD).date()


def said(timetable: Timetable) -> str:
    """In words: `every Monday at 09:00 (Europe/Berlin)`."""
    days = {"daily": "every day", "weekdays": "Monday to Friday", "weekly": f"every {WEEKDAYS[timetable.weekday]}"}
    return f"{days[timetable.rhythm]} at {timetable.hour:02}:{timetable.minute:02} ({timetable.zone})"


@cache
def known_zone(name: str) -> bool:
    """Whether this is a name of the IANA database."""
    return name in available_timezones()


def _unsettled(timetable: Timetable, since: datetime, settled: str | None, now: datetime) -> Slot | None:
    slot = latest_slot(timetable, now)
    known = None if settled is None or lies_ahead(settled, now) else settled
    return None if slot.at <= since or (known is not None and _is_done(slot, known, timetable)) else slot


def _is_done(slot: Slot, settled: str, timetable: Timetable) -> bool:
    """Also an older slot than the settled one is done with: the clock was set back. The rhythm may have changed between
    the two, so that a date stands against a week, of which only the Monday is known then."""
    return slot.name == settled or _day(slot.name, timetable.weekday) < _day(settled)


def _day(name: str, weekday: int = 0) -> date:
    year, _, week = name.partition("-W")
    return date.fromisocalendar(int(year), int(week), weekday + 1) if week else date.fromisoformat(name)


def _days_back(timetable: Timetable, around: datetime) -> Iterator[date]:
    """The days of the rhythm from a little after this moment on, the later ones first."""
    # Two days ahead: a zone is up to a day away from UTC, and a skipped time may be moved into the next day.
    day = around.astimezone(UTC).date() + 2 * _DAY
    while True:
        if _is_on(timetable, day):
            yield day
        day -= _DAY


def _is_on(timetable: Timetable, day: date) -> bool:
    match timetable.rhythm:
        case "daily":
            return True
        case "weekdays":
            return day.weekday() < 5
        case "weekly":
            return day.weekday() == timetable.weekday


def _slot(timetable: Timetable, day: date) -> Slot:
    # Without a `fold` this is the first of a time that comes twice, and a time that is skipped when clocks go forward
    # is moved on by what is missing.
    local = datetime.combine(day, time(timetable.hour, timetable.minute), ZoneInfo(timetable.zone))
    year, week, _ = day.isocalendar()
    return Slot(local.astimezone(UTC), f"{year}-W{week:02}" if timetable.rhythm == "weekly" else day.isoformat())
