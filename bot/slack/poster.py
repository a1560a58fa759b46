"""Sends what is planned: one message a second a channel, channels side by side, and each post once."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Semaphore
from uuid import uuid4

from slack_sdk import WebClient

from bot.clock import stopwatch
from bot.seldom import Seldom
from bot.slack.clients import web_client
from bot.slack.despatch import Despatch
from bot.slack.failures import Failures
from bot.slack.loops import Loops
from bot.slack.reconciling import Reconciling
from bot.slack.sending import LEASE, Failed, Sending
from bot.slack.settings import SlackSettings
from bot.slack.workers import Busy, Workers
from handlers.errors import Unavailable
from handlers.schedules import Posting

log = logging.getLogger(__name__)

SENDERS = 8
IDLE, BUSY = 1.0, 0.2
"""Seconds between two looks at the store: while nothing waits, and while something does."""
APART = 1.0
"""Seconds between two messages of a channel."""


class Poster:
    """`at` is called at each named point of sending, for tests that stop there; `idle` is how long to rest."""

    def __init__(
        self,
        client: WebClient,
        despatch: Despatch,
        failed: Failed,
        clock: Callable[[], datetime],
        at: Callable[[str], object] = lambda _point: None,
        idle: float = IDLE,
    ) -> None:
        self._despatch = despatch
        self._clock = clock
        self._idle = idle
        self.owner = uuid4().hex
        self._sending = Sending(client, despatch, failed, clock, at)
        self._reconciling = Reconciling(client, despatch, self._sending.fail, clock)
        self._workers = Workers("poster", threads=SENDERS, waiting=SENDERS)
        self._free = Semaphore(SENDERS)
        self._failures, self._unavailable = Failures(), Seldom(log)
        # Looking for lost posts may wait for Slack, which must not keep others from being sent.
        self._loops = Loops({"poster": self._run, "poster-looks": self._look_on})

    @classmethod
    def over(
        cls, settings: SlackSettings, despatch: Despatch, failed: Failed, clock: Callable[[], datetime]
    ) -> "Poster":
        """With a client of its own."""
        return cls(web_client(settings, settings.bot_token), despatch, failed, clock)

    def start(self) -> None:
        """Begins to send, in threads of its own."""
        self._loops.start()

    def wake(self) -> None:
        """Looks at once: something was planned."""
        self._loops.wake()

    def stop(self, seconds: float) -> bool:
        """Takes nothing more and finishes what is on its way; False when `seconds` were not enough."""
        end = time.monotonic() + seconds
        ended = self._loops.stop(seconds)
        return self._workers.drain(max(0.0, end - time.monotonic())) and ended

    def trouble(self) -> str | None:
        """A sentence when nothing would be sent any more."""
        return "Planned posts are not being sent any more." if any(self._loops.ended()) else None

    def send_all(self, pause: Callable[[float], None] = time.sleep) -> int:
        """Sends what can be sent now, in this thread; how many posts were tried. `pause` waits a number of seconds."""
        self._reconciling.look()
        count, since = 0, dict[str, Callable[[], float]]()
        while found := self._take(timedelta()):
            posting, taken = found
            if last := since.get(posting.channel_id):
                pause(max(0.0, APART - last()))
            self._sending.send(posting, taken)
            since[posting.channel_id] = stopwatch()
            count += 1
        return count

    def _run(self) -> None:
        self._loops.repeat(lambda: BUSY if self._safely(self._hand_out, "Looking for planned posts") else self._idle)

    def _look_on(self) -> None:
        while not self._loops.stopped_within(self._idle):
            self._safely(lambda: self._reconciling.look(self._loops.stopping), "Looking for lost posts")

    def _hand_out(self) -> bool:
        """Whether there was something to do."""
        taken = False
        while not self._loops.stopping() and self._free.acquire(timeout=IDLE):
            try:
                found = self._take(timedelta(seconds=APART))
            except BaseException:
                self._free.release()
                raise
            if found is None:
                self._free.release()
                break
            taken = True
            self._hand_over(*found)
        return taken

    def _take(self, apart: timedelta) -> tuple[Posting, datetime] | None:
        # The lease counts from before the store is asked, which may take a while.
        now = self._clock()
        posting = self._despatch.take(self.owner, now, LEASE, apart)
        return (posting, now) if posting else None

    def _hand_over(self, posting: Posting, taken: datetime) -> None:
        try:
            self._workers.submit(lambda: self._send_and_free(posting, taken))
        except Busy:
            # We were stopped while the store was asked.
            self._free.release()
            self._sending.give_back(posting)

    def _send_and_free(self, posting: Posting, taken: datetime) -> None:
        # What cannot be kept is looked for once its lease has run out.
        self._safely(lambda: self._sending.send(posting, taken), "Sending a planned post")
        self._free.release()
        self._loops.wake()

    def _safely(self, work: Callable[[], object], doing: str) -> object:
        """The threads must go on: the next try may succeed."""
        try:
            return work()
        except Unavailable as error:
            self._unavailable.warn(f"{doing} has to wait: {error}")
        except Exception as error:
            self._failures.report(error, doing)
        return None
