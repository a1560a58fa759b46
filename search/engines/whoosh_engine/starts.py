"""Where the places of each posting begin, in half the room that full numbers take."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK_SHIFT = 8
BLOCK = 1 << BLOCK_SHIFT


@dataclass(frozen=True, slots=True)
class Starts:
    """`fulls` is where each block of postings begins, `lows` where each posting does, without the upper bits. What is
    taken from one another there comes out right all the same, as no block is long enough to need them."""

    fulls: NDArray[np.int64]
    lows: NDArray[np.unsignedinteger[Any]]

    def __len__(self) -> int:
        return len(self.lows)

    def at(self, postings: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where those of each posting begin."""
        fulls = self.fulls.take(postings >> BLOCK_SHIFT)
        return fulls + (self.lows.take(postings) - fulls.astype(self.lows.dtype))

    def counts_at(self, postings: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many each posting has."""
        return (self.lows.take(postings + 1) - self.lows.take(postings)).astype(np.int64)

    def counts(self, postings: slice) -> NDArray[np.int64]:
        """How many each posting of a list has."""
        lows = self.lows[postings.start : postings.stop + 1]
        return (lows[1:] - lows[:-1]).astype(np.int64)

    def places(self, postings: slice) -> slice:
        """Where those of a list are."""
        return slice(self._begin(postings.start), self._begin(postings.stop))

    def _begin(self, posting: int) -> int:
        full = int(self.fulls[posting >> BLOCK_SHIFT])
        return full + (int(self.lows[posting]) - full) % (1 << 8 * self.lows.itemsize)


def shortened(starts: NDArray[np.uint32]) -> Starts:
    """The same in less room, where no paper repeats a word some tens of thousands of times."""
    fulls = starts[::BLOCK].astype(np.int64)
    longest = int(np.diff(fulls, append=starts[-1:].astype(np.int64)).max(initial=0))
    return Starts(fulls, starts.astype(np.uint16) if longest <= np.iinfo(np.uint16).max else starts)
