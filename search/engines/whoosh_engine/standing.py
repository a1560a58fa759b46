"""Which stem stands at each position of a segment's texts, one text behind the other in one long row."""

from dataclasses import dataclass

import numpy as np

from search.engines.whoosh_engine.columns import Column, Numbers
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT

GAP = SPAN_MASK + 1
"""Nothing stands before and behind each text for so many positions, so that no reading reaches from one to the next."""

MORE = np.uint16(1 << 15)
"""At this position something begins that the row cannot tell: a reading of another width, a second stem, or one that is
too rare to have a rank."""

RANKS = int(MORE) - 1
STEM_SHIFT = 32


@dataclass(frozen=True, slots=True)
class Standing:
    """`row` has at each position the rank of the stem that is one position wide there, with the sign `MORE` where
    others begin too. Those are in `more`, as `stem << STEM_SHIFT | position` in order, with their `spans`. The
    commonest stems have `ranks` from 1 on, so that they fit in 16 bits, and the others 0. The text of paper `n` begins
    at `begins[n]`."""

    row: Column
    begins: Column
    ranks: Column
    more: Column
    spans: Column

    def at(self, stem: int, positions: Numbers) -> tuple[Numbers, Numbers]:
        """At which of the positions the stem begins, and how wide it is there."""
        here, rank = self.row.take(positions), self.ranks[stem]
        same = here & ~MORE == rank if rank else np.zeros(len(here), bool)
        keys = self.more[own := self._more(stem)]
        if not len(keys):
            which = same.nonzero()[0]
            return which, np.ones(len(which), np.int64)
        asked = ((here >= MORE) & ~same).nonzero()[0]
        sought = positions.take(asked) | stem << STEM_SHIFT
        places = keys.searchsorted(sought)
        there = keys.take(places, mode="clip") == sought
        asked, places = asked[there], places[there]
        same[asked] = True
        which = same.nonzero()[0]
        widths = np.ones(len(which), np.int64)
        widths[which.searchsorted(asked)] = self.spans[own].take(places)
        return which, widths

    def widths(self, stem: int) -> list[int]:
        """How wide the stem ever is: mostly 1, and more where it was written with a hyphen inside."""
        others = np.bincount(self.spans[self._more(stem)], minlength=2)
        return [width for width, count in enumerate(others.tolist()) if count or width == 1]

    def _more(self, stem: int) -> slice:
        return slice(*self.more.searchsorted((stem << STEM_SHIFT, stem + 1 << STEM_SHIFT)).tolist())


def standing(columns: dict[str, Column], size: int) -> dict[str, Column]:
    """The columns of the row, from those of the postings."""
    often = np.diff(columns["text.starts"][columns["text.firsts"]])
    ranks = _ranks(often)
    stems = np.repeat(np.arange(len(often), dtype=np.uint32), often)
    positions = columns["text.places"] >> POSITION_SHIFT
    begins = _begins(columns, size)
    positions += np.repeat(begins[columns["text.papers"]], np.diff(columns["text.starts"]))
    spans = (columns["text.places"] >> SPAN_SHIFT & SPAN_MASK).astype(np.uint8)
    row = np.zeros(int(begins[-1]), np.uint16)
    own = np.where(spans == 1, ranks[stems], 0).astype(np.uint16)
    row[positions[own > 0]] = own[own > 0]
    more = np.flatnonzero((own == 0) | (row[positions] != own))
    row[positions[more]] |= MORE
    keys = stems[more].astype(np.int64) << STEM_SHIFT | positions[more]
    return {
        "standing": row,
        "standing.begins": begins,
        "standing.ranks": ranks,
        "standing.more": keys,
        "standing.spans": spans[more],
    }


def _ranks(often: Numbers) -> Column:
    """The rank of each stem by how often it occurs, and 0 for those that come too late."""
    ranks = np.zeros(len(often), np.uint16)
    commonest = np.argsort(-often, kind="stable")[:RANKS]
    ranks[commonest] = np.arange(1, len(commonest) + 1)
    return ranks


def _begins(columns: dict[str, Column], size: int) -> Column:
    """Where each text begins, and where the row ends."""
    last = np.zeros(size, np.int64)
    np.maximum.at(
        last, columns["text.papers"], columns["text.places"][columns["text.starts"][1:] - 1] >> POSITION_SHIFT
    )
    return np.concatenate(([GAP], GAP + np.cumsum(last + 1 + GAP))).astype(np.uint32)
