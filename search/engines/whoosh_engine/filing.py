"""Columns filed as a segment of the Whoosh index, in Whoosh's own format but a posting list at a time."""

from struct import Struct
from typing import Any

import numpy as np
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec
from whoosh.filedb.structfile import StructFile

from search.engines.whoosh_engine.columns import FIELDS, Columns
from search.engines.whoosh_engine.schema import SCHEMA, decoded, length_byte
from search.engines.whoosh_engine.storage import OwnStorage
from search.engines.whoosh_engine.term_table import TermTable
from search.engines.whoosh_engine.weights import DEFAULT
from search.engines.whoosh_engine.window import Values, Window

BLOCK = 512
"""How many postings Whoosh decodes at once."""

KEY = Struct("!H")
TERM = Struct("!BfIBBfII")
"""What Whoosh's term table says of a term: whether its postings stand in the table itself, their weight and number,
the shortest and the longest paper, the greatest weight, the first and the last paper. Then come the postings, or where
they are: `PLACE`."""
PLACE = Struct("!qi")

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
    named, lengths = columns.arrays["handles"].tolist(), columns.arrays["lengths"].tolist()
    column = SCHEMA["words"].column_type
    for number in range(columns.size):
        papers.start_doc(number)
        if named[number] >= 0:
            papers.add_column_value("id", column, handles[named[number]])
            own = columns.words_of(number).tolist()
            papers.add_column_value("words", column, b" ".join([words[word] for word in own]))
            papers.add_field("text", SCHEMA["text"], None, lengths[number])
        else:
            papers.add_field("state", SCHEMA["state"], columns.state, 0)
        papers.finish_doc()
    papers.close()


def _file_postings(storage: OwnStorage, segment: Segment, columns: Columns) -> None:
    table = TermTable(segment.create_file(storage, W3Codec.TERMS_EXT))
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
        self._window = Window(0, [], [], None, None, None)

    def file(self, table: TermTable, key: bytes) -> None:
        """Each list into the file, and where it is into the table of terms. Most terms are in one paper only: their
        posting stands in the table itself."""
        begin, firsts = self._file.tell(), self._field.firsts.tolist()
        for term, first, last in zip(self._field.terms, firsts, firsts[1:], strict=False):
            if last - first == 1:
                table.add(key + term, self._single(range(first, last)))
                continue
            about, data = self._list([range(block, min(block + BLOCK, last)) for block in range(first, last, BLOCK)])
            self._file.write(data)
            table.add(key + term, about + PLACE.pack(begin, len(data)))
            begin += len(data)

    def _single(self, block: range) -> bytes:
        window = self._at(block)
        short, paper = window.short(block), window.paper(block.start)
        return TERM.pack(True, window.total(block), 1, *short, paper, paper) + window.single(block)

    def _list(self, blocks: list[range]) -> tuple[bytes, bytes]:
        """What is said of a list, and the list: its blocks one after the other."""
        parts, total, shorts, papers = [WHOOSH3_HEADER_MAGIC], 0.0, [], []
        for block in blocks:
            window = self._at(block)
            shorts.append(window.short(block))
            parts.append(window.block(block, shorts[-1], block is blocks[-1]))
            total += window.total(block)
            papers += [window.paper(block.start), window.paper(block.stop - 1)]
        count = blocks[-1].stop - blocks[0].start
        extremes = (choose(each) for choose, each in zip(EXTREMES, zip(*shorts, strict=True), strict=True))
        return TERM.pack(False, total, count, *extremes, papers[0], papers[-1]), b"".join(parts)

    def _at(self, block: range) -> "Window":
        if not self._window.has(block):
            self._window = self._opened(block.start, block.start + WINDOW)
        return self._window

    def _opened(self, first: int, last: int) -> "Window":
        field = self._field
        last = min(last, len(field.papers))
        papers = field.papers[first:last]
        steps = np.diff(papers, prepend=0).tolist()
        if not len(field.starts):
            return Window(first, papers.tolist(), steps, None, None, None)
        counts = field.starts.counts(slice(first, last))
        places = field.places[field.starts.places(slice(first, last))].tobytes()
        values = Values(places, [0, *(4 * counts.cumsum()).tolist()])
        if self._codes is None or self._lengths is None:
            return Window(first, papers.tolist(), steps, values, None, None)
        weights = (counts + DEFAULT.title * decoded(self._codes[first:last])[1]).tolist()
        return Window(first, papers.tolist(), steps, values, weights, length_byte(self._lengths[papers]))
