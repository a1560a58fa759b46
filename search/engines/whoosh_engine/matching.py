"""Which papers match a clause of the query, and how well."""

from dataclasses import replace

import numpy as np

from search.engines.whoosh_engine.columns import Impacts, Numbers
from search.engines.whoosh_engine.match import NO_MATCH, Match
from search.engines.whoosh_engine.rows import in_a_row, readings, term
from search.engines.whoosh_engine.rowsets import inside
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import STOP_WORDS, squeeze
from search.query import AllOf, AnyOf, Clause, Phrase, Prefix, Word


def match(snapshot: Snapshot, clause: Clause) -> Match:
    """The papers that match the clause. What was worked out is kept with the snapshot."""
    kept = snapshot.kept.matches.get(clause)
    if kept is None:
        kept = _match(snapshot, clause)
        snapshot.kept.matches.put(clause, kept, len(kept.papers) + 64)
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
    written_as = readings(text)
    simple = len(written_as) == 1 and len(written_as[0].readings) == 1
    if simple:
        found = term(snapshot, written_as[0].readings[0].stem)
    else:
        found = in_a_row(snapshot, (text,))
        found = replace(found, scores=np.float32(snapshot.weights.compound) * found.scores)
    extras = [(snapshot.papers("name", squeeze(text)), snapshot.weights.name)]
    if simple:
        extras.append((snapshot.papers("about", written_as[0].readings[0].exact), snapshot.weights.about))
    for papers, share in extras:
        if len(papers):
            found = _joined(*_with(found, papers, share * snapshot.idf(len(papers))), [found])
            stems = tuple((part.readings[0].stem, papers) for part in written_as)
            found = replace(found, stems=found.stems + stems)
    return found


def _with(found: Match, papers: Numbers, score: float) -> tuple[Numbers, Impacts]:
    """The papers and scores of the match and of a few more papers, which get this score."""
    places = found.papers.searchsorted(papers)
    there = inside(papers, found.papers)
    scores = found.scores.copy()
    scores[places[there]] += np.float32(score)
    if there.all():
        return found.papers, scores
    new = places[~there]
    return np.insert(found.papers, new, papers[~there]), np.insert(scores, new, np.float32(score))


def parts(snapshot: Snapshot, clause: Clause) -> list[Match]:
    """The papers that have the single parts of a compound, wherever they stand; none for any other clause."""
    found = [reading for part in readings(clause.text) for reading in part.readings] if isinstance(clause, Word) else []
    if len(found) < 2:
        return []
    telling = (reading.exact for reading in found if reading.span == 1 and not reading.bare and len(reading.exact) > 1)
    return [match(snapshot, Word(part)) for part in telling if part not in STOP_WORDS]


def _prefix(snapshot: Snapshot, letters: str) -> Match:
    """The papers with words that begin so, by how many such words each has. The lists of these words are neighbours."""
    counts: list[Numbers] = []
    for part in snapshot.parts:
        words = part.segment.fields["word"]
        asked = words.terms.beginning(letters.encode())
        papers = words.papers[words.firsts[asked.start] : words.firsts[asked.stop]]
        counts.append(np.bincount(papers, minlength=part.segment.size))
    having = counts[0] if len(counts) == 1 else np.concatenate([np.zeros(0, np.int64), *counts])
    if any(part.holey for part in snapshot.parts):
        having = having * snapshot.live
    papers = (having > 0).nonzero()[0]
    scores = snapshot.bm25(papers, having.take(papers).astype(np.float32))
    return Match(papers, scores, prefixes=(letters,)) if len(papers) else NO_MATCH


def _any_of(count: int, options: list[Match]) -> Match:
    """Papers of any option, with the sum of their scores."""
    scores = np.zeros(count, np.float32)
    present = np.zeros(count, bool)
    for option in options:
        papers = option.papers.astype(np.intp)
        scores[papers] += option.scores
        present[papers] = True
    papers = np.flatnonzero(present)
    return _joined(papers, scores[papers], options)


def _all_of(parts: list[Match]) -> Match:
    """Papers of every part, with the sum of their scores."""
    papers = parts[0].papers
    for part in parts[1:]:
        papers = papers[inside(papers, part.papers)]
    scores = np.zeros(len(papers), np.float32)
    for part in parts:
        scores += part.scores[np.searchsorted(part.papers, papers)]
    return _joined(papers, scores, parts)


def _joined(papers: Numbers, scores: Impacts, parts: list[Match]) -> Match:
    stems = tuple(found for part in parts for found in part.stems)
    return Match(papers, scores, stems, tuple(prefix for part in parts for prefix in part.prefixes))
