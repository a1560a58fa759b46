"""The calendar against a brute-force oracle: every zone, every weekday, 2025 to 2030, minute by minute.

The oracle asks a zone only what its clocks show at a moment, for every minute of six years; it knows no `fold`.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
import numpy.typing as npt
import pytest

from handlers.calendar import Slot, Timetable, latest_slot, next_slot

FIRST, LAST = date(2025, 1, 1), date(2030, 12, 31)
START = datetime(2024, 12, 29, tzinfo=UTC)
MINUTES = int((datetime(2031, 1, 4, tzinfo=UTC) - START) / timedelta(minutes=1))
STEP = 4 * 24 * 60
"""Minutes within which clocks change at most once: a change and its end in between would be missed, and fail."""
TIMES = ((0, 0), (0, 30), (1, 0), (1, 30), (2, 0), (2, 15), (2, 30), (3, 0), (9, 0), (12, 45), (22, 0), (23, 59))
MINUTE = timedelta(minutes=1)
Offsets = tuple[tuple[int, int], ...]
"""From which minute on clocks are so many minutes ahead of UTC."""


def ahead(zone: ZoneInfo, minute: int) -> int:
    offset = (START + minute * MINUTE).astimezone(zone).utcoffset()
    assert offset is not None
    return int(offset / MINUTE)


def offsets(zone: ZoneInfo) -> Offsets:
    """Looks every four days, and where something changed in between, for the minute."""
    found = [(0, ahead(zone, 0))]
    for end in range(STEP, MINUTES, STEP):
        after = ahead(zone, end)
        if after != found[-1][1]:
            low, high = end - STEP, end
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if ahead(zone, middle) == after else (middle, high)
            found.append((high, after))
    return tuple(found)


@cache
def behaviours() -> dict[Offsets, list[str]]:
    """The zones whose clocks do the same in these years, together."""
    alike: dict[Offsets, list[str]] = {}
    for name in sorted(available_timezones()):
        alike.setdefault(offsets(ZoneInfo(name)), []).append(name)
    return alike


class Oracle:
    """For each minute that local clocks may show, the minute of UTC in which they first do."""

    def __init__(self, changes: Offsets) -> None:
        shift = np.zeros(MINUTES, dtype=np.int64)
        for minute, offset in changes:
            shift[minute:] = offset
        utc = np.arange(MINUTES)
        self._origin = 24 * 60
        self._first: npt.NDArray[np.int64] = np.full(MINUTES + 2 * self._origin, -1, dtype=np.int64)
        # Backwards, so that of two minutes with the same local time the first is kept.
        self._first[(utc + shift + self._origin)[::-1]] = utc[::-1]

    def moment(self, day: date, hour: int, minute: int) -> datetime:
        shown = int((datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC) - START) / MINUTE) + self._origin
        missing = 0
        while self._first[shown - missing] < 0:
            missing += 1
        return START + (int(self._first[shown - missing]) + missing) * MINUTE


def days(first: date = FIRST, last: date = LAST) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)


WEEKDAYS = [[day for day in days() if day.weekday() == weekday] for weekday in range(7)]


def week(day: date) -> str:
    year, number, _ = day.isocalendar()
    return f"{year}-W{number:02}"


def weekly(zone: str, day: date, hour: int, minute: int) -> Timetable:
    return Timetable(rhythm="weekly", weekday=day.weekday(), hour=hour, minute=minute, zone=zone)


def test_every_zone_is_compared_and_many_do_the_same() -> None:
    assert sum(map(len, behaviours().values())) == len(available_timezones()) > 500
    assert len(behaviours()) > 50


def test_each_slot_of_each_weekday_comes_exactly_once_in_every_zone() -> None:
    for number, (changes, names) in enumerate(behaviours().items()):
        oracle = Oracle(changes)
        hour, minute = TIMES[number % len(TIMES)]
        for on in WEEKDAYS:
            timetable = weekly(names[number % len(names)], on[0], hour, minute)
            expected = [Slot(oracle.moment(day, hour, minute), week(day)) for day in on]
            found = [next_slot(timetable, expected[0].at - MINUTE)]
            while len(found) < len(on):
                found.append(next_slot(timetable, found[-1].at))

            assert found == expected, timetable


def test_around_each_change_of_the_clocks_every_time_of_day_is_right_in_every_rhythm() -> None:
    for number, (changes, names) in enumerate(behaviours().items()):
        oracle, zone = Oracle(changes), names[number % len(names)]
        for changed, _ in changes[1:]:
            around = (START + changed * MINUTE).date()
            for day in days(around - timedelta(days=1), around + timedelta(days=1)):
                for hour, minute in TIMES:
                    compare(oracle, zone, day, hour, minute)


def compare(oracle: Oracle, zone: str, day: date, hour: int, minute: int) -> None:
    at = oracle.moment(day, hour, minute)
    named = [(weekly(zone, day, hour, minute), week(day))]
    named.append((Timetable(rhythm="daily", hour=hour, minute=minute, zone=zone), day.isoformat()))
    if day.weekday() < 5:
        named.append((Timetable(rhythm="weekdays", hour=hour, minute=minute, zone=zone), day.isoformat()))
    for timetable, name in named:
        assert latest_slot(timetable, at) == Slot(at, name), timetable
        assert next_slot(timetable, at - MINUTE) == Slot(at, name), timetable
        assert latest_slot(timetable, at - MINUTE).at < at < next_slot(timetable, at).at, timetable


@pytest.mark.parametrize(
    ("zone", "day", "hour", "minute", "moment"),
    [
        ("Europe/Berlin", date(2026, 10, 25), 2, 30, "2026-10-25T00:30:00+00:00"),  # twice: the first
        ("Europe/Berlin", date(2027, 3, 28), 2, 30, "2027-03-28T01:30:00+00:00"),  # skipped: an hour later, 03:30
        ("Australia/Lord_Howe", date(2026, 10, 4), 2, 15, "2026-10-03T15:45:00+00:00"),  # skipped by half an hour
        ("America/New_York", date(2026, 11, 1), 1, 0, "2026-11-01T05:00:00+00:00"),
        ("Asia/Kathmandu", date(2026, 6, 1), 9, 0, "2026-06-01T03:15:00+00:00"),
    ],
)
def test_the_rule_for_skipped_and_doubled_times(zone: str, day: date, hour: int, minute: int, moment: str) -> None:
    timetable = Timetable(rhythm="daily", hour=hour, minute=minute, zone=zone)

    assert latest_slot(timetable, datetime.fromisoformat(moment)) == Slot(
        datetime.fromisoformat(moment), day.isoformat()
    )
