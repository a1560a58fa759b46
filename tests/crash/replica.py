"""One of several bots over one store: plans what is due and sends it, and kills itself at a named point.

`python -m tests.crash.replica` is the nursery: it has everything loaded, and makes a replica of itself for each line of
JSON that it reads, so that a new process costs a few milliseconds. It answers with the process id and, when a replica
ends, with its status.
"""

import json
import os
import select
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock, get_ident
from typing import Any

from sqlalchemy import Connection

from bot.slack.clients import web_client
from bot.slack.poster import Poster
from bot.slack.settings import SlackSettings
from bot.store import SqlStore
from handlers.calendar import due_slot
from handlers.schedules import Posting, Schedule
from tests.crash.shared_clock import SharedClock

POINTS = ("planning", "claimed", "sending", "accepted", "marking")
IDLE = 0.05


WRITING = RLock()
"""Whoever stops the whole process while another of its threads writes would stop all others' writing too."""


class Store(SqlStore):
    """One write at a time in this process."""

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with WRITING, super()._writing() as connection:
            yield connection


@dataclass
class Killer:
    """`kill -9` the `times`-th time that the replica comes to a point; or stops it there, until somebody goes on."""

    point: str
    times: int
    signal: int

    def __post_init__(self) -> None:
        self._seen, self._lock = Counter[str](), Lock()

    def __call__(self, point: str) -> None:
        with self._lock:
            self._seen[point] += 1
            if (point, self._seen[point]) == (self.point, self.times):
                with WRITING if self.signal == signal.SIGSTOP else nullcontext():
                    # To this very thread: none but it would be stopped before it goes on.
                    signal.pthread_kill(get_ident(), self.signal)


def plan(store: SqlStore, clock: SharedClock, at: Killer) -> None:
    """Plans one post for each schedule that is due, as every replica does each minute: together, or else one by one."""
    due: list[tuple[Posting, tuple[()]]] = []
    for schedule in store.schedules.active():
        settled = schedule.settled
        slot = due_slot(schedule.timetable, since=schedule.since, settled=settled, now=clock.now())
        if slot is not None:
            at("planning")
            due.append((posting_of(schedule, slot.name, slot.at), ()))
    if not store.outbox.plan_all(due):
        for posting, _ in due:
            store.outbox.plan(posting)


def posting_of(schedule: Schedule, slot: str, moment: Any) -> Posting:
    key = f"digest:{schedule.id}:{slot}"
    return Posting(
        key=key,
        team_id=schedule.team_id,
        channel_id=schedule.channel_id,
        kind="digest",
        at=moment,
        slots=((schedule.id, slot),),
        message={"text": key, "blocks": [{"type": "divider"}]},
    )


def work(order: dict[str, Any]) -> None:
    """Lives until it is killed."""
    clock = SharedClock(Path(order["clock"]))
    at = Killer(order["point"], order["times"], order["signal"])
    settings = SlackSettings(bot_token=order["token"], api_url=order["api_url"], timeout=order["timeout"])
    store = Store.open(order["store"])
    poster = Poster(web_client(settings, settings.bot_token), store.despatch, _ignore, clock.now, at, idle=IDLE)
    poster.owner = order["owner"]
    plan(store, clock, at)
    poster.start()
    signal.sigwait({signal.SIGTERM})
    os._exit(0 if poster.stop(10) else 1)


def _ignore(posting: Posting, code: str) -> None:
    """Nothing is refused for good in these rounds."""
    raise AssertionError(posting.key, code)


def nursery() -> None:
    """Each line that is read makes a replica; the end of the lines ends the nursery. It never has a second thread, so
    that a replica begins with nothing half done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    replicas: dict[int, str] = {}
    while True:
        if select.select([0], [], [], 0.02)[0]:
            line = _line()
            if not line:
                return
            order = json.loads(line)
            child = os.fork()
            if not child:
                work(order)
            replicas[child] = order["owner"]
            _say(owner=order["owner"], fact="started", number=child)
        _tell_of(replicas)


def _line() -> bytes:
    read = b""
    while not read.endswith(b"\n"):
        if not (more := os.read(0, 1)):
            return b""
        read += more
    return read


def _tell_of(replicas: dict[int, str]) -> None:
    while replicas:
        child, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
        if not child:
            return
        if os.WIFSTOPPED(status):
            _say(owner=replicas[child], fact="stopped", number=os.WSTOPSIG(status))
        else:
            _say(owner=replicas.pop(child), fact="ended", number=os.waitstatus_to_exitcode(status))


def _say(**fact: Any) -> None:
    os.write(1, json.dumps(fact).encode() + b"\n")


if __name__ == "__main__":
    nursery()
