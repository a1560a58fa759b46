"""The columns of one segment: its terms, posting lists and papers as flat rows of numbers."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from search.engines.whoosh_engine.starts import Starts

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

FORWARD_BITS = 16
"""A paper's words are kept as numbers of these many bits, and what goes beyond in a row of smaller ones."""

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
        self._last_beginning = b"", range(len(self))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @cached_property
    def _landmarks(self) -> list[bytes]:
        return [self[number] for number in range(0, len(self), LANDMARKS)]

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
            found = self._found(term)
            if len(self._known) >= KNOWN_TERMS:
                self._known.clear()
            self._known[term] = found
            return found

    def beginning(self, prefix: bytes) -> range:
        """The places of the terms that begin so."""
        asked, places = self._last_beginning
        if asked != prefix:
            places = range(self._behind(prefix), self._behind(prefix + BEHIND_ANY_LETTER))
            self._last_beginning = prefix, places
        return places

    def _found(self, term: bytes) -> int | None:
        """The term's place, by its letters among those of all terms between two landmarks."""
        last = LANDMARKS * bisect_right(self._landmarks, term)
        if not last:
            return None
        first, last, ends = last - LANDMARKS, min(last, len(self)), self._ends
        if not term:
            return first  # Nothing comes before the empty term.
        begin = ends[first]
        letters = bytes(self._letters[begin : ends[last]])
        at = letters.find(term)
        while at >= 0:
            number = bisect_right(ends, begin + at, first, last) - 1
            if ends[number] == begin + at and ends[number + 1] == begin + at + len(term):
                return number
            at = letters.find(term, at + 1)
        return None

    def _behind(self, term: bytes) -> int:
        """How many terms come before this one."""
        last = LANDMARKS * bisect_left(self._landmarks, term)
        return bisect_left(self, term, max(last - LANDMARKS, 0), min(last, len(self)))


@dataclass(frozen=True, slots=True)
class Field:
    """The posting lists of a field, one after the other: those of term `t` are `firsts[t]` to `firsts[t + 1]`.

    In a field with places, `starts` tells where those of a posting begin."""

    terms: Terms
    firsts: Column
    papers: Column
    starts: Starts
    places: Column

    def list_of(self, term: bytes) -> slice:
        """Where the term's postings are; an empty slice when it has none."""
        number = self.terms.number(term)
        return slice(0, 0) if number is None else slice(int(self.firsts[number]), int(self.firsts[number + 1]))


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns of a segment by name, and what the marker says when it is in this segment.

    Of each field: `FIELD.letters`, `.ends`, `.firsts`, `.papers`, and with places `.starts.fulls`, `.starts.lows` and
    `.places`. `text.codes` is what BM25 asks of each posting of `text` (`schema.coded`), `lengths` the length of each
    paper, `handles` the place of each paper's handle among the terms of `id`, -1 for the marker. The words of paper `n`
    are those with the numbers `forward[forward.starts[n] : forward.starts[n + 1]]`, whose upper bits are in
    `forward.upper`. The `FIELD.signs` are for `spelling`, the `standing` ones for `standing`."""

    arrays: dict[str, Column]
    state: str | None

    @property
    def size(self) -> int:
        """How many documents the segment has, deleted ones and the marker included."""
        return len(self.arrays["lengths"])

    def words_of(self, number: int) -> Numbers:
        """The numbers of a paper's words, in order."""
        starts, lower, upper = (self.arrays[name] for name in ("forward.starts", "forward", "forward.upper"))
        own = slice(int(starts[number]), int(starts[number + 1]))
        return np.asarray(lower[own] | upper[own].astype(np.int64) << FORWARD_BITS)

    def field(self, name: str) -> Field:
        """One field."""
        array = self.arrays
        nothing = array["forward"][:0]
        return Field(
            Terms(array[f"{name}.letters"], array[f"{name}.ends"]),
            array[f"{name}.firsts"],
            array[f"{name}.papers"],
            Starts(array.get(f"{name}.starts.fulls", nothing), array.get(f"{name}.starts.lows", nothing)),
            array.get(f"{name}.places", nothing),
        )
