"""Where stems stand one after the other in a segment, found from the rarest of them outwards."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Impacts, Numbers
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE
from search.engines.whoosh_engine.segment import Segment


class Chain(NamedTuple):
    """The stems found in a row: of each time the paper, where it begins, and the place of one of the stems, which tells
    whether that is in the title."""

    papers: Numbers
    begins: Numbers
    places: Numbers

    def weights(self, title: float) -> Impacts:
        """What each time weighs: so much more in the title."""
        return np.where(self.places & TITLE, np.float32(1 + title), np.float32(1))


def chained(segment: Segment, stems: Sequence[str]) -> Chain | None:
    """All times that the stems stand one after the other. Only the places of the rarest one are read; its neighbours
    are looked up in the row of what stands where, and what the others say is read only of the times that are left."""
    numbers = [number for stem in stems if (number := segment.text.terms.number(stem.encode())) is not None]
    if len(numbers) < len(stems):
        return None
    rarest = min(range(len(numbers)), key=lambda place: _count(segment, numbers[place]))
    found = _Occurrences(segment, numbers[rarest]).between(numbers[:rarest], numbers[rarest + 1 :])
    return found if len(found.papers) else None


def joined(chains: Sequence[Chain]) -> Chain:
    """Several as one."""
    return chains[0] if len(chains) == 1 else Chain(*map(np.concatenate, zip(*chains, strict=True)))


def _count(segment: Segment, number: int) -> int:
    """How many papers have the stem."""
    return int(segment.text.firsts[number + 1]) - int(segment.text.firsts[number])


class _Occurrences:
    """Each occurrence of a stem, by its number."""

    def __init__(self, segment: Segment, number: int) -> None:
        text = segment.text
        at = slice(int(text.firsts[number]), int(text.firsts[number + 1]))
        self._standing = segment.standing
        self._papers = text.papers[at]
        self._counts = text.starts.counts(at)
        self._places = text.places[text.starts.places(at)]
        self._begins = segment.standing.begins.take(self._papers).astype(np.int64).repeat(self._counts)
        self._begins += self._places >> POSITION_SHIFT

    def between(self, before: Sequence[int], after: Sequence[int]) -> Chain:
        """Those that the ones precede and the others follow."""
        times = self._followed_by(after)
        times, begins = self._preceded_by(before, times)
        return Chain(self._papers.repeat(self._counts).take(times), begins, self._places.take(times))

    def _followed_by(self, stems: Sequence[int]) -> Numbers:
        """Those that the stems follow."""
        times, ends = np.arange(len(self._begins)), self._begins
        if stems:
            ends = ends + (self._places >> SPAN_SHIFT & SPAN_MASK)
        for stem in stems:
            here, widths = self._standing.at(stem, ends)
            times, ends = times.take(here), ends.take(here) + widths
        return times

    def _preceded_by(self, stems: Sequence[int], times: Numbers) -> tuple[Numbers, Numbers]:
        """Those of some that the stems precede, in any width that these have, and where the first of them begins."""
        begins = self._begins if len(times) == len(self._begins) else self._begins.take(times)
        for stem in reversed(stems):
            ways = [self._behind(stem, width, begins) for width in self._standing.widths(stem)]
            here, begins = ways[0] if len(ways) == 1 else map(np.concatenate, zip(*ways, strict=True))
            times = times.take(here)
        return times, begins

    def _behind(self, stem: int, width: int, begins: Numbers) -> tuple[Numbers, Numbers]:
        """Before which of these positions the stem stands in this width, and where."""
        before = begins - width
        here, widths = self._standing.at(stem, before)
        here = here[widths == width]
        return here, before.take(here)
