"""From a query to a ranked list: complete papers first, then those that have a good part of what was asked."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from search.engines.whoosh_engine import filters
from search.engines.whoosh_engine.columns import Mask, Numbers, Scores
from search.engines.whoosh_engine.feedback import fed_back
from search.engines.whoosh_engine.matching import match, parts
from search.engines.whoosh_engine.nearness import near
from search.engines.whoosh_engine.occurrences import NO_PAPERS, inside
from search.engines.whoosh_engine.snapshot import Match, Snapshot
from search.errors import InvalidQuery
from search.language.words import STOP_WORDS, fold, squeeze
from search.models import Hit, SearchResult
from search.query import AllOf, AnyOf, Clause, Phrase, Query, Word

WHOLE_NAME = 100.0
"""What a paper adds whose name is the whole query: nothing else may come before it."""

SHORT = 4
LEAST_SHARE = 3
"""Asked for up to `SHORT` different things, a paper needs one in so many of them, rounded up."""

LEAST_SCORE = 0.1
"""In a longer question no word is that important; there a paper needs so much of the best one's score."""


class Ranked:
    """The whole list for one query, from which windows are cut. What is asked twice counts twice."""

    def __init__(self, snapshot: Snapshot, query: Query) -> None:
        self.snapshot = snapshot
        times = Counter(wanted(query))
        self.clauses = tuple(times)
        if not self.clauses and not query.filters:
            raise InvalidQuery("There is no word to search for. Type a few, for example: kv cache eviction")
        self.found: list[Match] = []
        self.scores: Scores = np.zeros(snapshot.count)
        had = np.zeros(snapshot.count, np.int64)
        for clause, count in times.items():
            had[self._add(match(snapshot, clause), count)] += 1
            for part in parts(snapshot, clause):
                self._add(part, count * snapshot.weights.part)
        self._add_pairs(query)
        allowed = _allowed(snapshot, query)
        enough = self._enough(allowed, had)
        if len(self.clauses) > SHORT and snapshot.weights.feedback:
            self.scores = fed_back(snapshot, self.scores, allowed & enough, len(self.clauses))
        named = self._add_names(query)
        had[named] = len(self.clauses)
        enough[named] = True
        self.papers: Numbers = np.flatnonzero(allowed & enough)
        self.whole: Mask = had[self.papers] >= len(self.clauses)

    def _add(self, found: Match, weight: float) -> Numbers:
        self.found.append(found)
        self.scores[found.papers] += weight * found.scores
        return found.papers

    def _enough(self, allowed: Mask, had: Numbers) -> Mask:
        """The papers that have a good part of what was asked."""
        asked = len(self.clauses)
        if asked <= SHORT:
            return np.asarray(had >= -(-asked // LEAST_SHARE))
        best = float((self.scores * allowed).max(initial=0.0))
        return np.asarray((self.scores >= max(LEAST_SCORE * best, np.finfo(float).tiny)) | (had >= asked))

    @property
    def complete(self) -> int:
        """How many papers have everything."""
        return int(np.count_nonzero(self.whole))

    def window(self, limit: int, offset: int) -> tuple[Hit, ...]:
        """The hits `[offset, offset + limit)`; equal scores stand in the order of handles."""
        chosen = self._first(offset + limit)[offset : offset + limit] if limit > 0 else self.papers[:0]
        terms = self._terms(chosen)
        ids = self.snapshot.ids
        return tuple(
            Hit(ids[number], float(self.scores[number]), frozenset(found))
            for number, found in zip(chosen.tolist(), terms, strict=True)
        )

    def _first(self, count: int) -> Numbers:
        scores = self.scores[self.papers]
        papers, whole = self.papers, self.whole
        if count < len(papers):
            ranks = scores + whole * (float(scores.max()) + 1.0)
            enough = ranks >= np.partition(ranks, len(ranks) - count)[len(ranks) - count]
            papers, whole, scores = papers[enough], whole[enough], scores[enough]
        return papers[np.lexsort((self.snapshot.order[papers], -scores, ~whole))]

    def _terms(self, chosen: Numbers) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in chosen]
        for each in self.found:
            for stem, papers in each.stems:
                for place in inside(chosen, papers).nonzero()[0].tolist():
                    found[place].add(stem)
        return found

    def _add_pairs(self, query: Query) -> None:
        counting = set(self.clauses)
        for before, after in zip(query.wanted, query.wanted[1:], strict=False):
            if isinstance(before, Word) and isinstance(after, Word) and {before, after} <= counting:
                pair = near(self.snapshot, before, after)
                self.scores[pair.papers] += self.snapshot.weights.pair * pair.scores

    def _add_names(self, query: Query) -> Numbers:
        if not query.wanted or not all(isinstance(clause, Word) for clause in query.wanted):
            return NO_PAPERS
        name = squeeze("".join(clause.text for clause in query.wanted if isinstance(clause, Word)))
        named = self.snapshot.named("name", name)
        self.scores[named] += WHOLE_NAME
        return named


def ranked(snapshot: Snapshot, query: Query, limit: int, offset: int) -> SearchResult:
    """The window of the list, without a suggestion."""
    result = Ranked(snapshot, query)
    lacking = missing(snapshot, result.clauses)
    return SearchResult(result.window(limit, offset), len(result.papers), result.complete, lacking)


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
    if isinstance(clause, Phrase):
        yield from missing(snapshot, tuple(Word(word) for word in clause.words))
    elif isinstance(clause, AllOf):
        yield from missing(snapshot, clause.parts)
    elif not len(match(snapshot, clause).papers):
        if isinstance(clause, AnyOf):
            yield from missing(snapshot, clause.options)
        else:
            yield clause.text if isinstance(clause, Word) else f"{clause.letters}*"


def _allowed(snapshot: Snapshot, query: Query) -> Mask:
    mask = filters.allowed(snapshot, query.filters)
    if query.excluded:
        mask = mask.copy()
        for clause in query.excluded:
            mask[match(snapshot, clause).papers] = False
    return mask
