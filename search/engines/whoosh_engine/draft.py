"""A commit in the making: the segments that there will be, and one writer at a time."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whoosh.index import TOC, FileIndex, LockError, clean_files
from whoosh.util.filelock import try_for

from search.engines.whoosh_engine import columns_file, filing
from search.engines.whoosh_engine.columns import Columns, DamagedError
from search.engines.whoosh_engine.folder import opened, unwritable
from search.engines.whoosh_engine.schema import SCHEMA
from search.engines.whoosh_engine.segment import Segment, filed_as
from search.engines.whoosh_engine.segment import opened as opened_segment
from search.errors import EngineUnavailable

WRITER_SECONDS = 60.0
RETRY_SECONDS = 0.01

Known = Mapping[str, Segment]


class Draft:
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
def draft_of(folder: Path) -> Iterator[Draft]:
    """A draft, and the only writer while it is held. What a draft that came to nothing left behind, the next commit
    removes."""
    with whoosh_told():
        index = opened(folder)
        lock = index.lock("WRITELOCK")
        if not try_for(lock.acquire, timeout=WRITER_SECONDS, delay=RETRY_SECONDS):
            raise LockError
    try:
        with whoosh_told():
            draft = Draft(index)
        yield draft
    finally:
        index.storage.close_files()
        lock.release()


@contextmanager
def whoosh_told() -> Iterator[None]:
    """The boundary to Whoosh: the disk refuses, somebody else is writing, or the index is damaged."""
    try:
        yield
    except LockError as error:
        raise EngineUnavailable("Another process is writing the search index.") from error
    except FileNotFoundError as error:
        raise DamagedError("a file of the index is gone") from error
    except OSError as error:
        raise unwritable(error) from error
    except DamagedError:
        raise
    except Exception as error:
        raise DamagedError(type(error).__name__) from error
