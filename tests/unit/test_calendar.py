"""Which slot is due: once, never before it was asked for, and at most one after the bot was away."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.calendar import (
    WINDOW,
    Slot,
    Timetable,
    due_slot,
    known_zone,
    latest_slot,
    lies_ahead,
    missed_slot,
    next_slot,
    said,
)

MONDAY = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
WEEKLY = Timetable(rhythm="weekly", weekday=0, hour=9, minute=0, zone="UTC")
DAILY = Timetable(rhythm="daily", hour=9, minute=0, zone="UTC")
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)

moments = st.datetimes(datetime(2025, 1, 1), datetime(2030, 12, 31)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001 - aware below
timetables = st.builds(
    Timetable,
    rhythm=st.sampled_from(["daily", "weekdays", "weekly"]),
    hour=st.integers(0, 23),
    minute=st.sampled_from([0, 15, 30, 59]),
    zone=st.sampled_from(
        ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"]
    ),
    weekday=st.integers(0, 6),
)


def test_a_slot_is_due_from_its_moment_until_it_is_settled() -> None:
    slot = Slot(MONDAY, "2026-W49")

    assert due_slot(WEEKLY, since=LONG_AGO, settled="2026-W48", now=MONDAY - timedelta(seconds=1)) is None
    assert due_slot(WEEKLY, since=LONG_AGO, settled="2026-W48", now=MONDAY) == slot
    assert due_slot(WEEKLY, since=LONG_AGO, settled=None, now=MONDAY) == slot
    assert due_slot(WEEKLY, since=LONG_AGO, settled="2026-W49", now=MONDAY) is None


def test_a_slot_that_came_before_the_schedule_does_not_count() -> None:
    assert due_slot(WEEKLY, since=MONDAY, settled=None, now=MONDAY + timedelta(hours=1)) is None
    assert due_slot(WEEKLY, since=MONDAY - timedelta(seconds=1), settled=None, now=MONDAY + timedelta(hours=1))


@pytest.mark.parametrize("timetable", [WEEKLY, DAILY])
def test_what_is_too_late_is_missed_and_not_due(timetable: Timetable) -> None:
    last = MONDAY + WINDOW[timetable.rhythm]
    facts = {"since": LONG_AGO, "settled": None}

    assert due_slot(timetable, now=last, **facts)  # type: ignore[arg-type]
    assert missed_slot(timetable, now=last, **facts) is None  # type: ignore[arg-type]
    late = last + timedelta(seconds=1)
    assert due_slot(timetable, now=late, **facts) is None  # type: ignore[arg-type]
    missed = missed_slot(timetable, now=late, **facts)  # type: ignore[arg-type]
    assert missed
    assert missed.at == MONDAY


def test_a_clock_that_was_set_back_makes_nothing_due_again() -> None:
    assert due_slot(DAILY, since=LONG_AGO, settled="2026-12-01", now=MONDAY) is None
    assert due_slot(WEEKLY, since=LONG_AGO, settled="2026-W50", now=MONDAY) is None


def test_a_changed_rhythm_goes_on_where_the_old_one_ended() -> None:
    friday = Timetable(rhythm="weekly", weekday=4, hour=9, minute=0, zone="UTC")
    at = MONDAY + timedelta(days=4)

    assert due_slot(friday, since=LONG_AGO, settled="2026-12-03", now=at) == Slot(at, "2026-W49")
    assert due_slot(friday, since=LONG_AGO, settled="2026-W49", now=at) is None
    assert due_slot(DAILY, since=LONG_AGO, settled="2026-W49", now=at) == Slot(at, "2026-12-04")


@given(timetables, moments)
def test_the_slots_around_a_moment_are_neighbours(timetable: Timetable, now: datetime) -> None:
    before, after = latest_slot(timetable, now), next_slot(timetable, now)

    assert before.at <= now < after.at
    assert next_slot(timetable, before.at) == after
    assert after.at - before.at <= timedelta(days=7, hours=2) if timetable.rhythm == "weekly" else timedelta(days=4)


@given(timetables, moments, st.lists(st.timedeltas(timedelta(days=-3), timedelta(days=20)), max_size=40))
def test_however_the_clock_jumps_no_slot_is_acted_on_twice(
    timetable: Timetable, start: datetime, steps: list[timedelta]
) -> None:
    settled: str | None = None
    acted: list[str] = []
    now = start
    for step in steps:
        now += step
        slot = due_slot(timetable, since=start, settled=settled, now=now)
        if slot:
            assert slot.at > start
            assert now - slot.at <= WINDOW[timetable.rhythm]
            # The outbox knows every slot that was settled, and only lets those which lie far ahead be forgotten.
            assert slot.name not in acted or lies_ahead(str(settled), now)
            acted.append(slot.name)
            settled = slot.name


@given(timetables, moments)
def test_a_clock_that_jumped_by_years_silences_no_schedule(timetable: Timetable, now: datetime) -> None:
    settled = latest_slot(timetable, now + timedelta(days=3653)).name
    slot = next_slot(timetable, now)

    assert due_slot(timetable, since=now, settled=settled, now=slot.at) == slot


@given(timetables, moments, st.timedeltas(timedelta(minutes=1), timedelta(days=400)))
def test_after_any_downtime_at_most_one_slot_is_caught_up_with(
    timetable: Timetable, start: datetime, away: timedelta
) -> None:
    settled = latest_slot(timetable, start).name
    facts = {"since": start - timedelta(days=30), "now": start + away}
    first = due_slot(timetable, settled=settled, **facts)
    if first:
        assert due_slot(timetable, settled=first.name, **facts) is None
        assert missed_slot(timetable, settled=first.name, **facts) is None


def test_a_timetable_is_said_in_words() -> None:
    assert said(WEEKLY) == "every Monday at 09:00 (UTC)"
    assert said(DAILY) == "every day at 09:00 (UTC)"
    weekdays = Timetable(rhythm="weekdays", hour=16, minute=5, zone="Europe/Berlin")
    assert said(weekdays) == "Monday to Friday at 16:05 (Europe/Berlin)"


def test_zones_are_known_by_their_names() -> None:
    assert known_zone("Europe/Berlin")
    assert not known_zone("Berlin")
    assert not known_zone("../etc/passwd")
