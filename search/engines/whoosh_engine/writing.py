"""Taking changes into the index in one commit, with one writer at a time."""

import gc
import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from whoosh.index import LockError
from whoosh.reading import TermNotFound
from whoosh.writing import CLEAR, SegmentWriter

from search.engine import Progress
from search.engines.whoosh_engine.columns import DamagedError
from search.engines.whoosh_engine.document import document
from search.engines.whoosh_engine.folder import opened
from search.engines.whoosh_engine.schema import bare
from search.engines.whoosh_engine.snapshot import State
from search.errors import EngineUnavailable
from search.models import Changes, Paper

LOG = logging.getLogger(__name__)

WRITER_SECONDS = 60.0
RETRY_SECONDS = 0.01
MEMORY_MB = 512
"""How many postings the writer collects before it writes a sorted run to disk."""

MANY = 500
BATCH = 64
MARKER = "state"


def write(folder: Path, changes: Changes, state: State, progress: Progress | None) -> None:
    """Delete what left or changed, add what is there now, and say so in the marker, all in one commit.

    Raises `EngineUnavailable` when another process keeps the writer or the disk refuses, `DamagedError` when what is
    there already cannot be read.
    """
    retired = set(changes.retired)
    papers = {paper.id: paper for paper in changes.papers if paper.id not in retired}
    if "" in papers:
        raise ValueError("a paper without a handle cannot be indexed")
    with _collector_resting(len(papers)), _writer(folder) as writer:
        with _whoosh():
            _delete(writer, "id", (*papers, *retired))
            _delete(writer, "marker", (MARKER,))
        for batch in _batches(list(papers.values())):
            for fields in map(document, batch):
                with _whoosh():
                    writer.add_document(**fields)
            if progress is not None:
                progress(len(batch))
        with _whoosh():
            writer.add_document(marker=bare({MARKER}), state=json.dumps(state))
            writer.commit()


def empty(folder: Path, state: State) -> None:
    """Leave nothing but the marker, in one commit. Raises as `write` does."""
    with _writer(folder) as writer, _whoosh():
        writer.add_document(marker=bare({MARKER}), state=json.dumps(state))
        writer.commit(mergetype=CLEAR)


@contextmanager
def _collector_resting(papers: int) -> Iterator[None]:
    """Millions of postings wait in memory, none in a cycle; the collector would walk them all, again and again."""
    resting = papers >= MANY and gc.isenabled()
    if resting:
        gc.disable()
    try:
        yield
    finally:
        if resting:
            gc.enable()


@contextmanager
def _writer(folder: Path) -> Iterator[SegmentWriter]:
    """A writer that is given back whatever happens: one left open would lock the index until the process ends."""
    with _whoosh():
        index = opened(folder)
        writer = index.writer(timeout=WRITER_SECONDS, delay=RETRY_SECONDS, limitmb=MEMORY_MB)
    try:
        yield writer
    finally:
        if not writer.is_closed:
            _give_back(writer)
            index.storage.close_files()


def _give_back(writer: SegmentWriter) -> None:
    try:
        writer.cancel()
    except OSError:
        # On a full disk even the files to be thrown away cannot be closed; the first error says so already.
        LOG.warning("An unfinished commit left files behind; the next one removes them.")
    finally:
        if not writer.is_closed:
            writer.writelock.release()


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
    except Exception as error:
        raise DamagedError(type(error).__name__) from error


def _delete(writer: SegmentWriter, field: str, terms: Iterable[str]) -> None:
    with writer.reader() as reader:
        for term in terms:
            try:
                matcher = reader.postings(field, term.encode())
            except TermNotFound:
                continue
            for number in list(matcher.all_ids()):
                writer.delete_document(number)


def _batches(papers: list[Paper]) -> Iterator[list[Paper]]:
    for first in range(0, len(papers), BATCH):
        yield papers[first : first + BATCH]
