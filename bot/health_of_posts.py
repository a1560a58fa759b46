"""How the regular posts are doing: what was sent last, what comes next, and what did not arrive."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from handlers.errors import Unavailable
from handlers.schedules import Posting, PostingKind, Schedule, next_run

WHAT: dict[PostingKind, str] = {"digest": "digest", "week": "paper of the week", "notice": "notice", "answer": "answer"}
SHOWN = 3
"""Posts that are named of a kind; the number says whether there are more."""


class Active(Protocol):
    """The schedules that are not paused; may raise `Unavailable`."""

    def active(self) -> tuple[Schedule, ...]:
        """Of every workspace."""


class Sent(Protocol):
    """What became of posts; may raise `Unavailable`."""

    def last_sent(self, limit: int) -> tuple[Posting, ...]:
        """The newest first."""

    def left_out(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those of the last week whose moment brought nothing, the newest first."""

    def problems(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those that failed or are late, the newest first."""


@dataclass(frozen=True, slots=True)
class PostsHealth:
    """Asks the store, each time."""

    schedules: Active
    postings: Sent
    clock: Callable[[], datetime]

    def facts(self) -> tuple[tuple[str, str], ...]:
        """For `/papers status`."""
        try:
            return (
                ("Last post", self._last()),
                ("Next post", self._next()),
                ("Posts that failed", self._failed()),
                ("Posts left out", self._left_out()),
            )
        except Unavailable:
            return (("Posts", "cannot be read now"),)

    def next_due(self) -> datetime | None:
        """The earliest slot of all schedules; None without any. Raises Unavailable."""
        now = self.clock()
        runs = [slot.at for schedule in self.schedules.active() if (slot := next_run(schedule, now))]
        return min(runs, default=None)

    def _last(self) -> str:
        sent = self.postings.last_sent(1)
        return f"due {_said(sent[0].at)}" if sent else "none yet"

    def _next(self) -> str:
        active = len(self.schedules.active())
        at = self.next_due()
        return f"{_said(at)}, {active} active" if at else "none; nobody has subscribed to anything"

    def _failed(self) -> str:
        problems = self.postings.problems(self.clock(), SHOWN + 1)
        named = "; ".join(f"due {_said(one.at)}: {one.error or 'not sent yet'}" for one in problems[:SHOWN])
        return f"{named}{' and more' * (len(problems) > SHOWN)}" or "none in the last week"

    def _left_out(self) -> str:
        left = self.postings.left_out(self.clock(), SHOWN + 1)
        named = "; ".join(f"{WHAT[one.kind]} due {_said(one.at)}: {_why(one)}" for one in left[:SHOWN])
        return f"{named}{' and more' * (len(left) > SHOWN)}" or "none in the last week"


def _why(posting: Posting) -> str:
    if posting.state == "missed":
        return "missed, I was away until it was too late for it"
    return "skipped, as somebody asked" if posting.facts.get("skipped") else "there was no paper to pick"


def _said(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
