"""How the bot is doing: the facts people ask for, and the problems a health check must see."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.metadata import version
from typing import Protocol

from handlers.errors import Unavailable
from handlers.ports.health import Status
from search.engine import SearchEngine
from search.errors import EngineUnavailable

TICK_OVERDUE = timedelta(minutes=2)
"""The scheduler ticks each minute; when two are missing, posts would be late."""

MODES = {
    "http": "HTTP",
    "socket": "Socket Mode",
    "workspace": "not connected, `paperboy run` opens a small Slack of its own",
    "terminal": "not connected, this is a prompt in a terminal",
}

Check = Callable[[], str | None]
"""Looks at one part of the bot; a sentence when something is wrong with it."""


class Counted(Protocol):
    """A library that says how many papers it holds and how often it has changed."""

    def size(self) -> int:
        """How many papers there are. May raise `Unavailable`, as `revision` may."""

    def revision(self) -> int:
        """The number of the last change."""


class Posts(Protocol):
    """What is known of the posts that come at regular times."""

    def facts(self) -> tuple[tuple[str, str], ...]:
        """Name and value of each fact; never raises."""

    def next_due(self) -> datetime | None:
        """When the next one comes. May raise `Unavailable`."""


@dataclass(slots=True)
class LiveHealth:
    """Asks the parts themselves, each time; `incoming` tells how papers come by themselves, and `checks` are looked at
    besides the store, the index and the scheduler. `behind` says what keeps the index from being brought level."""

    library: Counted
    engine: SearchEngine
    clock: Callable[[], datetime]
    mode: str
    posts: Posts
    meaning: Callable[[], str] = lambda: "off"
    incoming: Callable[[], tuple[tuple[str, str], ...]] = tuple
    checks: list[Check] = field(default_factory=list)
    last_tick: datetime | None = None
    behind: str = ""

    def ticked(self) -> None:
        """The scheduler has just run."""
        self.last_tick = self.clock()

    def status(self) -> Status:
        """What `/papers status` shows, whatever state the bot is in."""
        return Status(
            (
                ("Library", _told(lambda: f"{self.library.size():,} papers")),
                ("Index", _told(self._index)),
                ("Search by meaning", _told(self.meaning)),
                ("Slack", MODES[self.mode]),
                *self.posts.facts(),
                *self.incoming(),
                ("Last tick", f"{self.last_tick:%Y-%m-%d %H:%M} UTC" if self.last_tick else "not yet"),
                ("Version", version("paperboy-slack")),
                ("Problems", " ".join(self.problems()) or "none"),
            )
        )

    def problems(self) -> tuple[str, ...]:
        """A sentence for each part that does not do its work; none when all is well."""
        checks = (self._store_trouble, self._index_trouble, self._tick_trouble, *self.checks)
        return tuple(trouble for check in checks if (trouble := check()))

    def _index(self) -> str:
        held, wanted = self.engine.revision(), self.library.revision()
        level = "level with the library" if held == wanted else f"catching up, {held:,} of {wanted:,} changes"
        return f"{self.engine.size():,} papers, {level}"

    def _store_trouble(self) -> str | None:
        try:
            self.library.size()
        except Unavailable:
            return "The library cannot be read."
        return None

    def _index_trouble(self) -> str | None:
        try:
            self.engine.size()
        except EngineUnavailable:
            return "The index cannot be read."
        return self.behind or None

    def _tick_trouble(self) -> str | None:
        # A tick that lies ahead was before the clock was set back; the next one comes within a minute.
        if self.last_tick is None or -TICK_OVERDUE < self.clock() - self.last_tick < TICK_OVERDUE:
            return None
        return f"The scheduler has not run since {self.last_tick:%Y-%m-%d %H:%M} UTC."


def _told(fact: Callable[[], str]) -> str:
    try:
        return fact()
    except (Unavailable, EngineUnavailable):
        return "cannot be read now"
