"""Some postings at a time as Python's own numbers, and the blocks of Whoosh's format that they make."""

from itertools import pairwise
from pickle import dumps
from struct import Struct
from typing import NamedTuple

from search.engines.whoosh_engine.columns import Column

PICKLE = 3
"""The first of Python's formats that has bytes as they are. Whoosh itself writes the second, which makes postings half
as large again and takes twice the time; its readers take any."""

UNCOMPRESSED = 0
"""Compressing takes as long as a fifth of all filing, of postings that are read again when columns are lost."""

NO_VALUE = (b"",)
"""Whoosh gives text in the place of a value that is missing in its table of terms, and takes it for bytes."""

LENGTH = Struct("!i")

Short = tuple[int, int, float]


class Values(NamedTuple):
    places: bytes
    starts: list[int]


class Window(NamedTuple):
    """Some of the postings of a field as Python's own numbers, which take ten times the room of NumPy's: from `first`
    on the papers and how far each is from the one before, and where a field has them the places, the weights and the
    lengths of papers in Whoosh's bytes."""

    first: int
    papers: list[int]
    steps: list[int]
    values: Values | None
    weights: list[float] | None
    lengths: Column | None

    def has(self, block: range) -> bool:
        """Whether the whole block is in it."""
        return self.first <= block.start and block.stop <= self.first + len(self.papers)

    def paper(self, place: int) -> int:
        """The paper of a posting."""
        return self.papers[place - self.first]

    def total(self, block: range) -> float:
        """What the postings of a block weigh together."""
        weights = self._weights(block)
        return float(len(block)) if weights is None else sum(weights)

    def short(self, block: range) -> Short:
        """The shortest and the longest paper of a block, in Whoosh's bytes, and the greatest weight."""
        weights = self._weights(block)
        if self.lengths is None or weights is None:
            return 0, 0, 1.0
        if len(block) == 1:
            length = int(self.lengths[block.start - self.first])
            return length, length, weights[0]
        lengths = self.lengths[block.start - self.first : block.stop - self.first]
        return int(lengths.min()), int(lengths.max()), max(weights)

    def block(self, block: range, short: Short, last: bool) -> bytes:
        """A block: its length, negative when it is the last one, what it holds in short, and the postings."""
        begin, end = block.start - self.first, block.stop - self.first
        steps = (self.papers[begin], *self.steps[begin + 1 : end])
        data = dumps((steps, self._block_weights(block), self._block_values(block)), PICKLE)
        shortest, longest, most = short
        info = dumps((len(block), self.papers[end - 1], most, UNCOMPRESSED, shortest, longest), PICKLE)
        length = len(info) + len(data)
        return LENGTH.pack(-length if last else length) + info + data

    def single(self, block: range) -> bytes:
        """The posting of a block that has no other, as it stands in the table of terms."""
        weights = self._weights(block)
        weighing = None if weights is None or weights[0] == 1.0 else tuple(weights)
        return dumps(((self.paper(block.start),), weighing, self._block_values(block) or NO_VALUE), PICKLE)

    def _weights(self, block: range) -> list[float] | None:
        if self.weights is None:
            return None
        return self.weights[block.start - self.first : block.stop - self.first]

    def _block_weights(self, block: range) -> tuple[float, ...] | float | None:
        """One number where all weigh the same, and none where that is 1."""
        weights = self._weights(block)
        if weights is None:
            return None
        if weights.count(weights[0]) < len(weights):
            return tuple(weights)
        return None if weights[0] == 1.0 else weights[0]

    def _block_values(self, block: range) -> tuple[bytes, ...] | None:
        if self.values is None:
            return None
        places, starts = self.values
        own = starts[block.start - self.first : block.stop - self.first + 1]
        return tuple([places[begin:end] for begin, end in pairwise(own)])
