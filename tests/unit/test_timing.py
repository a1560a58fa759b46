"""When something shall come, as people type it behind a query."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.calendar import WEEKDAYS, Rhythm, Timetable, next_slot, said
from handlers.errors import UserError
from handlers.timing import read_timetable, read_timing, standard, unread

ZONE = "Europe/Berlin"
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


def at(rhythm: Rhythm, hour: int = 9, minute: int = 0, weekday: int = MON) -> Timetable:
    return Timetable(rhythm=rhythm, weekday=weekday, hour=hour, minute=minute, zone=ZONE)


@pytest.mark.parametrize(
    ("typed", "rest", "timetable"),
    [
        ("kv cache", "kv cache", None),
        ("kv cache daily", "kv cache", at("daily")),
        ("kv cache weekdays", "kv cache", at("weekdays")),
        ("kv cache weekly", "kv cache", at("weekly")),
        ("kv cache weekly Fri", "kv cache", at("weekly", weekday=FRI)),
        ("kv cache weekly on friday at 16:30", "kv cache", at("weekly", 16, 30, FRI)),
        ("kv cache, weekly, on Tues, at 9.15", "kv cache", at("weekly", 9, 15, TUE)),
        ("kv cache every Wednesday at noon", "kv cache", at("weekly", 12, 0, WED)),
        ("kv cache on Sundays", "kv cache", at("weekly", weekday=SUN)),
        ("kv cache every day at 7", "kv cache", at("daily", 7)),
        ("kv cache every weekday at 9:30 pm.", "kv cache", at("weekdays", 21, 30)),
        ("kv cache DAILY AT 9AM", "kv cache", at("daily", 9)),
        ("kv cache daily at 12 am", "kv cache", at("daily", 0)),
        ("kv cache daily midnight", "kv cache", at("daily", 0)),
        ("kv cache at 8:05", "kv cache", at("weekly", 8, 5)),
        ("kv cache at 8:05 daily", "kv cache", at("daily", 8, 5)),
        ("kv cache at 8 on Thu", "kv cache", at("weekly", 8, 0, THU)),
        ("kv cache at 8 weekly on Saturday", "kv cache", at("weekly", 8, 0, SAT)),
        ("weekly forecasts", "weekly forecasts", None),
        ("daily activity recognition daily", "daily activity recognition", at("daily")),
        ('"weekly"', '"weekly"', None),
        ('"kv cache daily"', '"kv cache daily"', None),
        ("gpt 4", "gpt 4", None),
        ("attention at scale", "attention at scale", None),
        ("biweekly", "biweekly", None),
        ("monday", "monday", None),
        ("sleep -daily", "sleep -daily", None),
        ("daily", "", at("daily")),
    ],
)
def test_the_timing_is_taken_off_the_end(typed: str, rest: str, timetable: Timetable | None) -> None:
    timed = read_timing(typed, ZONE)

    assert (timed.rest, timed.timetable) == (rest, timetable)


@pytest.mark.parametrize("typed", ["a daily at 25:00", "a at 9:75", "a weekly at 13 pm", "a daily at 0 am", "a at 900"])
def test_a_time_that_cannot_be_gets_a_sentence(typed: str) -> None:
    with pytest.raises(UserError, match="There is no time"):
        read_timing(typed, ZONE)


def test_a_day_does_not_go_with_every_day() -> None:
    with pytest.raises(UserError, match="one day of the week"):
        read_timing("kv cache daily on Mon", ZONE)


@pytest.mark.parametrize(
    ("typed", "timetable"),
    [
        ("Mon 09:00", at("weekly")),
        ("on fri at 4pm", at("weekly", 16, 0, FRI)),
        ("weekly on Tue", at("weekly", weekday=TUE)),
        ("daily at 8", at("daily", 8)),
        ("10:30", at("weekly", 10, 30)),
    ],
)
def test_a_text_that_is_all_timing(typed: str, timetable: Timetable) -> None:
    assert read_timetable(typed, ZONE) == timetable


@pytest.mark.parametrize("typed", ["", "soon", "kv cache daily", "Mon or Tue"])
def test_a_text_that_is_no_timing_gets_examples(typed: str) -> None:
    with pytest.raises(UserError, match="weekly on Mon at 9:00"):
        read_timetable(typed, ZONE)


def test_the_standard_is_monday_at_nine() -> None:
    assert standard(ZONE) == at("weekly")


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("agents monthly", "monthly"),
        ("agents Mon 9:00", "9:00"),
        ("agents daily at 9:00 CET", "daily at 9:00 CET"),
        ("agents on Mon and Thu at 9:00", "Thu"),
        ("agents biweekly on Fri", "biweekly"),
        ("agents every other day at 8", "every other day"),
        ("agents each day.", "each day"),
        ("agents daily at 9:00", ""),
        ("weekly forecasts daily", ""),
        ("sat solving", ""),
        ('agents "monthly"', ""),
        ("learning at 10:1", ""),
        ("sleep -daily", ""),
    ],
)
def test_what_looks_like_a_timing_and_was_read_as_the_topic_is_known(typed: str, left: str) -> None:
    assert unread(read_timing(typed, ZONE).rest) == left


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(typed: str) -> None:
    with suppress(UserError):
        timed = read_timing(typed, ZONE)

        assert typed.strip().startswith(timed.rest)
        assert (timed.timetable is None) == (timed.rest == typed.strip())


@pytest.mark.parametrize("day", WEEKDAYS)
def test_a_day_that_is_typed_is_the_day_on_which_it_comes(day: str) -> None:
    """Numbers of weekdays begin with Sunday in some programs and with Monday in others; nobody types any here."""
    for typed in (day, day[:3], f"{day}s", day.upper()):
        timetable = read_timing(f"kv cache every {typed} at 9:00", "UTC").timetable
        assert timetable is not None
        slot = next_slot(timetable, datetime(2026, 12, 2, tzinfo=UTC))
        assert f"{slot.at:%A}" == day
        assert f"every {day} " in said(timetable)
