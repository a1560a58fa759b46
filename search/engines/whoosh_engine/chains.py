"""Where stems stand one after the other in a segment, found from the rarest of them outwards."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Impacts, Numbers
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE
from search.engines.whoosh_engine.segment import Segment


class Chain(NamedTuple):
    """The stems found in a row: of each time the paper, where it begins, where the next word would begin, and the place
    of one of the stems, which tells whether that is in the title."""

    papers: Numbers
    begins: Numbers
    ends: Numbers
    places: Numbers

    def only(self, which: Numbers) -> "Chain":
        """Some of the times."""
        return Chain(*(each.take(which) for each in self))

    def weights(self, title: float) -> Impacts:
        """What each time weighs: so much more in the title."""
        return np.where(self.places & TITLE, np.float32(1 + title), np.float32(1))


def chained(segment: Segment, stems: Sequence[str]) -> Chain | None:
    """All times that the stems stand one after the other. Only the places of the rarest one are read; its neighbours
    are looked up in the row of what stands where."""
    numbers = [number for stem in stems if (number := segment.text.terms.number(stem.encode())) is not None]
    if len(numbers) < len(stems):
        return None
    rarest = min(range(len(numbers)), key=lambda place: _count(segment, numbers[place]))
    found = _all(segment, numbers[rarest])
    for number in numbers[rarest + 1 :]:
        found = _before(segment, number, found)
    for number in reversed(numbers[:rarest]):
        found = _behind(segment, number, found)
    return found if len(found.papers) else None


def _count(segment: Segment, number: int) -> int:
    """How often the stem occurs."""
    firsts, starts = segment.text.firsts, segment.text.starts
    return int(starts[firsts[number + 1]]) - int(starts[firsts[number]])


def _all(segment: Segment, number: int) -> Chain:
    """Each occurrence of a stem."""
    text = segment.text
    first, last = int(text.firsts[number]), int(text.firsts[number + 1])
    starts, papers = text.starts[first : last + 1], text.papers[first:last]
    places = text.places[starts[0] : starts[-1]]
    counts = np.diff(starts)
    begins = segment.standing.begins.take(papers).astype(np.int64).repeat(counts) + (places >> POSITION_SHIFT)
    return Chain(papers.repeat(counts), begins, begins + (places >> SPAN_SHIFT & SPAN_MASK), places)


def _before(segment: Segment, number: int, chain: Chain) -> Chain:
    """Those that a stem follows."""
    widths = segment.standing.at(number, chain.ends)
    here = widths.nonzero()[0]
    return chain.only(here)._replace(ends=chain.ends.take(here) + widths.take(here))


def _behind(segment: Segment, number: int, chain: Chain) -> Chain:
    """Those that a stem precedes, in any width that it has."""
    ways = []
    for width in segment.standing.widths(number):
        begins = chain.begins - width
        here = (segment.standing.at(number, begins) == width).nonzero()[0]
        ways.append(chain.only(here)._replace(begins=begins.take(here)))
    return ways[0] if len(ways) == 1 else Chain(*map(np.concatenate, zip(*ways, strict=True)))
