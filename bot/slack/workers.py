"""Threads that work out answers, with a bounded queue in front of them."""

import logging
from collections import Counter
from collections.abc import Callable
from queue import SimpleQueue
from threading import Condition, Thread

Job = Callable[[], object]


log = logging.getLogger(__name__)


class Busy(Exception):
    """There is no room for another job now."""


class Workers:
    """`threads` jobs run at once, `waiting` more may wait, and no owner has more than `per_owner` of all these.

    The threads are daemons: a job that hangs cannot keep the process from ending.
    """

    def __init__(self, name: str, *, threads: int, waiting: int, per_owner: int | None = None) -> None:
        self._room = threads + waiting
        self._per_owner = per_owner or self._room
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._unfinished: Counter[str] = Counter()
        self._changed = Condition()
        self._open = True
        self._threads = [Thread(target=self._run, name=f"{name}-{number}", daemon=True) for number in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job, owner: str = "") -> None:
        """Runs `job` when a thread is free. The job reports its own failures.

        Raises Busy when the queue or the owner's part of it is full, or when the workers are stopping.
        """
        with self._changed:
            full = self._unfinished.total() >= self._room or self._unfinished[owner] >= self._per_owner
            if full or not self._open:
                raise Busy
            self._unfinished[owner] += 1
        self._jobs.put(lambda: self._finish(job, owner))

    def unfinished(self) -> int:
        """How many jobs run or wait."""
        with self._changed:
            return self._unfinished.total()

    def drain(self, seconds: float) -> bool:
        """Takes no more jobs and waits until the accepted ones are done; False when they are not after `seconds`."""
        with self._changed:
            self._open = False
            done = self._changed.wait_for(lambda: not self._unfinished.total(), timeout=seconds)
        for _ in self._threads:
            self._jobs.put(None)
        if done:
            for thread in self._threads:
                thread.join()
        return done

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _finish(self, job: Job, owner: str) -> None:
        try:
            job()
        except Exception as error:
            # One job must not take its thread away from all the others; its words may be a person's.
            log.error("A job did not report its own failure: %s", type(error).__name__)
        finally:
            with self._changed:
                self._unfinished[owner] -= 1
                # Owners come and go for years; an empty count must not stay behind.
                if not self._unfinished[owner]:
                    del self._unfinished[owner]
                self._changed.notify_all()
