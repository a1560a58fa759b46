"""The conditions that always hold: authors, venues, years, and what a paper comes with."""

from functools import reduce

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers
from search.engines.whoosh_engine.match import NO_PAPERS
from search.engines.whoosh_engine.rowsets import inside, marked
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
    """The papers that meet the condition. What was worked out is kept with the snapshot."""
    if isinstance(condition, Without):
        return ~_meets(snapshot, condition.condition)
    mask = snapshot.kept.masks.get(condition)
    if mask is None:
        mask = marked(_papers(snapshot, condition), snapshot.count)
        snapshot.kept.masks.put(condition, mask, 1)
    return mask


def _papers(snapshot: Snapshot, condition: Author | Venue | Years | Has) -> Numbers:
    match condition:
        case Author(name):
            return _written_by(snapshot, name)
        case Venue(name):
            return _common([snapshot.papers("venue", word) for word in _words(name)])
        case Years(first, last):
            years = [int(term) for term in snapshot.terms("year")]
            asked = [year for year in years if (first or year) <= year <= (last or year)]
            return np.concatenate([snapshot.papers("year", str(year)) for year in asked] or [NO_PAPERS])
        case Has(what):
            return snapshot.papers("has", what)


def _written_by(snapshot: Snapshot, name: str) -> Numbers:
    """All words of the name must belong to one and the same author, in any order."""
    return np.unique(_common([_authors(snapshot, word) for word in _words(name)]) >> AUTHOR_BITS)


def _authors(snapshot: Snapshot, word: str) -> Numbers:
    """The authors with the word in their name, as `paper << AUTHOR_BITS | author`, in order."""
    found = [NO_PAPERS]
    for part in snapshot.parts:
        field = part.segment.fields["author"]
        at = field.list_of(word.encode())
        papers = np.repeat(field.papers[at].astype(np.int64) + part.offset, field.starts.counts(at))
        found.append(papers << AUTHOR_BITS | field.places[field.starts.places(at)])
    return np.unique(np.concatenate(found))


def _words(name: str) -> list[str]:
    """The smallest words of a name: `Wan-Lu` counts as two."""
    return [token.exact for token in tokens(name) if token.span == 1]


def _common(found: list[Numbers]) -> Numbers:
    return reduce(lambda left, right: left[inside(left, right)], found) if found else NO_PAPERS
