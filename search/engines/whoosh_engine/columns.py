"""One segment of the index as NumPy columns: each posting list is read through Whoosh once and kept."""

import weakref
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray
from whoosh.reading import IndexReader, TermNotFound

from search.engines.whoosh_engine.kept import Kept

Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]
Mask = NDArray[np.bool_]

KEPT_POSTINGS = 6_000_000
"""How many postings and places a segment keeps in memory, 4 to 8 bytes each."""


class DamagedError(Exception):
    """The index on disk cannot be read."""


class Postings(NamedTuple):
    """The papers a term is in (ascending numbers), how many places each has, and all the places in that order."""

    papers: Numbers
    counts: Numbers
    places: NDArray[np.uint32]


NOWHERE = Postings(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint32))

P = ParamSpec("P")
R = TypeVar("R")


def _reading(method: Callable[Concatenate["Segment", P], R]) -> Callable[Concatenate["Segment", P], R]:
    """Whoosh's files share one position between threads, and a torn file raises all kinds of errors."""

    @wraps(method)
    def locked(self: "Segment", /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.lock:
            try:
                return method(self, *args, **kwargs)
            except Exception as error:  # The boundary to Whoosh: whatever it raises on reading means damage.
                raise DamagedError(f"segment {self.name}: {type(error).__name__}") from error

    return locked


class Segment:
    """An unchanging part of the index. Which of its papers are deleted is the snapshot's business."""

    def __init__(self, reader: IndexReader) -> None:
        self.name: str = reader.segment().segment_id()
        self.size: int = reader.doc_count_all()
        self.lock = RLock()
        self._reader = reader
        self._postings: Kept[tuple[str, bytes], Postings] = Kept(KEPT_POSTINGS)
        self._ids: list[str] | None = None
        self._lengths: Numbers | None = None
        self._vocabulary: tuple[str, ...] | None = None
        self._terms: dict[str, frozenset[str]] = {}
        self._closing = weakref.finalize(self, reader.close)

    def close(self) -> None:
        """Let go of the files now; otherwise it happens when nobody holds the segment any more."""
        self._closing()

    @_reading
    def ids(self) -> list[str]:
        """The handle of each paper; empty for the marker."""
        if self._ids is None:
            column = self._reader.column_reader("id", translate=False)
            self._ids = [column[number].decode() for number in range(self.size)]
        return self._ids

    @_reading
    def lengths(self) -> Numbers:
        """How many terms each paper's text has, as exact as Whoosh keeps it."""
        if self._lengths is None:
            length = self._reader.doc_field_length
            self._lengths = np.array([length(number, "text", 0) or 0 for number in range(self.size)], np.int64)
        return self._lengths

    def postings(self, field: str, term: bytes) -> Postings:
        """Where the term is; `NOWHERE` when it is not in this segment."""
        kept = self._postings.get((field, term))
        if kept is None:
            kept = self._read(field, term)
            self._postings.put((field, term), kept, 2 * len(kept.papers) + len(kept.places) + 64)
        return kept

    @_reading
    def _read(self, field: str, term: bytes) -> Postings:
        try:
            matcher = self._reader.postings(field, term)
        except TermNotFound:
            return NOWHERE
        papers: list[int] = []
        values: list[bytes] = []
        valued = field in ("text", "author")
        number, value, following, more = matcher.id, matcher.value, matcher.next, matcher.is_active
        while more():
            papers.append(number())
            if valued:
                values.append(value())
            following()
        counts = np.array([len(places) >> 2 for places in values], np.int64)
        return Postings(np.array(papers, np.int64), counts, np.frombuffer(b"".join(values), np.uint32))

    @_reading
    def terms(self, field: str, prefix: bytes = b"") -> list[bytes]:
        """The terms of a field that begin so, in order."""
        if field not in self._reader.indexed_field_names():
            return []
        return list(self._reader.expand_prefix(field, prefix))

    def known_terms(self, field: str) -> frozenset[str]:
        """All terms of a field."""
        known = self._terms.get(field)
        if known is None:
            known = self._terms[field] = frozenset(term.decode() for term in self.terms(field))
        return known

    @_reading
    def frequency(self, field: str, term: bytes) -> int:
        """In how many papers of this segment the term is, deleted ones included."""
        return int(self._reader.doc_frequency(field, term))

    @_reading
    def words(self, number: int) -> list[str]:
        """The folded words of one paper's text."""
        return str(self._reader.column_reader("words", translate=False)[number].decode()).split()

    @_reading
    def vocabulary(self) -> tuple[str, ...]:
        """All folded words of the texts, in order."""
        if self._vocabulary is None:
            column = self._reader.column_reader("words", translate=False)
            words: set[bytes] = set()
            for number in range(self.size):
                words.update(column[number].split())
            self._vocabulary = tuple(sorted(word.decode() for word in words))
        return self._vocabulary

    @_reading
    def stored(self, number: int) -> dict[str, Any]:
        """What is stored with a document: nothing but the marker's state."""
        return dict(self._reader.stored_fields(number))
