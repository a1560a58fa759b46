"""Columns filed as a segment of the Whoosh index, in Whoosh's own format but a posting list at a time."""

from struct import Struct
from typing import Any

import numpy as np
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec
from whoosh.filedb.filetables import HashWriter, OrderedHashWriter
from whoosh.filedb.structfile import StructFile

from search.engines.whoosh_engine.columns import FIELDS, Columns
from search.engines.whoosh_engine.schema import SCHEMA, decoded, length_byte
from search.engines.whoosh_engine.storage import OwnStorage
from search.engines.whoosh_engine.weights import DEFAULT
from search.engines.whoosh_engine.window import Short, Values, Window

BLOCK = 512
"""How many postings Whoosh decodes at once."""

KEY = Struct("!H")
TERM = Struct("!BfIBBfIIqi")
"""What Whoosh's term table says of a term: whether its postings stand in the table itself, their weight and number,
the shortest and the longest paper, the greatest weight, the first and the last paper, and where the postings are."""

CRC32 = 1
"""The number of the hash in Whoosh's tables."""

EXTREMES = (min, max, max)

WINDOW = 1 << 18
"""How many postings at a time are turned into Python's numbers."""

Segment = Any


def file(storage: OwnStorage, columns: Columns) -> Segment:
    """The new segment, which no table of contents names yet."""
    codec = W3Codec()
    segment = codec.new_segment(storage, "MAIN")
    _file_papers(storage, codec, segment, columns)
    _file_postings(storage, segment, columns)
    segment.set_doc_count(columns.size)
    segment.create_compound_file(storage)
    return segment


def _file_papers(storage: OwnStorage, codec: W3Codec, segment: Segment, columns: Columns) -> None:
    """What Whoosh keeps for each paper: handle, length, words; and what the marker says."""
    papers = codec.per_document_writer(storage, segment)
    handles, words = list(columns.field("id").terms), list(columns.field("word").terms)
    starts, forward = columns.arrays["forward.starts"].tolist(), columns.arrays["forward"]
    named, lengths = columns.arrays["handles"].tolist(), columns.arrays["lengths"].tolist()
    column = SCHEMA["words"].column_type
    for number in range(columns.size):
        papers.start_doc(number)
        if named[number] >= 0:
            papers.add_column_value("id", column, handles[named[number]])
            own = forward[starts[number] : starts[number + 1]].tolist()
            papers.add_column_value("words", column, b" ".join([words[word] for word in own]))
            papers.add_field("text", SCHEMA["text"], None, lengths[number])
        else:
            papers.add_field("state", SCHEMA["state"], columns.state, 0)
        papers.finish_doc()
    papers.close()


class _Table(OrderedHashWriter):  # type: ignore[misc]  # Whoosh ships no types.
    """Whoosh's table of terms with the fastest of its hashes, which its readers know as well as the slow one."""

    def __init__(self, file: StructFile) -> None:
        super().__init__(file)
        file.seek(self.startoffset)
        HashWriter.__init__(self, file, hashtype=CRC32)


def _file_postings(storage: OwnStorage, segment: Segment, columns: Columns) -> None:
    table = _Table(segment.create_file(storage, W3Codec.TERMS_EXT))
    postings = segment.create_file(storage, W3Codec.POSTS_EXT)
    names = [name for name in FIELDS if name in SCHEMA]
    table.extras["fieldmap"] = {name: number for number, name in enumerate(names)}
    for number, name in enumerate(names):
        _Lists(columns, name, postings).file(table, KEY.pack(number))
    table.close()
    postings.close()


class _Lists:
    """The posting lists of one field on their way into Whoosh's file."""

    def __init__(self, columns: Columns, name: str, file: StructFile) -> None:
        self._field, self._file = columns.field(name), file
        text = name == "text"
        self._codes = columns.arrays["text.codes"] if text else None
        self._lengths = columns.arrays["lengths"] if text else None
        self._window = Window(0, [], None, None, None)

    def file(self, table: OrderedHashWriter, key: bytes) -> None:
        """Each list into the file, and where it is into the table of terms."""
        begin, firsts = self._file.tell(), self._field.firsts.tolist()
        for term, first, last in zip(self._field.terms, firsts, firsts[1:], strict=False):
            blocks = [range(block, min(block + BLOCK, last)) for block in range(first, last, BLOCK)]
            data, total, shorts, papers = self._list(blocks)
            self._file.write(data)
            shortest, longest, most = (
                choose(each) for choose, each in zip(EXTREMES, zip(*shorts, strict=True), strict=True)
            )
            about = False, total, last - first, shortest, longest, most, *papers, begin, len(data)
            table.add(key + term, TERM.pack(*about))
            begin += len(data)

    def _list(self, blocks: list[range]) -> tuple[bytes, float, list[Short], tuple[int, int]]:
        """A whole list: its blocks, the weight of all, what each block holds in short, the first and last paper."""
        parts, total, shorts, papers = [WHOOSH3_HEADER_MAGIC], 0.0, [], []
        for block in blocks:
            window = self._at(block)
            shorts.append(window.short(block))
            parts.append(window.block(block, shorts[-1], block is blocks[-1]))
            total += window.total(block)
            papers += [window.paper(block.start), window.paper(block.stop - 1)]
        return b"".join(parts), total, shorts, (papers[0], papers[-1])

    def _at(self, block: range) -> "Window":
        if not self._window.has(block):
            self._window = self._opened(block.start, block.start + WINDOW)
        return self._window

    def _opened(self, first: int, last: int) -> "Window":
        field = self._field
        papers = field.papers[first:last]
        if not len(field.starts):
            return Window(first, papers.tolist(), None, None, None)
        starts = field.starts[first : last + 1].astype(np.int64)
        places = field.places[starts[0] : starts[-1]].tobytes()
        values = Values(places, (4 * (starts - starts[0])).tolist())
        if self._codes is None or self._lengths is None:
            return Window(first, papers.tolist(), values, None, None)
        weights = (np.diff(starts) + DEFAULT.title * decoded(self._codes[first:last])[1]).tolist()
        return Window(first, papers.tolist(), values, weights, length_byte(self._lengths[papers]))
