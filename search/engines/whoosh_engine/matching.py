"""Which papers match a clause of the query, and how well."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice

import numpy as np

from search.engines.whoosh_engine.columns import Numbers, Postings, Scores
from search.engines.whoosh_engine.schema import FORM_MASK, form
from search.engines.whoosh_engine.snapshot import (
    NO_MATCH,
    NO_PAPERS,
    PAPER_SHIFT,
    Match,
    Snapshot,
    Spans,
    inside,
    per_paper,
    weights,
)
from search.language.stems import stem
from search.language.words import WRITTEN, Written, squeeze, written
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Word

EXACT_BONUS = 0.1
"""What a word adds, in parts of its idf, where the paper has the very form that was typed."""

NAME_BONUS = 1.0
"""What a word adds, in parts of its idf, to the paper that is named so; to be named by the whole query adds more."""

ABOUT_WEIGHT = 0.5
"""What a word is worth, in parts of its idf, as an author, venue or year."""

MOST_EXPANSIONS = 2000
"""A prefix stands for at most this many words, the alphabet's first."""


def match(snapshot: Snapshot, clause: Clause) -> Match:
    """The papers that match the clause. What was worked out is kept with the snapshot."""
    kept = snapshot.matches.get(clause)
    if kept is None:
        kept = _match(snapshot, clause)
        snapshot.matches.put(clause, kept, 4 * len(kept.papers) + 64)
    return kept


def _match(snapshot: Snapshot, clause: Clause) -> Match:
    match clause:
        case Word(text):
            return _word(snapshot, text)
        case Phrase(words):
            return in_a_row(snapshot, words)
        case Prefix(letters):
            return _prefix(snapshot, squeeze(letters))
        case AnyOf(options):
            return _any_of(snapshot.count, [match(snapshot, option) for option in options])
        case AllOf(parts):
            return _all_of([match(snapshot, part) for part in parts])


def _word(snapshot: Snapshot, text: str) -> Match:
    found = in_a_row(snapshot, (text,))
    written_as = readings(text)
    simple = len(written_as) == 1 and len(written_as[0].readings) == 1
    if simple and len(found.papers):
        found = _with_exact(snapshot, found, written_as[0].readings[0].exact)
    extras = [(snapshot.named("name", squeeze(text)), NAME_BONUS)]
    if simple:
        extras.append((snapshot.named("about", written_as[0].readings[0].exact), ABOUT_WEIGHT))
    for papers, share in extras:
        if len(papers):
            found = _any_of(
                snapshot.count, [found, Match(papers, np.full(len(papers), share * snapshot.idf(len(papers))))]
            )
    return found


def _with_exact(snapshot: Snapshot, found: Match, exact: str) -> Match:
    same = exact_papers(snapshot, exact)
    scores = found.scores + EXACT_BONUS * snapshot.idf(len(found.papers)) * inside(found.papers, same)
    return Match(found.papers, scores, found.stems)


def exact_papers(snapshot: Snapshot, word: str) -> Numbers:
    """The papers with this very form of the folded word."""
    key = stem(word)
    postings = snapshot.postings("text", key)
    if not len(postings.papers):
        return postings.papers
    as_written = (postings.places & FORM_MASK) == form(word, key)
    return postings.papers[np.logical_or.reduceat(as_written, _firsts(postings))]


def _firsts(postings: Postings) -> Numbers:
    """Where the places of each paper begin."""
    return np.asarray(postings.counts.cumsum() - postings.counts)


def readings(text: str) -> list[Written]:
    """The words of a typed word, which is one unless punctuation is inside."""
    return [written(word) for word in WRITTEN.findall(text)]


def in_a_row(snapshot: Snapshot, words: Iterable[str]) -> Match:
    """The papers where these words stand one after the other, compounds in any of their readings."""
    parts = [part for word in words for part in readings(word)]
    asked = [reading for part in parts for reading in part.readings if not reading.bare]
    if len(asked) == 1:
        return term(snapshot, asked[0].stem)
    found = _walk(snapshot, parts)
    papers, sums = per_paper(found.begins >> PAPER_SHIFT, found.weights)
    stems = tuple((reading.stem, papers) for reading in asked)
    return Match(papers, snapshot.bm25(papers, sums), stems) if len(papers) else NO_MATCH


def term(snapshot: Snapshot, key: str) -> Match:
    """The papers that have the stem, by BM25."""
    postings = snapshot.postings("text", key)
    if not len(postings.papers):
        return NO_MATCH
    sums = np.add.reduceat(weights(postings.places), _firsts(postings))
    return Match(postings.papers, snapshot.bm25(postings.papers, sums), ((key, postings.papers),))


def _walk(snapshot: Snapshot, parts: list[Written]) -> Spans:
    """All ways through the words from the first position to the last; each reading is a step of such a way."""
    ways: dict[int, list[Spans]] = {}
    for first, last, key in _steps(parts):
        here = snapshot.spans(key)
        reached = here if first == 0 else _joined(_union(ways.get(first, [])), here)
        if len(reached.begins):
            ways.setdefault(last, []).append(reached)
    return _union(ways.get(sum(part.width for part in parts), []))


def _steps(parts: list[Written]) -> list[tuple[int, int, str]]:
    """From which position to which each reading leads, in the order of the positions."""
    offsets = accumulate((part.width for part in parts), initial=0)
    return sorted(
        (offset + reading.first, offset + reading.first + reading.span, reading.stem)
        for offset, part in zip(offsets, parts, strict=False)
        for reading in part.readings
        if not reading.bare
    )


def _joined(before: Spans, after: Spans) -> Spans:
    """The ways that go on: those of `before` that end where one of `after` begins."""
    if not len(before.begins) or not len(after.begins):
        return Spans(NO_PAPERS, NO_PAPERS, np.zeros(0))
    places = np.minimum(np.searchsorted(after.begins, before.ends), len(after.begins) - 1)
    going_on = after.begins[places] == before.ends
    return Spans(before.begins[going_on], after.ends[places[going_on]], before.weights[going_on])


def _union(ways: list[Spans]) -> Spans:
    """The ways of several readings as one, each beginning once."""
    if len(ways) == 1:
        return ways[0]
    if not ways:
        return Spans(NO_PAPERS, NO_PAPERS, np.zeros(0))
    begins, firsts = np.unique(np.concatenate([way.begins for way in ways]), return_index=True)
    ends = np.concatenate([way.ends for way in ways])
    return Spans(begins, ends[firsts], np.concatenate([way.weights for way in ways])[firsts])


def _prefix(snapshot: Snapshot, letters: str) -> Match:
    found = [(key, papers) for key, papers in _expansions(snapshot, letters) if len(papers)]
    if not found:
        return NO_MATCH
    counts = np.bincount(np.concatenate([papers for _, papers in found]), minlength=snapshot.count)
    papers = np.flatnonzero(counts)
    return Match(papers, snapshot.bm25(papers, counts[papers].astype(np.float64)), tuple(found))


def _expansions(snapshot: Snapshot, letters: str) -> Iterator[tuple[str, Numbers]]:
    """The words that begin so: their stems, and the papers that have these very forms."""
    words = snapshot.vocabulary
    first = bisect_left(words, letters)
    for word in islice(words, first, first + MOST_EXPANSIONS):
        if not word.startswith(letters):
            break
        yield stem(word), exact_papers(snapshot, word)


def _any_of(count: int, options: list[Match]) -> Match:
    """Papers of any option, with the sum of their scores."""
    scores = np.zeros(count)
    present = np.zeros(count, bool)
    for option in options:
        scores[option.papers] += option.scores
        present[option.papers] = True
    papers = np.flatnonzero(present)
    return Match(papers, scores[papers], tuple(found for option in options for found in option.stems))


def _all_of(parts: list[Match]) -> Match:
    """Papers of every part, with the sum of their scores."""
    papers = parts[0].papers
    for part in parts[1:]:
        papers = papers[inside(papers, part.papers)]
    scores: Scores = np.zeros(len(papers))
    for part in parts:
        scores += part.scores[np.searchsorted(part.papers, papers)]
    return Match(papers, scores, tuple(found for part in parts for found in part.stems))
