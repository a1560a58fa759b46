"""When a post is given up: it was tried twenty times, and it is a day late."""

from datetime import datetime, timedelta

from handlers.schedules import Posting

TRIES, A_DAY = 20, timedelta(days=1)
"""Both, since neither can be trusted alone: an outage of an hour is sixty tries, and a clock that jumps is a day."""


def is_given_up(posting: Posting, tries: int, now: datetime) -> bool:
    """Whether so many tries in vain are enough at this moment."""
    return tries >= TRIES and now - posting.at > A_DAY
