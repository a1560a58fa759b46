"""The composition root: the one place that chooses what stands behind each port."""

import gc
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

from bot import clock, library
from bot.config import Config
from bot.health import LiveHealth
from bot.health_of_posts import PostsHealth
from bot.store import SqlStore
from bot.terminal.people import OnlyYou
from handlers.ports import Services
from handlers.tick import tick
from search.engines.whoosh_engine import Weights, WhooshEngine

Clock = Callable[[], datetime]
"""Tells the present moment in UTC."""
log = logging.getLogger(__name__)

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how many papers are done and how many there are (None: not known)."""


@dataclass(frozen=True, slots=True)
class Paperboy:
    """Everything that is open while the bot works."""

    config: Config
    store: SqlStore
    engine: WhooshEngine
    health: LiveHealth
    services: Services
    now: Clock

    def read_seeds(self, progress: Progress | None = None) -> library.LibraryReport:
        """Bring the store level with the seeds folder."""
        return library.sync_seeds(self.store, self.config.seeds, progress)

    def catch_up(self, progress: Progress | None = None) -> int:
        """Bring the index level with the store; the number of papers written."""
        return library.catch_up(self.store, self.engine, progress)

    def tick(self) -> None:
        """What the scheduler does each minute. Raises what kept something from being planned, after the rest was."""
        self.catch_up()
        try:
            for sentence in tick(self.now(), self.services):
                log.info("Planned %s", sentence)
        finally:
            # It has run; what went wrong is told by itself.
            self.health.ticked()

    def next_due(self) -> datetime | None:
        """When the next schedule is due."""
        return self.health.posts.next_due()


@contextmanager
def open_paperboy(config: Config, now: Clock = clock.now) -> Iterator[Paperboy]:
    """Open the store and the index in the data folder, and close them again. `now` is the time the whole bot lives by.

    Raises `bot.store.StoreError` when the store cannot be used; a broken index is set aside and never raises.
    """
    store = SqlStore.open(config.data / "paperboy.sqlite3")
    try:
        engine = WhooshEngine.open(index_folder(config.data), store.library_id())
        try:
            # What is loaded now lives as long as the process; the garbage collector need not walk it again and again.
            gc.freeze()
            posts = PostsHealth(store.schedules, store.despatch, now)
            health = LiveHealth(store, engine, now, config.mode, posts)
            services = Services(store, engine, health, OnlyYou(), store.schedules, store.outbox)
            yield Paperboy(config, store, engine, health, services, now)
        finally:
            engine.close()
    finally:
        store.close()


def index_folder(data: Path) -> Path:
    """Where the index lives; it can be deleted at any time."""
    return data / "index"


def weights() -> tuple[str, ...]:
    """What `trial_engine` can be told."""
    return tuple(field.name for field in fields(Weights))


def trial_engine(folder: Path, **given: float) -> WhooshEngine:
    """An engine apart from the library, which ranks with these weights instead of its own."""
    return WhooshEngine.open(folder, "trial", Weights(**given))
