"""Waiting for what nobody tells of, but not for ever."""

from collections.abc import Callable
from threading import Event
from time import monotonic

WAIT = 10.0
"""Seconds after which a test that waits in vain has failed."""


def until(holds: Callable[[], object]) -> None:
    """Asks again and again."""
    end, rest = monotonic() + WAIT, Event()
    while not holds():
        assert monotonic() < end, "in vain"
        rest.wait(0.01)
