"""Brings a search index level with the library."""

from typing import Protocol

from bot.library.report import Progress
from bot.store import SqlStore
from search.engine import SearchEngine
from search.errors import EngineUnavailable


class ClearableEngine(SearchEngine, Protocol):
    """An engine whose index can be begun anew."""

    def clear(self) -> None:
        """Hold nothing, at revision 0."""


def catch_up(store: SqlStore, engine: ClearableEngine, progress: Progress | None = None) -> int:
    """Applies what has changed since the index was last written, until it is level; how many papers that were.

    An index that is ahead of the library belongs to a later state of it, of which this one is a backup: it is built
    anew. Raises `handlers.errors.Unavailable` and `EngineUnavailable`.
    """
    if engine.revision() > store.revision():
        engine.clear()
    total = store.changed_since(engine.revision())
    done = 0

    def count(papers: int) -> None:
        nonlocal done
        done += papers
        if progress is not None:
            progress("Indexing papers", done, total)

    applied = 0
    while (changes := store.changes_since(engine.revision())).revision > engine.revision():
        engine.apply(changes, count)
        applied += len(changes.papers) + len(changes.retired)
        if engine.revision() < changes.revision:
            raise EngineUnavailable("The index does not hold what it was given. Delete its folder and start again.")
    return applied


def rebuild(store: SqlStore, engine: ClearableEngine, progress: Progress | None = None) -> int:
    """Builds the index anew from the library; how many papers it read. Raises as `catch_up` does."""
    engine.clear()
    return catch_up(store, engine, progress)
