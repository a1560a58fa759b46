"""What Slack sends to the bot: commands and interactions once, events again until they are acknowledged."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import Literal

from bot.clock import stopwatch
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.delivery.faults import DeliveryFaults
from bot.workspace.delivery.transport import Acknowledgement, Kind, NotDelivered, Transport
from bot.workspace.model import Json

log = logging.getLogger(__name__)

WAITS = (0.0, 60.0, 300.0)
"""Seconds before the second, third and fourth try of an event (docs.slack.dev, "The Events API")."""
_TIMEOUT = "http_timeout"
_THREADS = 8

Reason = Literal["operation_timeout", "dispatch_failed"]


class Unanswered(Exception):
    """A command or an interaction that the bot did not acknowledge; `reason` is Slack's word for it."""

    def __init__(self, reason: Reason) -> None:
        self.reason: Reason = reason
        super().__init__(reason)


class Deliveries:
    """`waits` are the seconds before each further try of an event, by this machine's time and not the workspace's."""

    def __init__(self, transport: Transport, exchanges: Exchanges, *, waits: Sequence[float] = WAITS) -> None:
        self.faults = DeliveryFaults()
        self._transport = transport
        self.exchanges = exchanges
        self._waits = tuple(waits)
        self._timetable = _Timetable()

    def command(self, payload: Json) -> Acknowledgement:
        """Delivers a slash command. Raises Unanswered."""
        return self._once("slash_commands", str(payload["command"]), payload)

    def interact(self, payload: Json) -> Acknowledgement:
        """Delivers what a person did with blocks, windows or shortcuts. Raises Unanswered."""
        return self._once("interactive", str(payload["type"]), payload)

    def event(self, envelope: Json) -> None:
        """Delivers an event in the background."""
        wait, copies = self.faults.take_for_event()
        for _ in range(copies):
            self._timetable.put(wait, lambda: self._try_event(envelope, None))

    def settle(self, seconds: float) -> bool:
        """Whether every event was acknowledged or given up, after at most so many seconds."""
        return self._timetable.settle(seconds)

    def close(self) -> None:
        """Delivers nothing more; tries that are under way come to their end."""
        self._timetable.close()

    def _once(self, kind: Kind, name: str, payload: Json) -> Acknowledgement:
        acknowledgement, failure = self._deliver(kind, name, payload, None)
        if acknowledgement is None:
            raise Unanswered("operation_timeout" if failure is None else "dispatch_failed")
        return acknowledgement

    def _try_event(self, envelope: Json, retry: tuple[int, str] | None) -> None:
        name = f"event {envelope['event']['type']}"
        acknowledgement, failure = self._deliver("events_api", name, envelope, retry)
        number = retry[0] if retry else 0
        if acknowledgement is not None or (failure is not None and failure.no_retry) or number >= len(self._waits):
            return
        again = (number + 1, _TIMEOUT if failure is None else failure.reason)
        self._timetable.put(self._waits[number], lambda: self._try_event(envelope, again))

    def _deliver(
        self, kind: Kind, name: str, payload: Json, retry: tuple[int, str] | None
    ) -> tuple[Acknowledgement | None, NotDelivered | None]:
        seconds = stopwatch()
        acknowledgement, failure = None, None
        try:
            acknowledgement = self._transport.deliver(kind, payload, retry=retry)
        except NotDelivered as refused:
            failure = refused
        status = "acknowledged" if acknowledgement else failure.reason if failure else "not acknowledged in time"
        self.exchanges.add(
            way="to bot",
            name=name,
            body=payload,
            answer=acknowledgement.body if acknowledgement else None,
            status=status if retry is None else f"{status} (try {retry[0] + 1})",
            milliseconds=1000 * seconds(),
        )
        return acknowledgement, failure


class _Timetable:
    """Does things when they are due, each in one of a few threads."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._open = 0
        self._closed = False
        self._changed = Condition()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="event")
        Thread(target=self._run, name="events", daemon=True).start()

    def put(self, wait: float, act: Callable[[], None]) -> None:
        """Nothing is put off once this is closed."""
        with self._changed:
            if not self._closed:
                heappush(self._due, (monotonic() + wait, next(self._order), act))
                self._open += 1
                self._changed.notify_all()

    def settle(self, seconds: float) -> bool:
        """Whether nothing is due or under way, after at most so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._open == 0, timeout=seconds)

    def close(self) -> None:
        """Forgets what is due later, and waits for what is under way."""
        with self._changed:
            self._closed = True
            self._open -= len(self._due)
            self._due.clear()
            self._changed.notify_all()
        self._pool.shutdown()

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                wait = self._due[0][0] - monotonic() if self._due else None
                if wait is not None and wait <= 0:
                    # With the lock held: the pool must not be shut down in between.
                    self._pool.submit(self._do, heappop(self._due)[2])
                else:
                    self._changed.wait(wait)

    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:
            # The thread is a pool's, which would keep the error to itself.
            log.exception("An event could not be delivered")
        finally:
            with self._changed:
                self._open -= 1
                self._changed.notify_all()
