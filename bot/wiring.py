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
from bot.feeds import Background, Feeds, facts
from bot.health import LiveHealth
from bot.health_of_posts import PostsHealth
from bot.intake import Intake
from bot.sources import Bounds, Sources, Turns, client_of, opened
from bot.store import SqlStore
from bot.terminal.people import OnlyYou
from bot.terminal.threads import NoThreads
from handlers.errors import Unavailable
from handlers.ports import Services
from handlers.tick import tick
from search.engine import SearchEngine
from search.engines.hybrid_engine import HybridEngine, ModelUnavailable, OnnxEncoder, VectorIndex
from search.engines.whoosh_engine import Weights, WhooshEngine
from search.errors import EngineUnavailable

Clock = Callable[[], datetime]
"""Tells the present moment in UTC."""
log = logging.getLogger(__name__)

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how many papers are done and how many there are (None: not known)."""


GARBAGE = 20_000
"""Objects made since the garbage collector last looked: a tick with hundreds of posts spends a sixth less that way."""
FEW = 64
MINUTE = 512
"""Papers encoded before a command does its work, and in a minute: seconds, and half of that minute, on a slow core."""
QUICK = Bounds(step=5.0, whole=10.0, tries=2, wait=5.0)
"""How a service is asked while a person in Slack waits."""
UNHURRIED = Bounds(size=20_000_000, tries=2)
"""How a feed is asked: it has another try in minutes, and people wait for their turn with a service meanwhile."""


@dataclass(frozen=True, slots=True)
class Paperboy:
    """Everything that is open while the bot works."""

    config: Config
    store: SqlStore
    engine: WhooshEngine
    meaning: library.Meaning
    health: LiveHealth
    services: Services
    intake: Intake
    background: Background
    now: Clock

    def read_seeds(self, progress: Progress | None = None) -> library.LibraryReport:
        """Bring the store level with the seeds folder."""
        return library.sync_seeds(self.store, self.config.seeds, progress)

    def catch_up(self, progress: Progress | None = None, *, encode_all: bool = False) -> int:
        """Bring the index level with the store; the number of papers written. Vectors take a hundred times longer: of
        papers that have none only a few get one, unless somebody wants to wait for all."""
        written = library.catch_up(self.store, self.engine, progress)
        self.meaning.catch_up(None if encode_all else FEW, progress)
        return written

    def clear(self) -> None:
        """Forget the index; the next catch-up builds it anew."""
        self.engine.clear()
        self.meaning.clear()

    def tick(self) -> None:
        """What the scheduler does each minute. Raises what kept something from being planned, after the rest was."""
        self._level()
        try:
            for sentence in tick(self.now(), self.services):
                log.info("Planned %s", sentence)
        finally:
            # It has run; what went wrong is told by itself.
            self.health.ticked()
            self.background.wake()
            _keep_searches(self.store)
            _forget(self.store, self.now())
        self.meaning.catch_up(MINUTE)

    def _level(self) -> None:
        """An index that cannot be written answers as it is: that keeps nothing from being planned."""
        try:
            self.catch_up()
            self.health.behind = ""
        except EngineUnavailable as error:
            self.health.behind = str(error)
            log.warning("The index is not brought level: %s", error)

    def next_due(self) -> datetime | None:
        """When the next schedule is due."""
        return self.health.posts.next_due()


@contextmanager
def open_paperboy(config: Config, now: Clock = clock.now) -> Iterator[Paperboy]:
    """Open the store and the index, both in the data folder unless a server has the store, and close them again. `now`
    is the time the whole bot lives by.

    Raises `bot.store.StoreError` when the store cannot be used; a broken index is set aside and never raises.
    """
    store = SqlStore.open(config.database_url or config.data / "paperboy.sqlite3")
    try:
        engine = WhooshEngine.open(index_folder(config.data), store.library_id())
        try:
            # What is loaded now lives as long as the process; the garbage collector need not walk it again and again.
            gc.freeze()
            gc.set_threshold(GARBAGE)
            paperboy = _put_together(config, store, engine, now)
            try:
                yield paperboy
            finally:
                paperboy.background.stop()
        finally:
            engine.close()
    finally:
        try:
            _keep_searches(store)
        finally:
            store.close()


def _put_together(config: Config, store: SqlStore, engine: WhooshEngine, now: Clock) -> Paperboy:
    finding, meaning = _by_meaning(config, store, engine)
    posts = PostsHealth(store.schedules, store.despatch, now)
    health = LiveHealth(store.library, engine, now, config.mode, posts, meaning.told)
    elapsed, turns = clock.stopwatch(), Turns()
    quick = opened(config.contact, elapsed, bounds=QUICK, turns=turns)
    intake = Intake(store, quick, lambda: library.catch_up(store, engine), clock.stopwatch)
    services = Services(
        store.library, finding, health, OnlyYou(), store.schedules, store.outbox, store.week, threads=NoThreads(),
        shelf=store.shelf, privacy=store.privacy, visits=store.visits, intake=intake,
    )  # fmt: skip
    fetch = client_of(config.contact, elapsed, bounds=UNHURRIED, turns=turns).get
    watched = library.Watched(config.watch, store, now) if config.watch else None
    background = Background(watched, feeds(config, store, services, fetch, now))
    health.incoming = lambda: facts(watched, background.feeds)
    return Paperboy(config, store, engine, meaning, health, services, intake, background, now)


def _keep_searches(store: SqlStore) -> None:
    try:
        store.week.flush()
    except Unavailable as error:  # they are counted on, and kept when it can be reached again
        log.warning("What was searched is not kept as yet: %s", error)


def _forget(store: SqlStore, now: datetime) -> None:
    try:
        store.pruning.tick(now)
    except Unavailable as error:  # a later tick forgets as well
        log.warning("Nothing old is forgotten as yet: %s", error)


def _by_meaning(config: Config, store: SqlStore, engine: WhooshEngine) -> tuple[SearchEngine, library.Meaning]:
    """The engine that answers: with a model one that goes by meaning too."""
    if not config.model:
        return engine, library.Meaning(store)
    try:
        encoder = OnnxEncoder.open(config.model)
    except ModelUnavailable as error:
        return engine, library.Meaning(store, trouble=str(error))
    vectors = VectorIndex(config.data / "vectors", store.library_id(), encoder)
    return HybridEngine(engine, vectors), library.Meaning(store, vectors)


def sources(config: Config) -> Sources:
    """The services that papers are fetched from."""
    return opened(config.contact, clock.stopwatch())


def feeds(config: Config, store: SqlStore, services: Services, get: Callable[[str], bytes], now: Clock) -> Feeds:
    """The feeds of the settings."""
    return Feeds(config.feeds, store, services, get, now)


def index_folder(data: Path) -> Path:
    """Where the index lives; it can be deleted at any time."""
    return data / "index"


def weights() -> tuple[str, ...]:
    """What `trial_engine` can be told."""
    return tuple(field.name for field in fields(Weights))


def trial_engine(folder: Path, **given: float) -> WhooshEngine:
    """An engine apart from the library, which ranks with these weights instead of its own."""
    return WhooshEngine.open(folder, "trial", Weights(**given))
