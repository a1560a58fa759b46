"""From a query to a ranked list: complete papers first, then those that have a good part of what was asked."""

from collections.abc import Iterator

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers, Scores
from search.engines.whoosh_engine.filters import allowed
from search.engines.whoosh_engine.matching import match
from search.engines.whoosh_engine.occurrences import inside
from search.engines.whoosh_engine.rows import in_a_row, readings
from search.engines.whoosh_engine.snapshot import NO_MATCH, Match, Snapshot
from search.errors import InvalidQuery
from search.language.words import STOP_WORDS, fold, squeeze
from search.models import Hit, SearchResult
from search.query import AllOf, AnyOf, Clause, Phrase, Query, Word

PAIR_WEIGHT = 0.2
"""What two neighbouring words of the query count when they are neighbours in the paper too (measured: .023 MRR)."""

WHOLE_NAME = 100.0
"""What a paper adds whose name is the whole query: nothing else may come before it."""

LEAST_SHARE = 3
"""A paper needs one in so many of the wanted clauses, rounded up."""


class Ranked:
    """The whole list for one query, from which windows are cut."""

    def __init__(self, snapshot: Snapshot, query: Query) -> None:
        self.snapshot = snapshot
        self.clauses = wanted(query)
        if not self.clauses and not query.filters:
            raise InvalidQuery("There is no word to search for. Type a few, for example: kv cache eviction")
        self.found = [match(snapshot, clause) for clause in self.clauses]
        self.scores: Scores = np.zeros(snapshot.count)
        had = np.zeros(snapshot.count, np.int64)
        for each in self.found:
            self.scores[each.papers] += each.scores
            had[each.papers] += 1
        self._add_pairs(query)
        self._add_names(query, had)
        candidates = _allowed(snapshot, query) & (had >= -(-len(self.clauses) // LEAST_SHARE))
        self.papers: Numbers = np.flatnonzero(candidates)
        self.whole: Mask = had[self.papers] >= len(self.clauses)

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
                pair = _pair(self.snapshot, before, after)
                self.scores[pair.papers] += PAIR_WEIGHT * pair.scores

    def _add_names(self, query: Query, had: Numbers) -> None:
        if query.wanted and all(isinstance(clause, Word) for clause in query.wanted):
            name = squeeze("".join(clause.text for clause in query.wanted if isinstance(clause, Word)))
            named = self.snapshot.named("name", name)
            self.scores[named] += WHOLE_NAME
            had[named] = len(self.clauses)


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
    mask = allowed(snapshot, query.filters)
    if query.excluded:
        mask = mask.copy()
        for clause in query.excluded:
            mask[match(snapshot, clause).papers] = False
    return mask


def _pair(snapshot: Snapshot, before: Word, after: Word) -> Match:
    key = (before, after)
    kept = snapshot.matches.get(key)
    if kept is None:
        words = (before.text, after.text)
        known = all(len(match(snapshot, word).papers) for word in key) and all(readings(word) for word in words)
        kept = in_a_row(snapshot, words) if known else NO_MATCH
        snapshot.matches.put(key, kept, 2 * len(kept.papers) + 64)
    return kept
