"""When a person came to their Home, and what the library had then: what has come since is new to them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

SITTING = timedelta(hours=1)
"""Who comes back within that time has not been away: what is new to them stays."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The visit that goes on or was the last. `at` is when the person came last in it, and `revision` the library's
    then. `before` is the end of the visit before it, None in a first one; papers that came after revision `seen` are
    new."""

    at: datetime
    revision: int
    before: datetime | None
    seen: int


def visited(last: Visit | None, now: datetime, revision: int) -> Visit:
    """The visit of a person who comes now."""
    if last is None:
        return Visit(now, revision, None, revision)
    if now - last.at > SITTING:
        return Visit(now, revision, last.at, last.revision)
    return Visit(max(now, last.at), revision, last.before, last.seen)
