"""Which papers match a clause of the query, and how well."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers, Postings, Scores
from search.engines.whoosh_engine.occurrences import inside
from search.engines.whoosh_engine.rows import firsts_of, in_a_row, readings
from search.engines.whoosh_engine.schema import FORM_MASK, form
from search.engines.whoosh_engine.snapshot import NO_MATCH, Match, Snapshot
from search.language.stems import stem
from search.language.words import STOP_WORDS, squeeze
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Word

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
    if not simple:
        found = replace(found, scores=snapshot.weights.compound * found.scores)
    elif len(found.papers):
        found = _with_exact(snapshot, found, written_as[0].readings[0].exact)
    extras = [(snapshot.named("name", squeeze(text)), snapshot.weights.name)]
    if simple:
        extras.append((snapshot.named("about", written_as[0].readings[0].exact), snapshot.weights.about))
    stems = [part.readings[0].stem for part in written_as]
    for papers, share in extras:
        if len(papers):
            scores = np.full(len(papers), share * snapshot.idf(len(papers)))
            found = _any_of(snapshot.count, [found, Match(papers, scores, tuple((key, papers) for key in stems))])
    return found


def parts(snapshot: Snapshot, clause: Clause) -> list[Match]:
    """The papers that have the single parts of a compound, wherever they stand; none for any other clause."""
    found = [reading for part in readings(clause.text) for reading in part.readings] if isinstance(clause, Word) else []
    if len(found) < 2:
        return []
    telling = (reading.exact for reading in found if reading.span == 1 and not reading.bare and len(reading.exact) > 1)
    return [match(snapshot, Word(part)) for part in telling if part not in STOP_WORDS]


def _with_exact(snapshot: Snapshot, found: Match, exact: str) -> Match:
    """`found` are the papers of the word's stem."""
    bonus = snapshot.weights.exact * snapshot.idf(len(found.papers))
    return replace(found, scores=found.scores + bonus * _as_written(snapshot, exact)[1])


def exact_papers(snapshot: Snapshot, word: str) -> Numbers:
    """The papers with this very form of the folded word."""
    postings, same = _as_written(snapshot, word)
    return postings.papers[same]


def _as_written(snapshot: Snapshot, word: str) -> tuple[Postings, Mask]:
    """Where the word's stem is, and which of those papers have this very form of it."""
    key = stem(word)
    postings = snapshot.postings("text", key)
    if not len(postings.papers):
        return postings, np.zeros(0, bool)
    same = (postings.places & FORM_MASK) == form(word, key)
    return postings, np.logical_or.reduceat(same, firsts_of(postings))


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
