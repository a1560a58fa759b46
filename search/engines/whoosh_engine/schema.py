"""What the Whoosh index holds of a paper, already analysed, so that Whoosh only has to file it."""

from array import array
from collections.abc import Iterator
from struct import Struct
from typing import Any
from zlib import crc32

from whoosh.columns import VarBytesColumn
from whoosh.fields import COLUMN, STORED, FieldType, Schema
from whoosh.formats import Format

ANALYSIS = 2
"""Counts up whenever words, fields or their meaning change; an index of another analysis is built anew."""

Posting = tuple[bytes, int, float, bytes]
"""A term, how often it occurs, its weight, and where: packed as `places` has it."""


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
ONE_PLACE = Struct("=I")
"""A place is 32 bits: the position where a reading begins, how many positions it spans, whether it is in the title, and
a sign of the form it has there. Positions beyond the last are not kept apart; no abstract is that long."""


def form(exact: str, stem: str) -> int:
    """A sign that tells the forms of one stem apart: 0 for the stem itself, else 12 bits of a checksum."""
    return 0 if exact == stem else crc32(exact.encode()) % FORM_MASK + 1


def packed(places: list[int]) -> bytes:
    """The places of one term in one paper as bytes; most terms have one place."""
    if len(places) == 1:
        return ONE_PLACE.pack(places[0])
    return array("I", places).tobytes()


def bare(terms: set[str]) -> list[Posting]:
    """Postings that only say that these terms are there."""
    return [(term.encode(), 1, 1.0, b"") for term in terms]
