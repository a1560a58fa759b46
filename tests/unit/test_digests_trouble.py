"""Digests over the real store while clocks jump, the store is locked or its disk is full: each comes exactly once."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import event

from bot.store import SqlStore
from handlers.digests.planning import plan_digests
from handlers.errors import Unavailable
from handlers.once import Once
from handlers.ports import Services
from handlers.schedules import Schedule
from search.grammar import parse
from search.models import SearchResult
from search.query import Query
from tests.digest_kit import DAILY, LIBRARY, MONDAY, NEXT_MONDAY, ListEngine, stage, subscription

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
CHANNELS = tuple(f"C0CHANNEL{number}" for number in range(5))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore.open(tmp_path / "papers.sqlite3", patience=0.05)) as opened:
        yield opened


def over(store: SqlStore, *subscribed: Schedule) -> Services:
    for one in subscribed:
        store.schedules.add(one)
    return replace(stage(), schedules=store.schedules, outbox=store.outbox)


def slots(store: SqlStore, schedule_id: str = "cache") -> list[str]:
    """Those that were settled, the latest moment first."""
    return [slot for posting in store.outbox.of_schedule(schedule_id, 99) for _, slot in posting.slots]


@pytest.mark.parametrize(
    ("away", "meanwhile"),
    [
        pytest.param(timedelta(days=3654), ["2035-W49"], id="ten years ahead"),
        pytest.param(timedelta(days=3653), ["2035-W48"], id="ten years ahead and too late for a slot"),
        pytest.param(-DAY, [], id="a day back"),
        pytest.param(-400 * DAY, [], id="a year back"),
    ],
)
def test_a_clock_that_jumps_and_comes_back_loses_and_doubles_nothing(
    store: SqlStore, away: timedelta, meanwhile: list[str]
) -> None:
    services = over(store, replace(subscription(), quiet=False))
    for moment in (MONDAY, MONDAY + away, MONDAY + away + MINUTE, MONDAY + MINUTE, MONDAY + 2 * MINUTE, NEXT_MONDAY):
        plan_digests(moment, services)

    assert slots(store) == [*meanwhile, "2025-W50", "2025-W49"]
    (schedule,) = store.schedules.active()
    assert schedule.settled == "2025-W50"


@pytest.mark.parametrize(
    ("first", "times"),
    [
        pytest.param(datetime(2026, 10, 24, tzinfo=UTC), ["00:30", "00:30", "01:30"], id="clocks go back"),
        pytest.param(datetime(2027, 3, 27, tzinfo=UTC), ["01:30", "01:30", "00:30"], id="clocks go forward"),
    ],
)
def test_each_night_of_a_change_of_the_clocks_brings_one(store: SqlStore, first: datetime, times: list[str]) -> None:
    nightly = replace(subscription(), timetable=replace(DAILY, hour=2, minute=30), quiet=False)
    services = over(store, replace(nightly, since=first - HOUR))
    for step in range(3 * 24 * 6):
        plan_digests(first + step * 10 * MINUTE, services)

    planned = store.outbox.of_schedule("cache", 99)[::-1]
    assert [posting.at.strftime("%H:%M") for posting in planned] == times
    assert [slot for posting in planned for _, slot in posting.slots] == [
        (first + number * DAY).date().isoformat() for number in range(3)
    ]


def test_a_store_that_is_locked_for_a_minute_delays_and_loses_nothing(store: SqlStore, tmp_path: Path) -> None:
    services = over(store, *(replace(subscription(), id=channel, channel_id=channel) for channel in CHANNELS))
    with closing(connect(tmp_path / "papers.sqlite3", isolation_level=None)) as locking:
        locking.execute("BEGIN EXCLUSIVE")
        for minutes in range(2):
            with pytest.raises(Unavailable, match="busy"):
                plan_digests(MONDAY + minutes * MINUTE, services)
        assert [slots(store, channel) for channel in CHANNELS] == [[]] * 5
        locking.execute("ROLLBACK")
    for minutes in (2, 3):
        plan_digests(MONDAY + minutes * MINUTE, services)

    assert [slots(store, channel) for channel in CHANNELS] == [["2025-W49"]] * 5


def test_a_full_disk_settles_only_what_was_kept_and_the_rest_comes_once_there_is_room(store: SqlStore) -> None:
    services = over(store, *(replace(subscription(), id=channel, channel_id=channel) for channel in CHANNELS))
    pages = ["max_page_count = 1"]
    event.listen(store._database.engine, "checkout", lambda connection, *_: connection.execute(f"PRAGMA {pages[0]}"))
    failed = 0
    for minutes in range(3):
        try:
            plan_digests(MONDAY + minutes * MINUTE, services)
        except Unavailable as told:
            failed += "disk is full" in str(told)
    kept = sum(map(len, (slots(store, channel) for channel in CHANNELS)))
    pages[0] = "max_page_count = 1000000"
    for minutes in (3, 4):
        plan_digests(MONDAY + minutes * MINUTE, services)

    assert failed == 3
    assert kept < len(CHANNELS)
    assert [slots(store, channel) for channel in CHANNELS] == [["2025-W49"]] * 5
    assert [len(store.outbox.shown(channel)) > 0 for channel in CHANNELS] == [True] * 5


def test_what_came_due_while_the_bot_was_stopped_comes_once_after_the_start(tmp_path: Path) -> None:
    file = tmp_path / "papers.sqlite3"
    with closing(SqlStore.open(file)) as before:
        plan_digests(MONDAY - MINUTE, over(before, subscription()))
    for _ in range(3):  # each start plans at once
        with closing(SqlStore.open(file)) as after:
            plan_digests(MONDAY + HOUR, over(after))
            settled = slots(after)

    assert settled == ["2025-W49"]


class Counting(ListEngine):
    """Counts what it is asked."""

    asked = 0

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        self.asked += 1
        return super().search(query, limit, offset)


def test_channels_that_ask_for_the_same_in_one_minute_have_it_looked_up_once(store: SqlStore) -> None:
    engine = Counting(LIBRARY)
    subscribed = [
        replace(subscription(query), id=f"{query}-{channel}", channel_id=channel)
        for query in ("cache", "eviction")
        for channel in CHANNELS
    ]
    services = replace(over(store, *subscribed), engine=engine)
    plan_digests(MONDAY, services)
    asked = engine.asked
    plan_digests(NEXT_MONDAY, services)

    assert (asked, engine.asked) == (2, 4)
    assert all(store.outbox.shown(one.id) for one in subscribed)


@pytest.mark.parametrize(("limit", "offset"), [(1, 0), (5, 3), (100, 0), (3, 11), (3, 500), (150, 90)])
def test_what_was_looked_up_once_is_what_the_engine_says(limit: int, offset: int) -> None:
    once, engine, query = Once(ListEngine(LIBRARY)), ListEngine(LIBRARY), parse("cache")
    once.search(query, 2)

    assert once.search(query, limit, offset) == engine.search(query, limit, offset)
