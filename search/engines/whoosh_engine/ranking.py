"""From a query to a ranked list: complete papers first, then those that have a good part of what was asked."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from search.engines.whoosh_engine import filters
from search.engines.whoosh_engine.columns import Impacts, Mask, Numbers, Scores
from search.engines.whoosh_engine.feedback import fed_back
from search.engines.whoosh_engine.matching import match, parts
from search.engines.whoosh_engine.nearness import closeness
from search.engines.whoosh_engine.rowsets import among, inside, merged
from search.engines.whoosh_engine.selecting import best, best_of, in_order
from search.engines.whoosh_engine.snapshot import NO_PAPERS, Snapshot
from search.errors import InvalidQuery
from search.language.stems import stem
from search.language.words import STOP_WORDS, fold, squeeze
from search.models import Hit, SearchResult
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Query, Word

WHOLE_NAME = 100.0
"""What a paper adds whose name is the whole query: nothing else may come before it."""

SHORT = 4
LEAST_SHARE = 3
"""Asked for up to `SHORT` different things, a paper needs one in so many of them, rounded up."""

LEAST_SCORE = 0.1
"""In a longer question no word is that important; there a paper needs so much of the best one's score."""


TINY = float(np.finfo(np.float32).tiny)

REFINED = 200
"""How many papers are looked at closely, beginning with the best by single words."""


class Ranked:
    """The whole list for one query, from which windows are cut. What is asked twice counts twice."""

    def __init__(self, snapshot: Snapshot, query: Query) -> None:
        self.snapshot = snapshot
        self._query = query
        self._times = Counter(wanted(query))
        self.clauses = tuple(self._times)
        if not self.clauses and not query.filters:
            raise InvalidQuery("There is no word to search for. Type a few, for example: kv cache eviction")
        self.found = [match(snapshot, clause) for clause in self.clauses]
        self._scores = self._scored()
        self._allowed = _allowed(snapshot, query)
        self._named = self._permitted(_named(snapshot, query))
        self._whole = self._having_all()
        self._sure = merged(self._whole, self._named)
        self.complete = len(self._sure)
        self._least = self._limited()
        self.total = int(np.count_nonzero(self._scores >= self._least))
        self.total += int(np.count_nonzero(self._scores.take(self._sure) < self._least))

    def _scored(self) -> Impacts:
        scores = np.zeros(self.snapshot.count, np.float32)
        for found, (clause, count) in zip(tuple(self.found), self._times.items(), strict=True):
            np.add.at(scores, found.papers.astype(np.intp), count * found.scores if count > 1 else found.scores)
            for part in parts(self.snapshot, clause):
                self.found.append(part)
                np.add.at(scores, part.papers.astype(np.intp), count * self.snapshot.weights.part * part.scores)
        return scores

    def _permitted(self, papers: Numbers) -> Numbers:
        return papers if self._allowed is None else papers[self._allowed[papers]]

    def _having_all(self) -> Numbers:
        """The papers that have everything that was asked."""
        if not self.clauses:
            return np.flatnonzero(self.snapshot.live if self._allowed is None else self._allowed)
        few, *others = sorted((each.papers for each in self.found[: len(self.clauses)]), key=len)
        for papers in others:
            if not len(few):
                break
            few = few[among(few, papers, self.snapshot.count)]
        return self._permitted(few)

    def _limited(self) -> float:
        """The least score of a paper that has a good part of what was asked; those that have not lose theirs."""
        if self._allowed is not None:
            np.putmask(self._scores, ~self._allowed, 0)
        asked = len(self.clauses)
        if asked > SHORT:
            return max(LEAST_SCORE * float(self._scores.max(initial=0.0)), TINY)
        if asked > LEAST_SHARE or len(self.found) > asked:
            np.putmask(self._scores, self._had() < -(-asked // LEAST_SHARE), 0)
        return TINY

    def _had(self) -> NDArray[np.uint8]:
        """How many of the things asked for each paper has."""
        had = np.zeros(self.snapshot.count, np.uint8)
        for each in self.found[: len(self.clauses)]:
            np.add.at(had, each.papers.astype(np.intp), np.uint8(1))
        return had

    def _best(self, count: int) -> Numbers:
        """So many papers at least, the best by single words, whole ones first."""
        if len(self._whole) >= count:
            return best_of(self.snapshot, self._whole, self._scores[self._whole], count)
        others = best(self.snapshot, self._scores, count, self._least)
        return merged(self._whole, others)

    @cached_property
    def _first(self) -> tuple[Numbers, Scores]:
        """The best papers in order, and their scores with all that is worked out for them alone: what stands close,
        what the first ones share, and whose name was asked for."""
        snapshot, asked = self.snapshot, len(self.clauses)
        papers = self._best(REFINED)
        scores = self._scores[papers] + closeness(snapshot, self._times, self._query.wanted, papers)
        if asked > SHORT and snapshot.weights.feedback:
            scores += fed_back(snapshot, papers, scores, asked)
        whole = inside(papers, self._whole)
        if len(self._named):
            papers, scores, whole = self._with_named(papers, scores, whole)
        order = in_order(snapshot, papers, scores, whole)
        return papers[order], scores[order]

    def _with_named(self, papers: Numbers, scores: Scores, whole: Mask) -> tuple[Numbers, Scores, Mask]:
        new = self._named[~inside(self._named, papers)]
        papers = np.concatenate([papers, new])
        scores = np.concatenate([scores, self._scores[new]])
        named = inside(papers, self._named)
        return papers, scores + WHOLE_NAME * named, np.concatenate([whole, np.ones(len(new), bool)]) | named

    def window(self, limit: int, offset: int) -> tuple[Hit, ...]:
        """The hits `[offset, offset + limit)`; equal scores stand in the order of handles."""
        papers, scores = self._first
        if offset + limit > len(papers) < self.total:
            papers, scores = self._further(offset + limit)
        papers, scores = papers[offset : offset + max(limit, 0)], scores[offset : offset + max(limit, 0)]
        return tuple(
            Hit(handle, score, frozenset(found))
            for handle, score, found in zip(
                self.snapshot.handles(papers), scores.tolist(), self._terms(papers), strict=True
            )
        )

    def _further(self, count: int) -> tuple[Numbers, Scores]:
        """So many papers at least: behind the first ones all the others, by single words alone."""
        first, scores = self._first
        others = self._best(count)
        others = others[~np.isin(others, first)]
        own = self._scores[others].astype(np.float64)
        order = in_order(self.snapshot, others, own, inside(others, self._whole))
        return np.concatenate([first, others[order]]), np.concatenate([scores, own[order]])

    def _terms(self, chosen: Numbers) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in range(len(chosen))]
        for each in self.found:
            for key, papers in each.stems:
                for place in inside(chosen, papers).nonzero()[0].tolist():
                    found[place].add(key)
            for prefix in each.prefixes:
                for place, number in enumerate(chosen.tolist()):
                    found[place].update(map(stem, self.snapshot.words(number, prefix)))
        return found


def _named(snapshot: Snapshot, query: Query) -> Numbers:
    """The papers whose name is the whole query."""
    if not query.wanted or not all(isinstance(clause, Word) for clause in query.wanted):
        return NO_PAPERS
    name = squeeze("".join(clause.text for clause in query.wanted if isinstance(clause, Word)))
    return snapshot.papers("name", name)


def ranked(snapshot: Snapshot, query: Query, limit: int, offset: int) -> SearchResult:
    """The window of the list, without a suggestion."""
    result = Ranked(snapshot, query)
    lacking = missing(snapshot, result.clauses) if any(not len(each.papers) for each in result.found) else ()
    return SearchResult(result.window(limit, offset), result.total, result.complete, lacking)


def wanted(query: Query) -> tuple[Clause, ...]:
    """The clauses that count: common words do only when nothing else is left."""
    telling = tuple(clause for clause in query.wanted if not _common(clause))
    return telling or query.wanted


def _common(clause: Clause) -> bool:
    return isinstance(clause, Word) and fold(clause.text) in STOP_WORDS


def missing(snapshot: Snapshot, clauses: tuple[Clause, ...]) -> tuple[str, ...]:
    """The asked words that no paper has, each once."""
    return tuple(dict.fromkeys(word for clause in clauses for word in _missing(snapshot, clause)))


def _missing(snapshot: Snapshot, clause: Clause) -> Iterator[str]:
    if len(match(snapshot, clause).papers):
        return
    match clause:
        case Phrase(words):
            yield from missing(snapshot, tuple(Word(word) for word in words))
        case AllOf(parts) | AnyOf(parts):
            yield from missing(snapshot, parts)
        case Word(text):
            yield text
        case Prefix(letters):
            yield f"{letters}*"


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
