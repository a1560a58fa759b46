"""A log line that is written at most once a minute, with how often it was due: a flood must not fill the disk."""

import logging
import time
from collections.abc import Callable
from threading import Lock

QUIET_SECONDS = 60.0


class Seldom:
    """`seconds` is a clock that only goes forward."""

    def __init__(self, log: logging.Logger, seconds: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._seconds = seconds
        self._lock = Lock()
        self._untold = 0
        self._told_at: float | None = None

    def warn(self, sentence: str) -> None:
        """Logs the sentence as a warning, or only counts it while an earlier one is less than a minute old."""
        now = self._seconds()
        with self._lock:
            self._untold += 1
            if self._told_at is not None and now - self._told_at < QUIET_SECONDS:
                return
            count, self._untold, self._told_at = self._untold, 0, now
        self._log.warning("%s (%d such since the last such line)", sentence, count)
