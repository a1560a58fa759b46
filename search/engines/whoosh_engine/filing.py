"""Columns filed as a segment of the Whoosh index, in Whoosh's own format but a posting list at a time."""

from itertools import pairwise
from pickle import dumps
from struct import Struct
from typing import Any

import numpy as np
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec
from whoosh.filedb.filetables import HashWriter, OrderedHashWriter
from whoosh.filedb.structfile import StructFile

from search.engines.whoosh_engine.columns import FIELDS, Column, Columns, Field
from search.engines.whoosh_engine.schema import SCHEMA, decoded, length_byte
from search.engines.whoosh_engine.storage import OwnStorage
from search.engines.whoosh_engine.weights import DEFAULT

BLOCK = 512
"""How many postings Whoosh decodes at once."""

PICKLE = 2

UNCOMPRESSED = 0
"""Compressing takes as long as a fifth of all filing, of postings that are read again when columns are lost."""

KEY = Struct("!H")
TERM = Struct("!BfIBBfIIqi")
"""What Whoosh's term table says of a term: whether its postings stand in the table itself, their weight and number,
the shortest and the longest paper, the greatest weight, the first and the last paper, and where the postings are."""

LENGTH = Struct("!i")

CRC32 = 1
"""The number of the hash in Whoosh's tables."""

EXTREMES = (min, max, max)

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
    starts, forward = columns.arrays["forward.starts"].tolist(), columns.arrays["forward"].tolist()
    named, lengths = columns.arrays["handles"].tolist(), columns.arrays["lengths"].tolist()
    column = SCHEMA["words"].column_type
    for number in range(columns.size):
        papers.start_doc(number)
        if named[number] >= 0:
            papers.add_column_value("id", column, handles[named[number]])
            own = forward[starts[number] : starts[number + 1]]
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
        field = columns.field(name)
        self._field, self._file = field, file
        self._papers = field.papers.tolist()
        self._bytes = length_byte(columns.arrays["lengths"])[field.papers] if name == "text" else None
        self._values = field.places.tobytes() if len(field.starts) else None
        self._starts = (4 * field.starts.astype(np.int64)).tolist()
        self._weights = _weights(field, columns.arrays["text.codes"]) if name == "text" else None

    def file(self, table: OrderedHashWriter, key: bytes) -> None:
        """Each list into the file, and where it is into the table of terms."""
        begin, firsts = self._file.tell(), self._field.firsts.tolist()
        for term, first, last in zip(self._field.terms, firsts, firsts[1:], strict=False):
            blocks = [range(block, min(block + BLOCK, last)) for block in range(first, last, BLOCK)]
            shorts = [self._short(block) for block in blocks]
            parts = [self._block(block, short, block.stop == last) for block, short in zip(blocks, shorts, strict=True)]
            data = WHOOSH3_HEADER_MAGIC + b"".join(parts)
            self._file.write(data)
            shortest, longest, most = (
                choose(each) for choose, each in zip(EXTREMES, zip(*shorts, strict=True), strict=True)
            )
            total = float(last - first) if self._weights is None else sum(self._weights[first:last])
            papers = self._papers[first], self._papers[last - 1]
            about = False, total, last - first, shortest, longest, most, *papers, begin, len(data)
            table.add(key + term, TERM.pack(*about))
            begin += len(data)

    def _short(self, block: range) -> tuple[int, int, float]:
        """The shortest and the longest paper of a block, in Whoosh's bytes, and the greatest weight."""
        if self._bytes is None or self._weights is None:
            return 0, 0, 1.0
        if len(block) == 1:
            length = int(self._bytes[block.start])
            return length, length, self._weights[block.start]
        lengths = self._bytes[block.start : block.stop]
        return int(lengths.min()), int(lengths.max()), max(self._weights[block.start : block.stop])

    def _block(self, block: range, short: tuple[int, int, float], last: bool) -> bytes:
        """A block: its length, negative when it is the last one, what it holds in short, and the postings."""
        papers = self._papers[block.start : block.stop]
        steps = (papers[0], *[after - before for before, after in pairwise(papers)])
        data = dumps((steps, self._block_weights(block), self._block_values(block)), PICKLE)
        shortest, longest, most = short
        info = dumps((len(block), papers[-1], most, UNCOMPRESSED, shortest, longest), PICKLE)
        length = len(info) + len(data)
        return LENGTH.pack(-length if last else length) + info + data

    def _block_weights(self, block: range) -> tuple[float, ...] | float | None:
        """One number where all weigh the same, and none where that is 1."""
        if self._weights is None:
            return None
        weights = self._weights[block.start : block.stop]
        if weights.count(weights[0]) < len(weights):
            return tuple(weights)
        return None if weights[0] == 1.0 else weights[0]

    def _block_values(self, block: range) -> tuple[bytes, ...] | None:
        if self._values is None:
            return None
        values, starts = self._values, self._starts[block.start : block.stop + 1]
        return tuple([values[begin:end] for begin, end in pairwise(starts)])


def _weights(field: Field, codes: Column) -> list[float]:
    return (np.diff(field.starts) + DEFAULT.title * decoded(codes)[1]).tolist()  # type: ignore[no-any-return]
