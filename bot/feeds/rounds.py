"""One round over the feeds that are due: each is fetched by one process, and one that fails keeps no other from it."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.config import Feed
from bot.feeds.asking import REAL, Asked, Get, Origins, asked
from bot.feeds.novelty import fed, fresh, kept, news
from bot.library import By, take_in
from bot.logs import new_reference
from bot.sources.errors import SourceError
from bot.store import SqlStore
from bot.store.feeds import FeedState
from handlers.errors import Unavailable
from handlers.news import tell_keepers
from handlers.ports import Services

EVERY = timedelta(hours=1)
LEASE = timedelta(minutes=20)
"""So long a fetch may last before another process takes the feed to be left alone."""
LATE = timedelta(days=4)
"""A paper that was looked at by moderators first is listed days after it was handed in, and under that day."""
REMEMBERED = timedelta(days=30)
"""What is older than what is read again need not be remembered; this is many times as long."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=6)
NOT_ALL = "More has changed than is read at once, so the oldest of it was passed over."

log = logging.getLogger(__name__)


class Feeds:
    """The feeds of the settings, with what they have brought in the store."""

    def __init__(
        self,
        feeds: Sequence[Feed],
        store: SqlStore,
        services: Services,
        get: Get,
        now: Callable[[], datetime],
        origins: Origins = REAL,
    ) -> None:
        self.feeds = feeds
        self._store, self._services, self._get, self._now, self._origins = store, services, get, now, origins

    def round(self, go_on: Callable[[], bool] = lambda: True) -> Iterator[str]:
        """Fetches what is due, and says what became of each; ends between two feeds when it may not `go_on`.

        Raises `handlers.errors.Unavailable`: without the store nothing can be done for any of them.
        """
        for feed in self.feeds:
            now = self._now()
            if not go_on():
                return
            state = self._store.feeds.take(feed.name, now, now + LEASE)
            if state is not None:
                yield self._fetched(feed, state)

    def hurry(self) -> None:
        """All of them are due now. Raises Unavailable."""
        for feed in self.feeds:
            self._store.feeds.hurry(feed.name, self._now())

    def states(self) -> tuple[FeedState | None, ...]:
        """How each stands, in the order of the settings; None where it was never fetched. Raises Unavailable."""
        known = self._store.feeds.states([feed.name for feed in self.feeds])
        return tuple(known.get(feed.name) for feed in self.feeds)

    def _fetched(self, feed: Feed, state: FeedState) -> str:
        try:
            since = state.cursor - LATE if state.cursor else None
            found = asked(feed, self._get, since, self._origins)
            added, told = self._taken(feed, state, found, since)
        except SourceError as error:
            return self._failed(state, str(error))
        except Unavailable:
            raise
        except Exception:
            reference = new_reference()
            log.exception("%s: the feed %s could not be read", reference, feed.name)
            return self._failed(state, f"Something went wrong that should not ({reference}).")
        heard = f", {told} told of changes" if told else ""
        return f"{feed.name}: {added} new{heard}."

    def _taken(self, feed: Feed, state: FeedState, found: Asked, since: datetime | None) -> tuple[int, int]:
        """New papers, and messages planned. What was brought is remembered last: after a crash all of it is done again,
        and changes and tells nothing twice."""
        service = feed.kind.partition("-")[0]
        known = self._store.feeds.prints(feed.name, [record.name for record in found.records])
        records = fresh(found.records, known)
        by = By(f"feed {feed.name}", self._now(), news_only=True)
        taken = take_in(self._store, [fed(record, service) for record in records], by)
        told = tell_keepers(news(records, known, taken.met, service), self._now(), self._services)
        now = self._now()
        latest = max((record.changed for record in found.records), default=state.cursor or now)
        # A date that lies ahead would hide what comes before it.
        cursor = min(max(latest, state.cursor or latest), now)
        settled = FeedState(
            feed.name, now + EVERY, now, cursor,
            trouble="" if found.whole else NOT_ALL, papers=state.papers + taken.added, latest=taken.added,
        )  # fmt: skip
        self._store.feeds.settle(settled, kept(records), since - REMEMBERED if since else None)
        return taken.added, told

    def _failed(self, state: FeedState, trouble: str) -> str:
        wait = min(FIRST_WAIT * 2 ** min(state.failures, 10), LONGEST_WAIT)
        failed = replace(state, next=self._now() + wait, failures=state.failures + 1, trouble=trouble)
        self._store.feeds.settle(failed)
        return f"{state.name}: not fetched. {trouble}"
