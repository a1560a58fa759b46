"""What the Whoosh index holds of a paper, already analysed, so that Whoosh only has to file it."""

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from whoosh.columns import VarBytesColumn
from whoosh.fields import COLUMN, STORED, FieldType, Schema
from whoosh.formats import Format
from whoosh.util.numeric import byte_to_length

MARKER = "state"

ANALYSIS = 2
"""Counts up whenever words, fields or their meaning change; an index of another analysis is built anew."""

Posting = tuple[bytes, int, float, bytes]
"""A term, how often it occurs, its weight, and where: its places as 32-bit numbers."""


class Packed(Format):  # type: ignore[misc]  # Whoosh ships no types.
    """Postings whose values are bytes of our own, of any length."""

    posting_size = -1


class Bare(Format):  # type: ignore[misc]  # Whoosh ships no types.
    """Postings that only say that a term is there."""

    posting_size = 0


class Analysed(FieldType):  # type: ignore[misc]  # Whoosh ships no types.
    """A field whose value is the list of its postings."""

    def __init__(self, form: Format, *, scorable: bool = False, column: bool = False) -> None:
        super().__init__(form, None, scorable=scorable, unique=False, sortable=VarBytesColumn() if column else False)

    def index(self, value: list[Posting], **_: Any) -> Iterator[Posting]:
        """The postings as they are."""
        return iter(value)

    def to_column_value(self, value: bytes) -> bytes:
        """Columns get bytes already."""
        return value


SCHEMA = Schema(
    id=Analysed(Bare(), column=True),
    text=Analysed(Packed(), scorable=True),
    name=Analysed(Bare()),
    about=Analysed(Bare()),
    author=Analysed(Packed()),
    venue=Analysed(Bare()),
    year=Analysed(Bare()),
    has=Analysed(Bare()),
    words=COLUMN(VarBytesColumn()),
    marker=Analysed(Bare()),
    state=STORED(),
)
"""`text`: stems with their places. `name`: squeezed names. `about`: words of authors, venue and year. `words`: the
folded words of the text, each once. `marker` and `state`: the one document that says which revision of which library
this is."""

POSITION_SHIFT = 16
SPAN_SHIFT = 13
SPAN_MASK = 0x7
TITLE = 1 << 12
FORM_MASK = 0xFFF
LAST_POSITION = 0xFF00
"""A place is 32 bits: the position where a reading begins, how many positions it spans, whether it is in the title, and
a sign of the form it has there. Positions beyond the last are not kept apart; no abstract is that long."""


def form(exact: str, stem: str) -> int:
    """A sign that tells the forms of one stem apart: 0 for the stem itself, else 12 bits of a checksum."""
    return 0 if exact == stem else crc32(exact.encode()) % FORM_MASK + 1


KEPT_LENGTHS = np.array([byte_to_length(byte) for byte in range(256)], np.int32)


MOST_OCCURRENCES = 31
MOST_IN_TITLE = 7
"""More occurrences than that count as so many; BM25 hardly tells them apart."""

OCCURRENCES_SHIFT = 11
TITLE_SHIFT = 8


def coded(occurrences: NDArray[Any], in_title: NDArray[Any], lengths: NDArray[Any]) -> NDArray[np.uint16]:
    """How often a term is in a paper, how often in its title, and how long the paper is, as one number of 16 bits. A
    posting's score is looked up under it in a table that one commit has: `decoded` are the columns of all numbers."""
    code = np.minimum(occurrences, MOST_OCCURRENCES) << OCCURRENCES_SHIFT
    code |= np.minimum(in_title, MOST_IN_TITLE) << TITLE_SHIFT | length_byte(lengths)
    return np.asarray(code, np.uint16)


def decoded(codes: NDArray[np.uint16]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The three numbers of each code."""
    return codes >> OCCURRENCES_SHIFT, codes >> TITLE_SHIFT & MOST_IN_TITLE, KEPT_LENGTHS[codes & 0xFF]


def length_byte(lengths: NDArray[Any]) -> NDArray[np.uint8]:
    """The byte in which Whoosh keeps each length."""
    return np.minimum(KEPT_LENGTHS.searchsorted(lengths), 255).astype(np.uint8)


def kept_length(lengths: NDArray[Any]) -> NDArray[np.int32]:
    """Lengths as exact as Whoosh keeps them."""
    return KEPT_LENGTHS[length_byte(lengths)]
