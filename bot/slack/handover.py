"""One answer, handed to whoever waits for it, or sent after them when they could wait no longer."""

from collections.abc import Callable
from threading import Condition
from typing import Generic, TypeVar

Given = TypeVar("Given")


class Handover(Generic[Given]):
    """The answer is used exactly once: `wait` returns it, or else `send_late` gets it."""

    def __init__(self, send_late: Callable[[Given], None]) -> None:
        self._send_late = send_late
        self._changed = Condition()
        self._reply: Given | None = None
        self._left = False

    def wait(self, seconds: float) -> Given | None:
        """The answer, or None when it did not come in time; then it will be sent late."""
        with self._changed:
            self._changed.wait_for(lambda: self._reply is not None, timeout=seconds)
            self._left = self._reply is None
            return self._reply

    def give(self, reply: Given) -> None:
        """Called once, by the thread that worked the answer out; sends it when nobody waits any more."""
        with self._changed:
            if not self._left:
                self._reply = reply
                self._changed.notify()
                return
        self._send_late(reply)
