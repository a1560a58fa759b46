"""The papers most like one paper: those that share a good part of its most telling stems."""

from typing import NamedTuple

import numpy as np

from search.engines.whoosh_engine.columns import Numbers
from search.engines.whoosh_engine.occurrences import occurring
from search.engines.whoosh_engine.rows import term
from search.engines.whoosh_engine.rowsets import inside
from search.engines.whoosh_engine.schema import SPAN_MASK, SPAN_SHIFT
from search.engines.whoosh_engine.selecting import in_order
from search.engines.whoosh_engine.snapshot import Match, Snapshot
from search.language.prose import PROSE
from search.language.stems import stem
from search.models import Hit

KEY_STEMS = 25
"""How many of the paper's stems are compared: the ones with the highest frequency times idf."""

RARE_STEMS = 60
"""How many of its rarest stems are looked at to find those."""

SHARED_WORDS = 2
"""A paper that shares fewer of those words is on another topic; a compound and its parts are one word."""

OF_ITSELF = 0.1
"""The least score, in parts of what the paper scores with itself. Of neighbours among 57 papers on many topics nearly
all below it were on another topic; the five nearest of 22,000 papers lie above 0.14."""

OF_THE_NEAREST = 1 / 3
"""The least score, in parts of the nearest paper's: what comes after a gap is a tail that nobody asked for."""


class _Key(NamedTuple):
    """A stem of the paper: what it weighs there, the papers that have it, and whether it is more than the whole of a
    compound whose parts count already."""

    weight: float
    match: Match
    counts: bool


def similar(snapshot: Snapshot, paper_id: str, limit: int) -> tuple[Hit, ...]:
    """The papers most like this one, best first, itself and unlike ones left out; none when the id is unknown."""
    number = snapshot.number_of(paper_id)
    if number is None or limit <= 0:
        return ()
    scores = np.zeros(snapshot.count, np.float32)
    words = np.zeros(snapshot.count, np.int64)
    keys = _telling(snapshot, number)
    for key in keys:
        scores[key.match.papers] += key.weight * key.match.scores
        words[key.match.papers] += key.counts
    own, scores[number] = float(scores[number]), 0.0
    scores[words < SHARED_WORDS] = 0.0
    least = max(OF_ITSELF * own, OF_THE_NEAREST * float(scores.max(initial=0.0)))
    papers: Numbers = np.flatnonzero(scores * (scores >= least))
    best = papers[in_order(snapshot, papers, scores[papers].astype(np.float64), np.ones(len(papers), bool))][:limit]
    hits = zip(best.tolist(), _stems(keys, best), strict=True)
    return tuple(Hit(snapshot.handle(paper), float(scores[paper]), stems) for paper, stems in hits)


def _telling(snapshot: Snapshot, number: int) -> list[_Key]:
    """The stems that tell most about the paper, those that abstracts on any topic have left out."""
    stems = {stem(word) for word in snapshot.words(number) if word not in PROSE and _tells(word)} - PROSE
    shared = sorted((frequency, key) for key in stems if (frequency := snapshot.frequency(key)) > 1)[:RARE_STEMS]
    found = occurring(snapshot, [key for _, key in shared], np.array([number]))
    often = np.bincount(found.stems, minlength=len(shared)).tolist()
    weights = [float(np.log1p(count)) * snapshot.idf(each[0]) for count, each in zip(often, shared, strict=True)]
    most = sorted(range(len(shared)), key=lambda place: -weights[place])[:KEY_STEMS]
    single = (found.places >> SPAN_SHIFT & SPAN_MASK) == 1
    parts = np.bincount(found.stems[single], minlength=len(shared))
    return [_Key(weights[place], term(snapshot, shared[place][1]), bool(parts[place])) for place in most]


def _tells(word: str) -> bool:
    return len(word) > 1 and any(map(str.isalpha, word))


def _stems(keys: list[_Key], papers: Numbers) -> list[frozenset[str]]:
    """Which of the stems each of these papers has."""
    having = [(name, inside(papers, have)) for key in keys for name, have in key.match.stems]
    return [frozenset(name for name, has in having if has[place]) for place in range(len(papers))]
