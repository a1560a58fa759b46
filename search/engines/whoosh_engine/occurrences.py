"""Places of terms as rows of numbers, and the small sums that ranking does with them."""

from typing import Any, NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers, Postings, Scores
from search.engines.whoosh_engine.schema import POSITION_SHIFT, SPAN_MASK, SPAN_SHIFT, TITLE

PAPER_SHIFT = 24
"""A begin or an end is `paper << PAPER_SHIFT | position`, so that one number orders them all."""

NO_PAPERS = np.zeros(0, np.int64)
NO_PLACES = np.zeros(0, np.uint32)


class Spans(NamedTuple):
    """Occurrences in the text: where each begins, where the next word would begin (`paper << 24 | position`), and what
    it weighs; ordered by `begins`."""

    begins: Numbers
    ends: Numbers
    weights: Scores


def spans(postings: Postings, title: float) -> Spans:
    """The occurrences of a term of the text field."""
    places = postings.places.astype(np.int64)
    begins = np.repeat(postings.papers << PAPER_SHIFT, postings.counts) + (places >> POSITION_SHIFT)
    return Spans(begins, begins + (places >> SPAN_SHIFT & SPAN_MASK), weights(postings.places, title))


def weights(places: np.ndarray[Any, np.dtype[np.uint32]], title: float) -> Scores:
    """What each occurrence weighs: so much more in the title."""
    return np.asarray(1.0 + title * ((places & TITLE) != 0))


def inside(values: Numbers, papers: Numbers) -> Mask:
    """Which of the values are among the papers, which are in order."""
    if not len(papers):
        return np.zeros(len(values), bool)
    places = papers.searchsorted(values)
    places[places == len(papers)] = 0
    return np.asarray(papers[places] == values)


def per_paper(papers: Numbers, values: Scores) -> tuple[Numbers, Scores]:
    """The sums of the values of each paper; `papers` is ordered and may repeat."""
    if not len(papers):
        return NO_PAPERS, np.zeros(0)
    firsts = np.flatnonzero(np.concatenate(([True], papers[1:] != papers[:-1])))
    return papers[firsts], np.add.reduceat(values, firsts)
