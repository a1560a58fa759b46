"""The only place that asks what time it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter


def now() -> datetime:
    """The present moment, in UTC and aware of it."""
    return datetime.now(UTC)


def stopwatch() -> Callable[[], float]:
    """Start measuring; each call of the result returns the seconds since then. Changes of the clock do not touch it."""
    start = perf_counter()
    return lambda: perf_counter() - start
