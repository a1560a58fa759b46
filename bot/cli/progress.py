"""A progress bar on stderr, for people, and only when the work lasts."""

import sys
from collections.abc import Callable
from threading import RLock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bot import clock

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds of work before a bar is worth looking at."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Calls a function after so many seconds, unless what it returns is called before."""


def later(seconds: float, function: Callable[[], None]) -> Callable[[], None]:
    """In a thread of its own, which does not keep the process from ending."""
    timer = Timer(max(seconds, 0.0), function)
    timer.daemon = True
    timer.start()
    return timer.cancel


class Bar:
    """Called with what is being done, how many papers are done and how many there are (None: not known).

    It comes up when its time has come, and not with the next call only: one step may take long and say nothing.
    """

    def __init__(self, elapsed: Callable[[], float] | None = None, later: Later = later) -> None:
        self._elapsed = elapsed or clock.stopwatch()
        self._later = later
        self._visible = sys.stderr.isatty()
        self._lock = RLock()
        self._bar: Progress | None = None
        self._told: dict[str, tuple[int, int | None]] = {}
        self._tasks: dict[str, TaskID] = {}
        self._cancel: Callable[[], None] | None = None

    def __call__(self, what: str, done: int, total: int | None) -> None:
        if not self._visible:
            return
        with self._lock:
            self._told[what] = (done, total)
            if self._elapsed() >= PATIENCE:
                self._show()

    def _show(self) -> None:
        with self._lock:
            if not (self._visible and self._told):
                return
            bar = self._begun()
            for what, (done, total) in self._told.items():
                if what not in self._tasks:
                    self._tasks[what] = bar.add_task(what, total=total)
                bar.update(self._tasks[what], completed=done, total=total)

    def _begun(self) -> "Progress":
        if self._bar is None:
            # late: most work ends before anyone needs a bar
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        return self._bar

    def __enter__(self) -> Self:
        if self._visible:
            self._cancel = self._later(PATIENCE - self._elapsed(), self._show)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._cancel is not None:
            self._cancel()
        with self._lock:
            self._visible = False
            if self._bar is not None:
                self._bar.stop()
