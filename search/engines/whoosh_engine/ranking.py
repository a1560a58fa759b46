"""From a query to a ranked list: complete papers first, then those that have a good part of what was asked."""

from functools import cached_property

import numpy as np

from search.engines.whoosh_engine.asked import missing
from search.engines.whoosh_engine.columns import Mask, Numbers, Scores
from search.engines.whoosh_engine.feedback import fed_back
from search.engines.whoosh_engine.nearness import closeness
from search.engines.whoosh_engine.rowsets import inside
from search.engines.whoosh_engine.scoring import SHORT, Scored
from search.engines.whoosh_engine.selecting import in_order
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.stems import stem
from search.models import Hit, SearchResult
from search.query import Query

WHOLE_NAME = 100.0
"""What a paper adds whose name is the whole query: nothing else may come before it."""

REFINED = 200
"""How many papers are looked at closely, beginning with the best by single words."""


class Ranked:
    """The whole list for one query, from which windows are cut."""

    def __init__(self, scored: Scored, query: Query) -> None:
        self._snapshot, self._scored, self._query = scored.snapshot, scored, query

    @cached_property
    def _first(self) -> tuple[Numbers, Scores]:
        """The best papers in order, and their scores with all that is worked out for them alone: what stands close,
        what the first ones share, and whose name was asked for."""
        snapshot, scored = self._snapshot, self._scored
        papers = scored.best(REFINED)
        scores = scored.scores.take(papers) + closeness(snapshot, scored.times, self._query.wanted, papers)
        if len(scored.times) > SHORT and snapshot.weights.feedback:
            scores += fed_back(snapshot, papers, scores, len(scored.times))
        whole = inside(papers, scored.whole)
        if len(scored.named):
            papers, scores, whole = self._with_named(papers, scores, whole)
        order = in_order(snapshot, papers, scores, whole)
        return papers.take(order), scores.take(order)

    def _with_named(self, papers: Numbers, scores: Scores, whole: Mask) -> tuple[Numbers, Scores, Mask]:
        new = self._scored.named[~inside(self._scored.named, papers)]
        papers = np.concatenate([papers, new])
        scores = np.concatenate([scores, self._scored.scores[new]])
        named = inside(papers, self._scored.named)
        return papers, scores + WHOLE_NAME * named, np.concatenate([whole, np.ones(len(new), bool)]) | named

    def window(self, limit: int, offset: int) -> tuple[Hit, ...]:
        """The hits `[offset, offset + limit)`; equal scores stand in the order of handles."""
        papers, scores = self._first
        if offset + limit > len(papers) < self._scored.total:
            papers, scores = self._further(offset + limit)
        here = slice(offset, offset + max(limit, 0))
        found = zip(self._snapshot.handles(papers[here]), scores[here].tolist(), self._terms(papers[here]), strict=True)
        return tuple([Hit(handle, score, frozenset(terms)) for handle, score, terms in found])

    def _further(self, count: int) -> tuple[Numbers, Scores]:
        """So many papers at least: behind the first ones all the others, by single words alone."""
        first, scores = self._first
        others = self._scored.best(count)
        others = others[~np.isin(others, first)]
        own = self._scored.scores[others].astype(np.float64)
        order = in_order(self._snapshot, others, own, inside(others, self._scored.whole))
        return np.concatenate([first, others[order]]), np.concatenate([scores, own[order]])

    def _terms(self, chosen: Numbers) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in range(len(chosen))]
        for each in self._scored.all_found():
            for key, papers in each.stems:
                for place in inside(chosen, papers).nonzero()[0].tolist():
                    found[place].add(key)
            for prefix in each.prefixes:
                for place, number in enumerate(chosen.tolist()):
                    found[place].update(map(stem, self._snapshot.words(number, prefix)))
        return found


def ranked(snapshot: Snapshot, query: Query, limit: int, offset: int) -> SearchResult:
    """The window of the list, without a suggestion."""
    scored = Scored(snapshot, query)
    all_there = all(len(each.papers) for each in scored.all_found())
    lacking = () if all_there else missing(snapshot, tuple(scored.times))
    return SearchResult(Ranked(scored, query).window(limit, offset), scored.total, scored.complete, lacking)
