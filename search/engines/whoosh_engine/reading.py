"""The columns of a segment made from what Whoosh keeps of it: the way back when their own file is missing."""

from collections.abc import Iterator

import numpy as np
from whoosh.reading import SegmentReader, TermNotFound

from search.engines.whoosh_engine.columns import FIELDS, PLACED, Columns, DamagedError
from search.engines.whoosh_engine.document import completed
from search.engines.whoosh_engine.inverting import Occurrences
from search.engines.whoosh_engine.schema import MARKER


def read(reader: SegmentReader) -> Columns:
    """All of the segment, deleted papers included. Raises `DamagedError`: a torn file raises all kinds of errors."""
    try:
        size = reader.doc_count_all()
        arrays = {}
        for name in FIELDS:
            found = _words(reader, size) if name == "word" else _occurrences(reader, name)
            arrays.update(found.columns(name, placed=name in PLACED))
        length = reader.doc_field_length
        lengths = np.array([length(number, "text", 0) or 0 for number in range(size)], np.int32)
        return completed(arrays, lengths, _state(reader))
    except Exception as error:  # The boundary to Whoosh: whatever it raises on reading means damage.
        raise DamagedError(f"{type(error).__name__} on reading a segment") from error


def _occurrences(reader: SegmentReader, field: str) -> Occurrences:
    found = Occurrences()
    if field in reader.indexed_field_names():
        for term in list(reader.expand_prefix(field, b"")):
            for paper, places in _postings(reader, field, term):
                for place in places:
                    found.add(term, paper, place)
    return found


def _postings(reader: SegmentReader, field: str, term: bytes) -> Iterator[tuple[int, list[int]]]:
    matcher = reader.postings(field, term)
    while matcher.is_active():
        yield matcher.id(), np.frombuffer(matcher.value(), np.uint32).tolist() if field in PLACED else [0]
        matcher.next()


def _words(reader: SegmentReader, size: int) -> Occurrences:
    found = Occurrences()
    column = reader.column_reader("words", translate=False)
    for number in range(size):
        for word in column[number].split(b" "):
            if word:
                found.add(word, number)
    return found


def _state(reader: SegmentReader) -> str | None:
    try:
        marker = reader.postings("marker", MARKER.encode())
    except TermNotFound:
        return None
    return str(reader.stored_fields(marker.id())["state"])
