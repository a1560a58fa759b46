"""The vectors behind the search by meaning: brought level with the library step by step, and how far they are."""

from bot.library.index import ClearableEngine, catch_up
from bot.library.report import Progress
from bot.store import SqlStore
from search.errors import EngineUnavailable

BATCH = 256
"""So many papers are encoded between two commits: what is done stays done when the process ends."""


class Meaning:
    """Without `vectors` there is no search by meaning; `trouble` says why, where somebody asked for it."""

    def __init__(self, store: SqlStore, vectors: ClearableEngine | None = None, trouble: str = "") -> None:
        self._store = store
        self._vectors = vectors
        self.trouble = trouble

    def catch_up(self, most: int | None, progress: Progress | None = None) -> None:
        """Encode papers, about `most`, until all have been. A model that fails is told by `told`, and changes nothing
        else: papers are found by their words all the same."""
        if self._vectors is None:
            return
        try:
            catch_up(self._store, self._vectors, progress, what="Encoding papers", batch=BATCH, most=most)
            self.trouble = ""
        except EngineUnavailable as error:
            self.trouble = str(error)

    def clear(self) -> None:
        """Forget all vectors."""
        if self._vectors is not None:
            self._vectors.clear()

    def told(self) -> str:
        """Whether it is on, in a few words. Raises `Unavailable` and `EngineUnavailable`."""
        if self.trouble:
            return f"off: {self.trouble.rstrip('.')}"
        if self._vectors is None:
            return "off, no model is set"
        if self._vectors.revision() == self._store.library.revision():
            return "on"
        return f"on soon, {self._vectors.size():,} of {self._store.library.size():,} papers are encoded"
