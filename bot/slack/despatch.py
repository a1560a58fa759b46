"""What sending the planned posts needs of the store: each is taken by one process, and what became of it is kept."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from handlers.schedules import Posting, PostingState


class Despatch(Protocol):
    """Posts that are to be sent. Any method may raise `handlers.errors.Unavailable`.

    Whoever marks a posting gives back the one that `take` or `unclear` gave out: its `attempts` tells which take is
    meant, so that a process that was away for too long changes nothing about what others have taken since. Marks
    answer whether they counted.
    """

    def take(self, owner: str, now: datetime, lease: timedelta, apart: timedelta = ...) -> Posting | None:
        """The oldest pending posting that can be sent now; nobody else gets it while the lease lasts (an hour at most).

        Answers come first, since somebody waits for them. The others of a channel keep their order: it must have none
        on its way, none that waits, and nothing sent within `apart` (a second). `attempts` counts this take. None:
        nothing can be sent at the moment.
        """

    def sent(self, posting: Posting, ts: str, now: datetime) -> bool:
        """Slack took it and gave it this name. It counts also after the lease, as long as nobody took it again."""

    def failed(self, posting: Posting, error: str, now: datetime) -> bool:
        """Slack will never take it; what it was to show counts as not shown."""

    def wait(self, posting: Posting, until: datetime, error: str, now: datetime) -> bool:
        """Slack did not take it and asks to wait (an hour counts at most): it is pending again; its channel waits."""

    def unknown(self, posting: Posting, error: str, now: datetime) -> bool:
        """There was no clear answer: it may have been taken. Its channel waits until that is found out."""

    def unclear(self, now: datetime) -> tuple[Posting, ...]:
        """Those to look for in their channels: unknown, or with a lease that ran out, and not looked for within the
        last minute; the oldest first."""

    def looked(self, posting: Posting, found_ts: str | None, now: datetime) -> bool:
        """It was looked for in its channel at `now` (the time before asking). Found: it is sent. Not found: it is
        unknown, and the second time, a minute or more after the first, it is pending again."""

    def counts(self) -> Mapping[PostingState, int]:
        """How many postings are in each state; states that none is in are missing."""

    def problems(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those that failed within the last week (but for answers, which have who asked), and those that should have
        been sent ten minutes ago; the newest first."""

    def left_out(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those of the last week whose moment brought nothing that people expect, the newest first."""

    def last_sent(self, limit: int) -> tuple[Posting, ...]:
        """Those that were sent last, without answers, the newest first."""
