"""Which papers are nearest in meaning, among the vectors of one revision."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.engines.hybrid_engine.encoder import Vector
from search.engines.hybrid_engine.rows import Rows, State

CANDIDATES = 10
"""So many times the wanted papers are looked at closely, after a first look at the signs of the numbers alone."""

AVERAGED = 4096
"""So many papers tell what the average one is like."""

SIGN = np.uint16(0x8000)


class Near(NamedTuple):
    """Papers, and how much nearer in meaning to the query they are than the average paper: how near that one is differs
    from model to model."""

    handles: list[str]
    likeness: NDArray[np.float32]


class Commit:
    """The vectors at one revision, unchanging."""

    def __init__(self, state: State, rows: Rows) -> None:
        self.state = state
        self.rows = rows

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The row of each paper."""
        return {handle: number for number, handle in enumerate(self.state.handles) if handle}

    @cached_property
    def _signs(self) -> NDArray[np.uint64]:
        """A bit a number, the bits of 64 numbers together, in columns: what is looked at first, a twentieth of all."""
        bits = np.packbits(self.rows.view(np.uint16) < SIGN, axis=1)
        padded = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), np.uint8)
        padded[:, : bits.shape[1]] = bits
        return np.ascontiguousarray(padded.view(np.uint64).T)

    @cached_property
    def _average(self) -> Vector:
        some = np.flatnonzero(self._alive)[:: len(self.number_of) // AVERAGED + 1]
        return np.asarray(self.rows[some].astype(np.float32).mean(axis=0))

    @cached_property
    def _alive(self) -> NDArray[np.bool_]:
        return np.array([bool(handle) for handle in self.state.handles], bool)

    def likeness(self, handles: Iterable[str], query: Vector) -> NDArray[np.float32]:
        """How much nearer each of these papers is than the average; 0 for those without a vector."""
        places = np.array([self.number_of.get(handle, -1) for handle in handles], np.int64)
        near = np.zeros(len(places), np.float32)
        known = places >= 0
        if known.any():
            near[known] = self._nearer(places[known], query)
        return near

    def nearest(self, query: Vector, count: int) -> Near:
        """The nearest papers, best first: the best ones of those whose numbers have most signs in common."""
        if not self.number_of:
            return Near([], np.zeros(0, np.float32))
        differing = np.zeros(len(self.rows), np.uint16)
        asked = np.zeros(len(self._signs) * 8, np.uint8)
        bits = np.packbits(query >= 0)
        asked[: len(bits)] = bits
        for column, word in zip(self._signs, asked.view(np.uint64), strict=True):
            differing += np.bitwise_count(column ^ word)
        differing[~self._alive] = np.iinfo(np.uint16).max
        some = _smallest(differing, min(count * CANDIDATES, len(self.number_of)))
        near = self._nearer(some, query)
        order = np.argsort(-near, kind="stable")[:count]
        return Near([self.state.handles[place] for place in some[order].tolist()], near[order])

    def _nearer(self, places: NDArray[np.int64], query: Vector) -> NDArray[np.float32]:
        return np.asarray((self.rows[places].astype(np.float32) - self._average) @ query)


def _smallest(numbers: NDArray[np.uint16], count: int) -> NDArray[np.int64]:
    if count >= len(numbers):
        return np.arange(len(numbers))
    return np.argpartition(numbers, count)[:count]
