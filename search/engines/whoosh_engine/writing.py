"""Taking changes into the index in one commit, with one writer at a time."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from whoosh.index import FileIndex, LockError
from whoosh.reading import TermNotFound
from whoosh.writing import SegmentWriter

from search.engine import Progress
from search.engines.whoosh_engine.document import document
from search.engines.whoosh_engine.schema import bare
from search.engines.whoosh_engine.snapshot import State
from search.errors import EngineUnavailable
from search.models import Changes, Paper

WRITER_SECONDS = 60.0
RETRY_SECONDS = 0.01
MEMORY_MB = 256
"""How many postings the writer collects before it writes a sorted run to disk."""

BATCH = 64
MARKER = "state"


def write(index: FileIndex, changes: Changes, state: State, progress: Progress | None) -> None:
    """Delete what left or changed, add what is there now, and say so in the marker, all in one commit.

    Raises `EngineUnavailable` when another process keeps the writer, or the disk refuses.
    """
    papers = {paper.id: paper for paper in changes.papers if paper.id not in set(changes.retired)}
    with _writer(index) as writer:
        _delete(writer, "id", (*papers, *changes.retired))
        _delete(writer, "marker", (MARKER,))
        for batch in _batches(list(papers.values())):
            for paper in batch:
                writer.add_document(**document(paper))
            if progress is not None:
                progress(len(batch))
        writer.add_document(marker=bare({MARKER}), state=json.dumps(state))
        writer.commit()


@contextmanager
def _writer(index: FileIndex) -> Iterator[SegmentWriter]:
    """A writer that is given back whatever happens: one left open would lock the index until the process ends."""
    try:
        writer = index.writer(timeout=WRITER_SECONDS, delay=RETRY_SECONDS, limitmb=MEMORY_MB)
    except LockError as error:
        raise EngineUnavailable("Another process is writing the search index.") from error
    try:
        yield writer
    except OSError as error:
        raise EngineUnavailable("The search index cannot be written; is the disk full?") from error
    finally:
        if not writer.is_closed:
            writer.cancel()


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
