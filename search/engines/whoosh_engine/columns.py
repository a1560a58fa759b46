"""The columns of one segment: its terms, posting lists and papers as flat rows of numbers."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.signedinteger[Any]]
"""Numbers of papers are of 32 bits as they come from a list, and of 64 where they are worked with: rows are never
looked through for numbers of the other width, as NumPy would copy them first."""

Scores = NDArray[np.float64]
Impacts = NDArray[np.float32]
Mask = NDArray[np.bool_]
Column = NDArray[Any]

FIELDS = ("about", "author", "has", "id", "marker", "name", "text", "venue", "word", "year")
"""The fields with posting lists, in order. `word` holds the folded words of the texts, `text` their stems."""

PLACED = ("author", "text")
"""The fields that know where in a paper a term stands."""

KNOWN_TERMS = 5_000
"""How many terms of a field are remembered with their places: every question asks for the same few."""

BEHIND_ANY_LETTER = b"\xff"

LANDMARKS = 32
"""Each so many-th term is kept as an object of Python, so that finding one compares few letters that are not."""


class DamagedError(Exception):
    """The index on disk cannot be read."""


class Terms(Sequence[bytes]):
    """Terms in order, in one row of letters."""

    def __init__(self, letters: Column, ends: Column) -> None:
        self._letters = memoryview(letters)  # type: ignore[arg-type]  # NumPy's arrays are buffers.
        self._ends = memoryview(ends)  # type: ignore[arg-type]
        self._known: dict[bytes, int | None] = {}
        self._landmarks: list[bytes] | None = None

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, number: int) -> bytes: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[bytes]: ...
    def __getitem__(self, number: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        return bytes(self._letters[self._ends[number] : self._ends[number + 1]])

    def number(self, term: bytes) -> int | None:
        """The term's place in the order; None when it is not there."""
        try:
            return self._known[term]
        except KeyError:
            number = self._behind(term)
            found = number if number < len(self) and self[number] == term else None
            if len(self._known) >= KNOWN_TERMS:
                self._known.clear()
            self._known[term] = found
            return found

    def beginning(self, prefix: bytes) -> range:
        """The places of the terms that begin so."""
        return range(self._behind(prefix), self._behind(prefix + BEHIND_ANY_LETTER))

    def _behind(self, term: bytes) -> int:
        """How many terms come before this one."""
        if self._landmarks is None:
            self._landmarks = [self[number] for number in range(0, len(self), LANDMARKS)]
        last = LANDMARKS * bisect_left(self._landmarks, term)
        return bisect_left(self, term, max(last - LANDMARKS, 0), min(last, len(self)))


@dataclass(frozen=True, slots=True)
class Field:
    """The posting lists of a field, one after the other: those of term `t` are `firsts[t]` to `firsts[t + 1]`.

    In a field with places, those of posting `p` are `starts[p]` to `starts[p + 1]`."""

    terms: Terms
    firsts: Column
    papers: Column
    starts: Column
    places: Column

    def list_of(self, term: bytes) -> slice:
        """Where the term's postings are; an empty slice when it has none."""
        number = self.terms.number(term)
        return slice(0, 0) if number is None else slice(int(self.firsts[number]), int(self.firsts[number + 1]))


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns of a segment by name, and what the marker says when it is in this segment.

    Of each field: `FIELD.letters`, `.ends`, `.firsts`, `.papers`, and with places `.starts` and `.places`. `text.codes`
    is what BM25 asks of each posting of `text` (`schema.coded`), `lengths` the length of each paper, `handles` the
    place of each paper's handle among the terms of `id`, -1 for the marker. The words of paper `n` are those with the
    numbers `forward[forward.starts[n] : forward.starts[n + 1]]`. The `FIELD.signs` are for `spelling`, the
    `standing` ones for `standing`."""

    arrays: dict[str, Column]
    state: str | None

    @property
    def size(self) -> int:
        """How many documents the segment has, deleted ones and the marker included."""
        return len(self.arrays["lengths"])

    def field(self, name: str) -> Field:
        """One field."""
        array = self.arrays
        nothing = array["forward"][:0]
        return Field(
            Terms(array[f"{name}.letters"], array[f"{name}.ends"]),
            array[f"{name}.firsts"],
            array[f"{name}.papers"],
            array.get(f"{name}.starts", nothing),
            array.get(f"{name}.places", nothing),
        )
