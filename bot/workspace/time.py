"""The workspace's time: the real one, moved forward by whoever tries what the bot does tomorrow."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock


class MovableClock:
    """`real` tells the time of this machine. Time only ever moves forward: messages keep their order."""

    def __init__(self, real: Callable[[], datetime], ahead: timedelta = timedelta()) -> None:
        self._real = real
        self._ahead = ahead
        self._lock = Lock()

    @property
    def ahead(self) -> timedelta:
        """How far the workspace is before this machine."""
        return self._ahead

    def now(self) -> datetime:
        """The workspace's present moment, in UTC."""
        return self._real() + self._ahead

    def move(self, step: timedelta) -> None:
        """Goes forward. Raises ValueError for a step back."""
        if step < timedelta():
            raise ValueError("Time in the workspace only moves forward.")
        with self._lock:
            self._ahead += step
