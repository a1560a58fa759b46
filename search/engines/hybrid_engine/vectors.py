"""The vectors of a library's papers, kept level with it as a search index is."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from threading import Lock

import numpy as np

from search.engine import Progress
from search.engines.hybrid_engine.encoder import Encoder, Vectors
from search.engines.hybrid_engine.nearest import Commit
from search.engines.hybrid_engine.rows import (
    DamagedError,
    State,
    appended,
    following,
    locked,
    mapped,
    packed,
    read_state,
    set_aside,
    stamp,
    write_state,
)
from search.errors import EngineUnavailable
from search.language.clean import clean
from search.models import Changes, Paper

BATCH = 64

LEAST_ALIVE = 0.5
"""Where fewer of the rows count, they are written anew without the others."""


class VectorIndex:
    """The vectors in one folder; it can be deleted at any time. Several processes may share it, and several threads."""

    def __init__(self, folder: Path, library_id: str, encoder: Encoder) -> None:
        self.encoder = encoder
        self._folder = folder
        self._library_id = library_id
        self._opening = Lock()
        self._known: tuple[object, Commit] | None = None

    def revision(self) -> int:
        """The library revision these vectors are of. Raises `EngineUnavailable`, as all that follows does."""
        return self.commit().state.revision

    def size(self) -> int:
        """How many papers have a vector."""
        return len(self.commit().number_of)

    def clear(self) -> None:
        """Hold nothing, at revision 0."""
        with self._writing() as state:
            write_state(self._folder, replace(state, revision=0, handles=(), file=following(state.file)))

    def building(self, papers: int) -> AbstractContextManager[None]:  # noqa: ARG002 - see `ClearableEngine`
        """Encoding uses all cores already."""
        return nullcontext()

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """Encode what changed and hold `changes.revision` afterwards, unless another process is further already."""
        papers = list({paper.id: paper for paper in changes.papers if paper.id not in changes.retired}.values())
        made = self._encoded(papers, progress)
        gone = {*changes.retired, *(paper.id for paper in papers)}
        with self._writing() as before:
            if before.revision > changes.revision:
                return
            after = replace(before, handles=tuple("" if handle in gone else handle for handle in before.handles))
            if papers:
                after = appended(self._folder, after, [paper.id for paper in papers], made)
            if sum(map(bool, after.handles)) < LEAST_ALIVE * len(after.handles):
                after = packed(self._folder, after)
            write_state(self._folder, replace(after, revision=changes.revision))

    def commit(self) -> Commit:
        """The newest vectors. What is there but cannot be used is set aside, and they begin anew at revision 0."""
        try:
            seen = stamp(self._folder)
            if self._known is None or self._known[0] != seen:
                with self._opening:
                    self._known = seen, self._opened()
            return self._known[1]
        except OSError as error:
            raise EngineUnavailable("The vectors of the papers cannot be read.") from error

    def _opened(self) -> Commit:
        try:
            return self._sound()
        except DamagedError:
            pass  # Perhaps only replaced while it was read: the second look is one that nobody disturbs.
        with locked(self._folder):
            try:
                return self._sound()
            except DamagedError as error:
                set_aside(self._folder, str(error))
                return self._sound()

    def _sound(self) -> Commit:
        state = read_state(self._folder)
        ours = State(self._library_id, self.encoder.fingerprint)
        if state is None:
            state = ours
        if (state.library, state.model) != (ours.library, ours.model):
            raise DamagedError("of another library or model")
        return Commit(state, mapped(self._folder, state))

    @contextmanager
    def _writing(self) -> Iterator[State]:
        """The newest state, which nobody else changes meanwhile."""
        self.commit()  # Sets aside what cannot be used, before the lock is taken.
        try:
            with locked(self._folder):
                yield self._sound().state
        except DamagedError as error:
            raise EngineUnavailable("The vectors of the papers are damaged and will be made anew.") from error
        except OSError as error:
            raise EngineUnavailable("The vectors of the papers cannot be written; is the disk full?") from error

    def _encoded(self, papers: list[Paper], progress: Progress | None) -> Vectors:
        made = []
        for first in range(0, len(papers), BATCH):
            batch = papers[first : first + BATCH]
            made.append(self.encoder.encode([text(paper) for paper in batch]))
            if progress is not None:
                progress(len(batch))
        return np.concatenate(made) if made else np.zeros((0, 0), np.float32)


def text(paper: Paper) -> str:
    """What is encoded of a paper."""
    return clean("\n\n".join(filter(None, (paper.title, paper.abstract))))
