"""Brings a search index level with the library."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from bot.library.freeing import give_back
from bot.library.report import Progress
from bot.store import SqlStore
from search.engine import Ahead
from search.engine import Progress as Written
from search.errors import EngineUnavailable
from search.models import Changes

BATCH = 4_000
"""So many papers are written in one commit: some 100 MB of memory."""
MANY = 500
"""Papers from which on memory is worth tidying before they are written."""


class ClearableEngine(Protocol):
    """What is kept level with the library, as far as that needs: see `search.engine.SearchEngine`."""

    def revision(self) -> int:
        """The library revision it holds."""

    def size(self) -> int:
        """How many papers it holds."""

    def apply(self, changes: Changes, progress: Written | None = None) -> None:
        """Take the changes in and hold `changes.revision` afterwards."""

    def building(self, papers: int) -> AbstractContextManager[Ahead | None]:
        """So many papers are applied while this is held. What it gives, where it gives something, is told what comes
        after the next changes."""

    def clear(self) -> None:
        """Hold nothing, at revision 0."""


def catch_up(
    store: SqlStore,
    engine: ClearableEngine,
    progress: Progress | None = None,
    *,
    what: str = "Indexing papers",
    batch: int = BATCH,
    most: int | None = None,
) -> int:
    """Applies what has changed since the index was last written, until it is level; how many papers that were. With
    `most` it ends after the batch that reaches so many.

    An index that is ahead of the library belongs to a later state of it, of which this one is a backup: it is built
    anew. Raises `handlers.errors.Unavailable` and `EngineUnavailable`.
    """
    if engine.revision() > store.library.revision():
        engine.clear()
    total = store.changed_since(engine.revision())
    count = _counter(progress, what, total)
    applied = 0
    with engine.building(total if most is None else min(total, most)) as ahead:
        for changes in _batches(store, engine, batch if most is None else min(batch, most), ahead):
            if len(changes.papers) >= MANY:
                give_back()
            engine.apply(changes, count)
            applied += len(changes.papers) + len(changes.retired)
            if engine.revision() < changes.revision:
                raise EngineUnavailable("The index does not hold what it was given. Delete its folder and start again.")
            if most is not None and applied >= most:
                break
    return applied


def _batches(store: SqlStore, engine: ClearableEngine, limit: int, ahead: Ahead | None) -> Iterator[Changes]:
    """What the engine lacks, a batch after the other; of a full one the engine may see the next while it is at it."""
    changes = store.changes_since(engine.revision(), limit)
    while changes.revision > engine.revision():
        following = changes
        if ahead is not None and len(changes.papers) >= limit:
            following = store.changes_since(changes.revision, limit)
            ahead(following)
        yield changes
        at = engine.revision()
        changes = following if following.revision > changes.revision == at else store.changes_since(at, limit)


def _counter(progress: Progress | None, what: str, total: int) -> Written:
    done = 0

    def count(papers: int) -> None:
        nonlocal done
        done += papers
        if progress is not None:
            progress(what, done, total)

    return count


def rebuild(store: SqlStore, engine: ClearableEngine, progress: Progress | None = None) -> int:
    """Builds the index anew from the library; how many papers it read. Raises as `catch_up` does."""
    engine.clear()
    return catch_up(store, engine, progress)
