"""Schedules and postings for tests, and every place where they can be kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.slack.despatch import Despatch
from bot.slack.inbox import Inbox
from bot.store import SqlStore
from bot.store.shelf import SqlShelf
from bot.store.week import SqlWeek
from handlers.calendar import Timetable
from handlers.ports.personal import Visits
from handlers.ports.posting import Outbox, Schedules
from handlers.schedules import Posting, Schedule
from tests.fakes_inbox import MemoryInbox
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.fakes_shelf import MemoryShelf
from tests.fakes_visits import MemoryVisits
from tests.fakes_week import MemoryWeek
from tests.postgres_kit import Postgres

NOW = datetime(2026, 12, 1, 8, 0, 0, 123456, tzinfo=UTC)
MONDAY = Timetable(rhythm="weekly", weekday=0, hour=9, minute=30, zone="Europe/Berlin")
TEAM, CHANNEL, OTHER = "T1", "C1", "C2"
LEASE = timedelta(minutes=2)
PLACES = ("file", "memory", "server", "fake")


@dataclass(frozen=True)
class Kept:
    """The ports over one and the same place."""

    schedules: Schedules
    outbox: Outbox
    despatch: Despatch
    inbox: Inbox
    week: SqlWeek | MemoryWeek
    shelf: SqlShelf | MemoryShelf
    visits: Visits


@contextmanager
def kept_in(place: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[Kept]:
    """A new, empty place: a file of the folder, a database in memory or on a server, or the fakes."""
    if place == "fake":
        yield fakes(MemorySchedules())
        return
    store = SqlStore.open(_address(place, request, folder))
    yield stored(store)
    store.close()


def fakes(schedules: MemorySchedules, outbox: MemoryOutbox | None = None) -> Kept:
    """The fakes over these."""
    outbox = outbox or MemoryOutbox(schedules)
    return Kept(schedules, outbox, outbox, MemoryInbox(outbox), MemoryWeek(outbox), MemoryShelf(), MemoryVisits())


def stored(store: SqlStore) -> Kept:
    """The ports of a store."""
    return Kept(store.schedules, store.outbox, store.despatch, store.inbox, store.week, store.shelf, store.visits)


def _address(place: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if place == "server":
        server: Postgres = request.getfixturevalue("postgres")
        return server.schema()
    return str(folder / "paperboy.sqlite3") if place == "file" else ":memory:"


def schedule(schedule_id: str = "s1", **other: Any) -> Schedule:
    """A subscription of the channel `C1`, with a key of its own."""
    usual: dict[str, Any] = {
        "team_id": TEAM,
        "channel_id": CHANNEL,
        "kind": "digest",
        "query": f"Caching {schedule_id}",
        "key": f"cach {schedule_id}",
        "timetable": MONDAY,
        "creator": "U1",
        "created": NOW,
        "since": NOW,
    }
    return Schedule(id=schedule_id, **(usual | other))


def posting(key: str = "digest:C1:1", **other: Any) -> Posting:
    """A digest for the channel `C1` that settles nothing."""
    usual: dict[str, Any] = {
        "team_id": TEAM,
        "channel_id": CHANNEL,
        "kind": "digest",
        "at": NOW,
        "slots": (),
        "message": {"text": f"Digest „{key}“ 🗞", "blocks": [{"type": "divider"}]},
    }
    return Posting(key=key, **(usual | other))
