"""Calls one function every minute, whatever the clock does, until it is stopped."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from bot import clock
from bot.logs import new_reference

MINUTE = timedelta(minutes=1)
TICK = "tick"

_log = logging.getLogger(__name__)


class EveryMinute(BaseTrigger):  # type: ignore[misc]  # APScheduler ships no types
    """Due at once, then each minute; minutes missed are one run, found without counting through them.

    APScheduler's interval trigger makes a time for each missed minute: five million when the clock jumps ten years.
    """

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        if previous is None:
            return now
        late = max(now - previous, timedelta())
        return previous + (late // MINUTE + 1) * MINUTE


class _Steady(BackgroundScheduler):  # type: ignore[misc]
    """Looks at its job each minute at least. APScheduler sleeps until the time that a job is due by the machine's
    clock: set back by a day, nothing would be done for a day."""

    def _process_jobs(self) -> float:
        job = self.get_job(TICK)
        if job is not None and job.next_run_time - clock.now() > MINUTE:
            job.modify(next_run_time=clock.now())
        wait = super()._process_jobs()
        longest = MINUTE.total_seconds()
        return longest if wait is None else min(float(wait), longest)


class Scheduler:
    """One job in memory, one run at a time; what is due is decided by the function it calls, from the store."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._scheduler = _Steady(timezone=UTC, executors={"default": ThreadPoolExecutor(1)})

    def start(self) -> None:
        """Begin ticking in a thread of its own, the first time at once."""
        self._scheduler.add_job(
            self._safely, EveryMinute(), id=TICK, replace_existing=True,
            coalesce=True, max_instances=1, misfire_grace_time=None,
        )  # fmt: skip
        self._scheduler.start()

    def tick_now(self) -> None:
        """Tick once more, at once and after a tick under way: for when the time that the tick goes by has moved."""
        self._scheduler.add_job(self._safely, misfire_grace_time=None)

    def stop(self) -> None:
        """Wait for a tick under way, then end the thread; harmless when nothing runs."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def jobs(self) -> int:
        """How many jobs there are: one, however often the bot starts."""
        return len(self._scheduler.get_jobs())

    def _safely(self) -> None:
        try:
            self._tick()
        except Exception:
            # The next minute tries again: one failed tick must not end all later ones.
            _log.exception("%s: this minute's work failed", new_reference())
