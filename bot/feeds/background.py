"""What brings papers by itself, in a thread of its own: a tick only wakes it, and nothing of it delays a post."""

import logging
from collections.abc import Callable, Iterator
from threading import Event, Thread

from bot.feeds.rounds import Feeds
from bot.library import Watched
from bot.logs import new_reference
from handlers.errors import Unavailable

PATIENCE = 5.0
"""Seconds in which a round under way may end; then the store is closed to it, and it has changed nothing or all."""

log = logging.getLogger(__name__)


class Background:
    """The watched folder first, as it is quick, then the feeds that are due; one round at a time."""

    def __init__(self, watched: Watched | None, feeds: Feeds) -> None:
        self.watched, self.feeds = watched, feeds
        self._wake, self._stopped = Event(), Event()
        self._thread: Thread | None = None

    def wake(self) -> None:
        """A round, at once or after the one under way; a thread is made at the first."""
        if self._stopped.is_set() or (self.watched is None and not self.feeds.feeds):
            return
        self._wake.set()
        if self._thread is None:
            self._thread = Thread(target=self._run, name="papers", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Begins nothing new; harmless when nothing runs."""
        self._stopped.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _goes_on(self) -> bool:
        return not self._stopped.is_set()

    def _run(self) -> None:
        while self._wake.wait() and self._goes_on():
            self._wake.clear()
            if self.watched is not None:
                _logged(self.watched.look, self._goes_on)
            _logged(self.feeds.round, self._goes_on)


def _logged(work: Callable[[Callable[[], bool]], Iterator[str]], go_on: Callable[[], bool]) -> None:
    try:
        for sentence in work(go_on):
            log.info("Papers that came by themselves: %s", sentence)
    except Unavailable as error:  # the next tick wakes it again
        log.warning("No papers are fetched now: %s", error)
    except Exception:
        log.exception("%s: papers could not be fetched", new_reference())
