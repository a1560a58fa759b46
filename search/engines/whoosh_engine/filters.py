"""The conditions that always hold: authors, venues, years, and what a paper comes with."""

from functools import reduce

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers
from search.engines.whoosh_engine.occurrences import NO_PAPERS, inside
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import tokens
from search.query import Author, Filter, Has, Venue, Without, Years

AUTHOR_BITS = 20


def allowed(snapshot: Snapshot, filters: tuple[Filter, ...]) -> Mask:
    """The live papers that meet every condition."""
    mask = snapshot.live
    for condition in filters:
        mask = mask & _meets(snapshot, condition)
    return mask


def _meets(snapshot: Snapshot, condition: Filter) -> Mask:
    if isinstance(condition, Without):
        return ~_meets(snapshot, condition.condition)
    mask = np.zeros(snapshot.count, bool)
    mask[_papers(snapshot, condition)] = True
    return mask


def _papers(snapshot: Snapshot, condition: Author | Venue | Years | Has) -> Numbers:
    match condition:
        case Author(name):
            return _written_by(snapshot, name)
        case Venue(name):
            return _common([snapshot.papers("venue", word) for word in _words(name)])
        case Years(first, last):
            years = [int(term) for term in snapshot.terms("year")]
            inside = [year for year in years if (first or year) <= year <= (last or year)]
            return np.concatenate([snapshot.papers("year", str(year)) for year in inside] or [NO_PAPERS])
        case Has(what):
            return snapshot.papers("has", what)


def _written_by(snapshot: Snapshot, name: str) -> Numbers:
    """All words of the name must belong to one and the same author, in any order."""
    found = []
    for word in _words(name):
        postings = snapshot.postings("author", word)
        papers = np.repeat(postings.papers, postings.counts)
        found.append(np.unique(papers << AUTHOR_BITS | postings.places.astype(np.int64)))
    return np.unique(_common(found) >> AUTHOR_BITS)


def _words(name: str) -> list[str]:
    """The smallest words of a name: `Wan-Lu` counts as two."""
    return [token.exact for token in tokens(name) if token.span == 1]


def _common(found: list[Numbers]) -> Numbers:
    return reduce(lambda left, right: left[inside(left, right)], found) if found else NO_PAPERS
