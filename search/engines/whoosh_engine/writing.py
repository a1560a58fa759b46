"""Taking changes into the index in one commit, with one writer at a time."""

import gc
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from whoosh.index import TOC, FileIndex, LockError, clean_files
from whoosh.util.filelock import try_for

from search.engine import Progress
from search.engines.whoosh_engine import columns_file, filing
from search.engines.whoosh_engine.columns import Columns, DamagedError
from search.engines.whoosh_engine.document import Documents
from search.engines.whoosh_engine.folder import opened
from search.engines.whoosh_engine.merging import merged
from search.engines.whoosh_engine.schema import SCHEMA
from search.engines.whoosh_engine.segment import Segment, filed_as
from search.engines.whoosh_engine.segment import opened as opened_segment
from search.engines.whoosh_engine.snapshot import State
from search.errors import EngineUnavailable
from search.models import Changes, Paper

WRITER_SECONDS = 60.0
RETRY_SECONDS = 0.01

MANY = 500
BATCH = 64

MOST_SEGMENTS = 6
FEW_SEGMENTS = 3
"""When there are more than the one, the smallest are merged until the other is left. A paper is rewritten about as
often as the number of papers doubles, and a search asks few segments."""
MOST_MERGED = 12_000
"""Papers; larger segments are merged only as far as their number asks, since all of it is in memory meanwhile."""

Known = Mapping[str, Segment]


def write(folder: Path, changes: Changes, state: State, known: Known, progress: Progress | None) -> None:
    """Delete what left or changed, add what is there now, and say so in the marker, all in one commit.

    `known` are segments that are open already. Raises `EngineUnavailable` when another process keeps the writer or the
    disk refuses, `DamagedError` when what is there already cannot be read.
    """
    retired = set(changes.retired)
    papers = {paper.id: paper for paper in changes.papers if paper.id not in retired}
    if "" in papers:
        raise ValueError("a paper without a handle cannot be indexed")
    with _collector_resting(len(papers)), _draft(folder) as draft:
        columns = _columns(list(papers.values()), state, progress)
        with _whoosh():
            draft.delete((*papers, *retired), known)
            draft.add(columns)
            draft.commit()


def empty(folder: Path, state: State) -> None:
    """Leave nothing but the marker, in one commit. Raises as `write` does."""
    with _draft(folder) as draft, _whoosh():
        draft.segments.clear()
        draft.add(_columns([], state, None))
        draft.commit()


def merge(folder: Path, known: Known) -> None:
    """Merge the smallest segments when there are many. Searching goes on with the old ones meanwhile. Raises as `write`
    does."""
    if len(known) <= MOST_SEGMENTS:
        return
    with _collector_resting(MANY), _draft(folder) as draft, _whoosh():
        small = _small(draft.segments)
        if len(draft.segments) > MOST_SEGMENTS:
            parts = [(draft.segment(each, known).columns, _kept(each)) for each in draft.segments if each in small]
            draft.segments = [each for each in draft.segments if each not in small]
            draft.add(merged(parts))
            draft.commit()


def _small(segments: list[Any]) -> list[Any]:
    """The smallest segments, which are to be one."""
    ordered = sorted(segments, key=lambda segment: segment.doc_count())
    sizes = accumulate(segment.doc_count() for segment in ordered[: len(ordered) - FEW_SEGMENTS + 1])
    count = sum(size <= MOST_MERGED for size in sizes)
    return ordered[: max(count, len(ordered) - MOST_SEGMENTS + 1)]


def _kept(segment: Any) -> Any:
    kept = np.ones(segment.doc_count_all(), bool)
    kept[list(segment.deleted_docs())] = False
    return kept


def _columns(papers: list[Paper], state: State, progress: Progress | None) -> Columns:
    documents = Documents()
    for first in range(0, len(papers), BATCH):
        batch = papers[first : first + BATCH]
        for paper in batch:
            documents.add(paper)
        if progress is not None:
            progress(len(batch))
    return documents.columns(json.dumps(state))


class _Draft:
    """A commit to come: the segments that there will be."""

    def __init__(self, index: FileIndex) -> None:
        self._index = index
        self._storage = index.storage
        contents = TOC.read(index.storage, index.indexname, schema=SCHEMA)
        self._generation = contents.generation
        self.segments: list[Any] = contents.segments

    def segment(self, filed: Any, known: Known) -> Segment:
        """A segment to read from."""
        return known.get(filed.segment_id()) or opened_segment(self._storage, filed)

    def delete(self, handles: tuple[str, ...], known: Known) -> None:
        """Mark these papers and every marker as deleted."""
        for filed in self.segments:
            segment = self.segment(filed, known)
            found = [number for handle in handles if (number := segment.number_of(handle)) is not None]
            for number in (*found, *segment.fields["marker"].papers.tolist()):
                filed.delete_document(number)

    def add(self, columns: Columns) -> None:
        """A new segment of these papers."""
        segment = filing.file(self._storage, columns)
        columns_file.write(Path(self._storage.folder), filed_as(self._storage, segment), columns)
        self.segments.append(segment)

    def commit(self) -> None:
        """Make it the state of the index. Segments without a paper left are let go."""
        self.segments = [segment for segment in self.segments if segment.doc_count()]
        contents = TOC(SCHEMA, self.segments, self._generation + 1)
        contents.write(self._storage, self._index.indexname)
        clean_files(self._storage, self._index.indexname, contents.generation, self.segments)
        self._storage.temp_storage(f"{self._index.indexname}.tmp").destroy()


@contextmanager
def _draft(folder: Path) -> Iterator[_Draft]:
    """A draft, and the only writer while it is held. What a draft that came to nothing left behind, the next commit
    removes."""
    with _whoosh():
        index = opened(folder)
        lock = index.lock("WRITELOCK")
        if not try_for(lock.acquire, timeout=WRITER_SECONDS, delay=RETRY_SECONDS):
            raise LockError
    try:
        with _whoosh():
            draft = _Draft(index)
        yield draft
    finally:
        index.storage.close_files()
        lock.release()


@contextmanager
def _collector_resting(papers: int) -> Iterator[None]:
    """Millions of numbers wait in memory, none in a cycle; the collector would walk them all, again and again."""
    resting = papers >= MANY and gc.isenabled()
    if resting:
        gc.disable()
    try:
        yield
    finally:
        if resting:
            gc.enable()


@contextmanager
def _whoosh() -> Iterator[None]:
    """The boundary to Whoosh: the disk refuses, somebody else is writing, or the index is damaged."""
    try:
        yield
    except LockError as error:
        raise EngineUnavailable("Another process is writing the search index.") from error
    except FileNotFoundError as error:
        raise DamagedError("a file of the index is gone") from error
    except OSError as error:
        raise EngineUnavailable("The search index cannot be written; is the disk full?") from error
    except DamagedError:
        raise
    except Exception as error:
        raise DamagedError(type(error).__name__) from error
