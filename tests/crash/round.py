"""One round: twenty schedules are due at once, replicas that are killed send them, and faults come between."""

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

from sqlalchemy import select

from bot.manifest import manifest
from bot.store import SqlStore
from bot.store.tables.posts import postings
from bot.workspace.model import BOT_USER
from bot.workspace.time import MovableClock
from bot.workspace.town import ADMIN
from bot.workspace.webapi.faults import FaultKind
from bot.workspace.workspace import Workspace
from handlers.calendar import Timetable
from handlers.schedules import Schedule
from tests.crash.nursery import Nursery
from tests.crash.shared_clock import BEGINNING, SharedClock

WEEKLY = Timetable(rhythm="weekly", weekday=0, hour=9, minute=0, zone="Europe/Berlin")
SCHEDULES, CHANNELS = 20, 7
TIMEOUT = 3
"""Seconds that a replica waits for Slack, of real time."""
POSTING: tuple[FaultKind, ...] = ("ratelimited", "status", "accept_then_drop", "drop", "error")
LOOKING: tuple[FaultKind, ...] = ("ratelimited", "status", "drop")
NEVER = ("never", 1)
A_SECOND, LONG = 1.1, 31.0
"""How far time is moved on: until a channel may have its next message, and towards the end of leases and waits. No
step takes anybody's right to send away: that lasts for a minute."""
REST = 0.03

Row = tuple[str, str, str | None, str, datetime | None]


@dataclass
class Round:
    """`orders` are the points at which the replicas die, one after the other; those after the last live on."""

    folder: Path
    place: str
    nursery: Nursery
    clock: SharedClock
    workspace: Workspace
    store: SqlStore
    orders: list[tuple[str, int]] = field(default_factory=list)
    _names: Iterator[str] = field(default_factory=lambda: map("replica-{}".format, range(1000)))

    def begin(self) -> None:
        """Makes the channels and the schedules."""
        people = self.workspace.people
        names = [f"topic-{number}" for number in range(CHANNELS)]
        channels = [people.create_channel(ADMIN.id, name, False)["channel"] for name in names]
        for channel in channels:
            people.invite(ADMIN.id, channel, BOT_USER)
        for number in range(SCHEDULES):
            self.store.schedules.add(_schedule(f"s{number:02}", channels[number % CHANNELS]))

    def start(self, point: str, times: int, sent: int = signal.SIGKILL) -> str:
        """One more replica; its name."""
        owner = next(self._names)
        place = {"store": self.place, "clock": str(self.folder / "clock")}
        slack = {"token": self.workspace.bot_token, "api_url": self.workspace.api_url, "timeout": TIMEOUT}
        self.nursery.order(owner=owner, point=point, times=times, signal=sent, **place, **slack)
        return owner

    def fault(self, random: Random, hang: bool = False, lag: float = 55.0) -> None:
        """Plans what goes wrong at Slack, between calls that go well."""
        faults = self.workspace.faults
        for _ in range(6):
            # A lag of no seconds changes nothing.
            faults.add("chat.postMessage", "history_lag", random.randint(1, 4), seconds=0.0)
            faults.add("chat.postMessage", random.choice(POSTING))
        if hang:
            faults.add("chat.postMessage", "hang", seconds=TIMEOUT + 1.0)
        faults.add("conversations.history", "history_lag", 10, seconds=lag)
        faults.add("conversations.history", random.choice(LOOKING))

    def run(self, replicas: int = 2, seconds: float = 60.0) -> None:
        """Until everything is sent, replacing the replicas that died."""
        end, rest, before = monotonic() + seconds, Event(), self._rows()
        while not self._is_done(before):
            assert monotonic() < end, f"in vain: {before}"
            self.nursery.hear()
            while len(self.nursery.living) < replicas:
                self.start(*(self.orders.pop(0) if self.orders else NEVER))
            rest.wait(REST)
            rows = self._rows()
            if rows == before and not self._is_sending(rows):
                self.clock.move(self._step(rows))
            before = rows

    def problems(self) -> list[str]:
        """What is not as it should be, in the channels and in the store."""
        planned = sorted(self._rows(), key=lambda row: row[0])
        found = [f"{len(planned)} posts instead of {SCHEDULES}"] if len(planned) != SCHEDULES else []
        shown = {channel.id: self._shown(channel.id) for channel in self.workspace.state.channels()}
        counted = Counter(key for keys in shown.values() for key in keys)
        found += [f"{key} is there {counted[key]} times" for key, *_ in planned if counted[key] != 1]
        found += [f"{channel}: {keys}" for channel, keys in shown.items() if keys != sorted(keys)]
        return found

    def doubled(self) -> int:
        """How many messages are there a second time."""
        keys = [key for channel in self.workspace.state.channels() for key in self._shown(channel.id)]
        return len(keys) - len(set(keys))

    def _shown(self, channel: str) -> list[str]:
        """The keys, in the order in which they are there."""
        return [
            message.body["metadata"]["event_payload"]["key"]
            for message in self.workspace.state.messages(channel)
            if "metadata" in message.body
        ]

    def _rows(self) -> list[Row]:
        columns = (postings.c.key, postings.c.state, postings.c.owner, postings.c.channel_id, postings.c.held_until)
        with self.store._reading() as connection:
            return [tuple(row) for row in connection.execute(select(*columns).order_by(postings.c.key))]

    def _is_done(self, rows: list[Row]) -> bool:
        return len(rows) == SCHEDULES and all(state == "sent" for _, state, *_ in rows)

    def _is_sending(self, rows: list[Row]) -> bool:
        """Whether somebody who lives is about to send: time must not pass over them faster than it does."""
        awake = self.nursery.living.keys() - self.nursery.stopped
        return any(state == "sending" and owner in awake for _, state, owner, *_ in rows)

    def _step(self, rows: list[Row]) -> float:
        closed = {channel for _, state, _, channel, _ in rows if state in ("sending", "unknown")}
        soon = self.clock.now() + timedelta(seconds=A_SECOND)
        open_soon = [
            channel
            for _, state, _, channel, held in rows
            if state == "pending" and channel not in closed and (held is None or held <= soon)
        ]
        return A_SECOND if open_soon or len(rows) < SCHEDULES else LONG


def _schedule(name: str, channel: str) -> Schedule:
    return Schedule(
        id=name,
        team_id="T0WORKSPACE",
        channel_id=channel,
        kind="digest",
        query=f"topic {name}",
        key=f"topic {name}",
        timetable=WEEKLY,
        creator=ADMIN.id,
        created=BEGINNING - timedelta(days=1),
        since=BEGINNING - timedelta(days=1),
    )


@contextmanager
def open_round(folder: Path, nursery: Nursery, place: str = "") -> Iterator[Round]:
    """A new workspace, and a new store in this place, or else in this folder."""
    place = place or str(folder / "paperboy.sqlite3")
    clock = SharedClock.new(folder / "clock")
    store = SqlStore.open(place)
    workspace = Workspace.open(None, manifest(), clock=MovableClock(clock.now), transport="http", rate_limits=False)
    try:
        opened = Round(folder, place, nursery, clock, workspace, store)
        opened.begin()
        yield opened
    finally:
        nursery.end_all()
        workspace.close()
        store.close()
