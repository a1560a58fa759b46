"""The search engine on a Whoosh index in one private folder."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock, RLock
from typing import TypeVar

from whoosh.index import FileIndex

from search.engine import Ahead, Progress
from search.engines.whoosh_engine.columns import DamagedError
from search.engines.whoosh_engine.folder import (
    ATTEMPTS,
    Commit,
    committed,
    created,
    is_newest,
    locked,
    newest,
    opened,
    set_aside,
)
from search.engines.whoosh_engine.ranking import ranked
from search.engines.whoosh_engine.schema import ANALYSIS
from search.engines.whoosh_engine.segment import Segment
from search.engines.whoosh_engine.segment import opened as opened_segment
from search.engines.whoosh_engine.similar import similar
from search.engines.whoosh_engine.snapshot import Snapshot, State
from search.engines.whoosh_engine.spelling import suggestion
from search.engines.whoosh_engine.weights import DEFAULT, Weights
from search.engines.whoosh_engine.workers import Staff
from search.engines.whoosh_engine.writing import empty, merge, staying, write
from search.errors import EngineUnavailable
from search.models import Changes, Hit, SearchResult
from search.query import Query

T = TypeVar("T")


class WhooshEngine:
    """See `search.engine.SearchEngine`. Several processes may share a folder, and several threads an engine.

    While an index is built anew, `search`, `similar` and `size` raise `EngineUnavailable`; `revision` is how far it is.
    """

    def __init__(
        self, folder: Path, library_id: str, weights: Weights = DEFAULT, *, processes: int | None = None
    ) -> None:
        self._folder = folder
        self._staff = Staff(processes)
        self._weights = weights
        self._library_id = library_id
        self._refreshing = RLock()
        self._writing = Lock()
        self._has_held = False  # Set by whoever sees that the index holds something; never taken back.
        self._index, self._snapshot, self._commit = self._opened()

    @classmethod
    def open(
        cls, folder: Path, library_id: str, weights: Weights = DEFAULT, *, processes: int | None = None
    ) -> "WhooshEngine":
        """The engine in this folder. What is there but is no sound index of this library is set aside, and the engine
        starts empty at revision 0. Large changes are taken in with the help of so many processes, or of as many as the
        machine has cores for. Raises `EngineUnavailable` when the folder cannot be written."""
        return cls(folder, library_id, weights, processes=processes)

    def close(self) -> None:
        """Let go of the files; the engine cannot be used afterwards."""
        with self._refreshing:
            self._snapshot = Snapshot(())
            self._index.storage.close_files()

    def clear(self) -> None:
        """Hold nothing, at revision 0: the next catch-up builds everything anew. Raises `EngineUnavailable`."""
        with self._writing:
            before = self._latest_sound()
            try:
                empty(self._folder, State(self._library_id, ANALYSIS, 0))
            except DamagedError as error:
                raise self._broken(before) from error

    def revision(self) -> int:
        """The library revision this index holds; 0 when it is empty or new."""
        state = self._read(lambda snapshot: snapshot.state)
        return state.revision if state else 0

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        """Take the changes in with one commit; `changes.revision` is held afterwards."""
        state = State(self._library_id, ANALYSIS, changes.revision)
        with self._writing:
            before = self._latest_sound()
            if before.state == state and not changes.papers and not changes.retired:
                return
            try:
                with self._staff.at_work(len(changes.papers)) as workers:
                    write(self._folder, changes, state, _known(before), progress, workers)
                self._has_held = True
                merge(self._folder, _known(self._latest()))
            except DamagedError as error:
                raise self._broken(before) from error

    @contextmanager
    def building(self, papers: int) -> Iterator[Ahead | None]:
        """So many papers are applied while this is held, in several changes. Where that is worth several processes,
        they stay for all, and can be told what is applied after the next changes."""
        with self._staff.kept(papers) as workers:
            yield None if workers is None else lambda changes: workers.begin(staying(changes))

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        """The window of the ranked list. Raises `InvalidQuery` when nothing of the query can be searched."""
        return self._answer(lambda snapshot: _found(snapshot, query, limit, offset))

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        """The papers most like this one, best first, itself left out; none when the id is unknown."""
        return self._answer(lambda snapshot: similar(snapshot, paper_id, limit))

    def size(self) -> int:
        """How many papers can be found."""
        return self._answer(lambda snapshot: snapshot.size)

    def _answer(self, question: Callable[[Snapshot], T]) -> T:
        """An index that held a library and holds nothing is being built anew: "no such paper" would be untrue."""

        def asked(snapshot: Snapshot) -> T:
            if self._has_held and not _holds(snapshot):
                raise EngineUnavailable("The search index is being built anew.")
            return question(snapshot)

        return self._read(asked)

    def _read(self, question: Callable[[Snapshot], T]) -> T:
        snapshot = self._latest_sound()
        try:
            return question(snapshot)
        except DamagedError as error:
            raise self._broken(snapshot) from error

    def _latest_sound(self) -> Snapshot:
        try:
            return self._latest()
        except DamagedError as error:
            raise self._broken(self._snapshot) from error

    def _latest(self) -> Snapshot:
        """The snapshot of the newest commit. An older one stays readable for as long as somebody holds it."""
        if not is_newest(self._index, self._commit):
            with self._refreshing:
                if not is_newest(self._index, self._commit):
                    commit = newest(self._index)
                    self._take(self._index, self._snapshot_of(self._index, _known(self._snapshot)), commit)
        return self._snapshot

    def _take(self, index: FileIndex, snapshot: Snapshot, commit: Commit) -> None:
        self._has_held = self._has_held or _holds(self._snapshot)
        self._index, self._snapshot, self._commit = index, snapshot, commit

    def _broken(self, damaged: Snapshot) -> EngineUnavailable:
        """Set the index aside and start anew, unless another thread or process has done so already."""
        with self._refreshing:
            if self._snapshot is damaged:
                distrusted = {segment.name for segment in damaged.segments}
                self._take(*self._opened(distrusted))
        return EngineUnavailable("The search index was damaged and is being built anew.")

    def _opened(self, distrusted: Collection[str] = ()) -> tuple[FileIndex, Snapshot, Commit]:
        """The index in the folder if it is sound and has none of the distrusted segments, else a new one."""
        with locked(self._folder):
            try:
                return self._sound(distrusted)
            except FileNotFoundError:
                reason = "missing"
            except Exception as error:  # The boundary to Whoosh: any failure to open means the same.
                reason = str(error) or type(error).__name__
            set_aside(self._folder, reason)
            created(self._folder)
            return self._sound(())

    def _sound(self, distrusted: Collection[str]) -> tuple[FileIndex, Snapshot, Commit]:
        index = opened(self._folder)
        commit = newest(index)
        try:
            snapshot = self._snapshot_of(index, {})
        except DamagedError:
            index.storage.close_files()
            raise
        if snapshot.state is not None and snapshot.state[:2] != (self._library_id, ANALYSIS):
            raise DamagedError("another library or analysis")
        if any(segment.name in distrusted for segment in snapshot.segments):
            raise DamagedError("unreadable")
        return index, snapshot, commit

    def _snapshot_of(self, index: FileIndex, known: dict[str, Segment]) -> Snapshot:
        for _ in range(ATTEMPTS):
            commit = newest(index)
            try:
                return self._committed(index, known)
            except DamagedError:
                if is_newest(index, commit):
                    raise
        raise DamagedError("other processes commit faster than the index can be opened")

    def _committed(self, index: FileIndex, known: dict[str, Segment]) -> Snapshot:
        try:
            segments = []
            for filed in committed(index):
                segment = known.get(filed.segment_id()) or opened_segment(index.storage, filed)
                segments.append((segment, tuple(filed.deleted_docs())))
            return Snapshot(segments, self._weights)
        except DamagedError:
            raise
        except Exception as error:  # The boundary to Whoosh.
            raise DamagedError(type(error).__name__) from error


def _known(snapshot: Snapshot) -> dict[str, Segment]:
    return {segment.name: segment for segment in snapshot.segments}


def _holds(snapshot: Snapshot) -> bool:
    return snapshot.state is not None and snapshot.state.revision > 0


def _found(snapshot: Snapshot, query: Query, limit: int, offset: int) -> SearchResult:
    """The window, kept with the snapshot: pages are turned back, and the same is asked by many."""
    asked = (query, limit, offset)
    result = snapshot.kept.answers.get(asked)
    if result is None:
        result = ranked(snapshot, query, limit, offset)
        if result.missing:
            result = replace(result, suggestion=suggestion(snapshot, query, result))
        snapshot.kept.answers.put(asked, result, len(result.hits) + 1)
    return result
