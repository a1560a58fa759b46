"""Every paper's score by single words, and which papers have all or a good part of what was asked."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from search.engines.whoosh_engine import filters
from search.engines.whoosh_engine.asked import wanted
from search.engines.whoosh_engine.columns import Impacts, Mask, Numbers
from search.engines.whoosh_engine.match import NO_PAPERS, Match
from search.engines.whoosh_engine.matching import match, parts
from search.engines.whoosh_engine.occurrences import note_both
from search.engines.whoosh_engine.rowsets import among, merged
from search.engines.whoosh_engine.selecting import best, best_of
from search.engines.whoosh_engine.snapshot import Snapshot
from search.errors import InvalidQuery
from search.language.words import squeeze
from search.query import Clause, Query, Word

SHORT = 4
LEAST_SHARE = 3
"""Asked for up to `SHORT` different things, a paper needs one in so many of them, rounded up."""

LEAST_SCORE = 0.1
"""In a longer question no word is that important; there a paper needs so much of the best one's score."""

TINY = float(np.finfo(np.float32).tiny)


class Scored:
    """All papers for one query. What is asked twice counts twice: `times` is how often each clause is."""

    def __init__(self, snapshot: Snapshot, query: Query) -> None:
        self.snapshot = snapshot
        self.times: dict[Clause, int] = {}
        for clause in wanted(query):
            self.times[clause] = self.times.get(clause, 0) + 1
        if not self.times and not query.filters:
            raise InvalidQuery("There is no word to search for. Type a few, for example: kv cache eviction")
        self.found = [match(snapshot, clause) for clause in self.times]
        self.parts = [parts(snapshot, clause) for clause in self.times]
        self.scores = self._scored()
        self._allowed = _allowed(snapshot, query)
        self.named = self._permitted(_named(snapshot, query))
        self.whole = self._having_all()
        self.complete = len(merged(self.whole, self.named))
        self._least = self._limited()

    def _scored(self) -> Impacts:
        scores = np.zeros(self.snapshot.count, np.float32)
        for found, of_parts, count in zip(self.found, self.parts, self.times.values(), strict=True):
            np.add.at(scores, found.papers.astype(np.intp), count * found.scores if count > 1 else found.scores)
            for part in of_parts:
                np.add.at(scores, part.papers.astype(np.intp), count * self.snapshot.weights.part * part.scores)
        return scores

    def _permitted(self, papers: Numbers) -> Numbers:
        return papers if self._allowed is None else papers[self._allowed[papers]]

    def _having_all(self) -> Numbers:
        """The papers that have everything that was asked."""
        if not self.found:
            return np.flatnonzero(self.snapshot.live if self._allowed is None else self._allowed)
        few, *others = sorted([each.papers for each in self.found], key=len)
        for papers in others:
            if not len(few):
                break
            few = few.take(among(few, papers, self.snapshot.count).nonzero()[0])
        if len(self.found) == 2:
            note_both(self.snapshot, self.found[0], self.found[1], len(few))
        return self._permitted(few)

    def _limited(self) -> float:
        """The least score of a paper that has a good part of what was asked; those that have not lose theirs."""
        if self._allowed is not None:
            np.putmask(self.scores, ~self._allowed, 0)
        asked = len(self.found)
        if asked > SHORT:
            return max(LEAST_SCORE * float(self.scores.max(initial=0.0)), TINY)
        if asked > LEAST_SHARE or any(self.parts):
            np.putmask(self.scores, self._had() < -(-asked // LEAST_SHARE), 0)
        return TINY

    def _had(self) -> NDArray[np.uint8]:
        """How many of the things asked for each paper has."""
        had = np.zeros(self.snapshot.count, np.uint8)
        for each in self.found:
            np.add.at(had, each.papers.astype(np.intp), np.uint8(1))
        return had

    @cached_property
    def total(self) -> int:
        """How many papers have a good part of what was asked, all of it, or its name."""
        sure = merged(self.whole, self.named)
        under = np.count_nonzero(self.scores.take(sure) < self._least)
        return int(np.count_nonzero(self.scores >= self._least) + under)

    def best(self, count: int) -> Numbers:
        """So many papers at least, the best by single words, whole ones first."""
        if len(self.whole) >= min(count, self.total):
            return best_of(self.snapshot, self.whole, self.scores.take(self.whole), count)
        return merged(self.whole, best(self.snapshot, self.scores, count, self._least))

    def all_found(self) -> list[Match]:
        """What each clause found, and each part of one."""
        return [*self.found, *(part for of_parts in self.parts for part in of_parts)]


def _named(snapshot: Snapshot, query: Query) -> Numbers:
    """The papers whose name is the whole query."""
    words = [clause.text for clause in query.wanted if isinstance(clause, Word)]
    return snapshot.papers("name", squeeze("".join(words))) if words and len(words) == len(query.wanted) else NO_PAPERS


def _allowed(snapshot: Snapshot, query: Query) -> Mask | None:
    """The papers that meet every condition; None where there is none."""
    if not query.filters and not query.excluded:
        return None
    mask = filters.allowed(snapshot, query.filters)
    if query.excluded:
        mask = mask.copy()
        for clause in query.excluded:
            mask[match(snapshot, clause).papers] = False
    return mask
