"""Which stem stands at each position of a segment's texts, one text behind the other in one long row."""

from dataclasses import dataclass

import numpy as np

from search.engines.whoosh_engine.columns import Column, Numbers
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT

GAP = SPAN_MASK + 1
"""Nothing stands before and behind each text for so many positions, so that no reading reaches from one to the next."""

MORE = np.uint32(1 << 31)
"""At this position something begins that the row cannot tell: a reading of another width, or a second stem."""

STEM_SHIFT = 32


@dataclass(frozen=True, slots=True)
class Standing:
    """`row` has at each position the number of the stem that is one position wide there, counted from 1, with the sign
    `MORE` where others begin too. Those are in `more`, as `stem << STEM_SHIFT | position` in order, with their `spans`.
    The text of paper `n` begins at `begins[n]`."""

    row: Column
    begins: Column
    more: Column
    spans: Column

    def at(self, stem: int, positions: Numbers) -> Numbers:
        """How wide the stem is that begins at each position; 0 where it does not."""
        here = self.row.take(positions)
        widths = (here & ~MORE == stem + 1).astype(np.int64)
        keys = self.more[own := self._more(stem)]
        if len(keys):
            asked = np.flatnonzero((here >= MORE) & (widths == 0))
            sought = positions.take(asked) | stem << STEM_SHIFT
            places = keys.searchsorted(sought)
            there = keys.take(places, mode="clip") == sought
            widths[asked[there]] = self.spans[own].take(places[there])
        return np.asarray(widths)

    def widths(self, stem: int) -> list[int]:
        """How wide the stem ever is: mostly 1, and more where it was written with a hyphen inside."""
        others = np.bincount(self.spans[self._more(stem)], minlength=2)
        return [width for width, count in enumerate(others.tolist()) if count or width == 1]

    def _more(self, stem: int) -> slice:
        return slice(*self.more.searchsorted((stem << STEM_SHIFT, stem + 1 << STEM_SHIFT)).tolist())


def standing(columns: dict[str, Column], size: int) -> dict[str, Column]:
    """The columns of the row, from those of the postings."""
    firsts = columns["text.starts"][columns["text.firsts"]]
    stems = np.repeat(np.arange(len(firsts) - 1, dtype=np.uint32), np.diff(firsts))
    positions = columns["text.places"] >> POSITION_SHIFT
    begins = _begins(columns, size)
    positions += np.repeat(begins[columns["text.papers"]], np.diff(columns["text.starts"]))
    spans = (columns["text.places"] >> SPAN_SHIFT & SPAN_MASK).astype(np.uint8)
    row = np.zeros(int(begins[-1]), np.uint32)
    single = spans == 1
    row[positions[single]] = stems[single] + 1
    more = np.flatnonzero(~single | (row[positions] != stems + 1))
    row[positions[more]] |= MORE
    keys = stems[more].astype(np.int64) << STEM_SHIFT | positions[more]
    return {"standing": row, "standing.begins": begins, "standing.more": keys, "standing.spans": spans[more]}


def _begins(columns: dict[str, Column], size: int) -> Column:
    """Where each text begins, and where the row ends."""
    last = np.zeros(size, np.int64)
    np.maximum.at(
        last, columns["text.papers"], columns["text.places"][columns["text.starts"][1:] - 1] >> POSITION_SHIFT
    )
    return np.concatenate(([GAP], GAP + np.cumsum(last + 1 + GAP))).astype(np.uint32)
