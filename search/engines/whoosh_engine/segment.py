"""One segment of the index as it is searched: its fields by name, opened from its columns or made anew from Whoosh."""

import logging
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Segment
from whoosh.reading import SegmentReader

from search.engines.whoosh_engine import columns_file, reading
from search.engines.whoosh_engine.columns import FIELDS, Columns, DamagedError, Mask, Numbers
from search.engines.whoosh_engine.columns_file import Filed, UnusableColumns
from search.engines.whoosh_engine.schema import SCHEMA
from search.engines.whoosh_engine.standing import Standing
from search.engines.whoosh_engine.storage import OwnStorage

LOG = logging.getLogger(__name__)

STANDING = ("standing", "standing.begins", "standing.ranks", "standing.more", "standing.spans")
PREFIX_SHOWN = 12


class Segment:
    """An unchanging part of the index. Which of its papers are deleted is the snapshot's business."""

    def __init__(self, name: str, columns: Columns) -> None:
        self.name = name
        self.columns = columns
        self.size = columns.size
        self.fields = {field: columns.field(field) for field in FIELDS}
        self.text = self.fields["text"]
        self.codes = columns.arrays["text.codes"]
        self.handles = columns.arrays["handles"]
        self.standing = Standing(*(columns.arrays[name] for name in STANDING))

    def live(self, deleted: Any) -> Mask:
        """Which of its documents are papers that were not deleted."""
        live = self.handles >= 0
        live[list(deleted)] = False
        return live

    def handle(self, number: int) -> str:
        """The handle of a paper."""
        return self.fields["id"].terms[int(self.handles[number])].decode()

    def handles_of(self, papers: Numbers) -> list[str]:
        """The handles of papers."""
        terms = self.fields["id"].terms
        return [terms[place].decode() for place in self.handles.take(papers).tolist()]

    def number_of(self, handle: str) -> int | None:
        """The paper with this handle."""
        found = self.fields["id"].papers[self.fields["id"].list_of(handle.encode())]
        return int(found[0]) if len(found) else None

    def words(self, number: int, prefix: str = "") -> list[str]:
        """The folded words of one paper's text that begin so."""
        words = self.columns.words_of(number)
        terms = self.fields["word"].terms
        if prefix:
            asked = terms.beginning(prefix.encode())
            words = words[words.searchsorted(asked.start) : words.searchsorted(asked.stop)]
        return [terms[word].decode() for word in words.tolist()]


def opened(storage: OwnStorage, segment: Any) -> Segment:
    """The segment, by its columns' file. Where that cannot be used it is made anew, which takes about as long as
    indexing the papers did, and is said in the log. Raises `DamagedError` when the segment cannot be read either."""
    name, folder = segment.segment_id(), Path(storage.folder)
    filed = filed_as(storage, segment)
    try:
        return Segment(name, columns_file.opened(folder, filed))
    except UnusableColumns as error:
        LOG.warning("Columns of segment %s are %s; making them anew from the index.", name[-PREFIX_SHOWN:], error)
    with storage.reading():
        reader = SegmentReader(storage, SCHEMA, _undeleted(segment))
        columns = reading.read(reader)
        reader.close()
    try:
        columns_file.write(folder, filed, columns)
    except OSError as error:
        LOG.warning("The columns cannot be kept: %s", error.strerror)
    return Segment(name, columns)


def _undeleted(segment: Any) -> W3Segment:
    """The segment with all that it ever held, its marker above all: Whoosh's reader passes deleted documents over, and
    its segments fail when a deletion is to be taken back."""
    whole = W3Segment(segment.codec(), segment.indexname, segment.doc_count_all(), segment.segid)
    whole.compound = segment.compound
    return whole


def filed_as(storage: OwnStorage, segment: Any) -> Filed:
    """What the columns of a segment are filed as. Raises `DamagedError` when the segment is not there."""
    try:
        return Filed(segment.segment_id(), int(storage.file_length(segment.make_filename(segment.COMPOUND_EXT))))
    except OSError as error:
        raise DamagedError("a segment is gone") from error
