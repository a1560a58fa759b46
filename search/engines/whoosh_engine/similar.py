"""The papers most like one paper: those that share its most telling stems."""

import numpy as np

from search.engines.whoosh_engine.occurrences import PAPER_SHIFT
from search.engines.whoosh_engine.rows import term
from search.engines.whoosh_engine.snapshot import Match, Snapshot
from search.language.stems import stem
from search.language.words import STOP_WORDS
from search.models import Hit

KEY_STEMS = 25
"""How many of the paper's stems are compared: the ones with the highest frequency times idf."""

RARE_STEMS = 60
"""How many of its rarest stems are looked at to find those."""


def similar(snapshot: Snapshot, paper_id: str, limit: int) -> tuple[Hit, ...]:
    """The papers most like this one, best first, itself left out; none when the id is unknown."""
    number = snapshot.number_of.get(paper_id)
    if number is None or limit <= 0:
        return ()
    scores = np.zeros(snapshot.count)
    shared = _telling(snapshot, number)
    for weight, found in shared:
        scores[found.papers] += weight * found.scores
    scores[number] = 0.0
    papers = np.flatnonzero(scores)
    best = papers[np.lexsort((snapshot.order[papers], -scores[papers]))][:limit]
    return tuple(Hit(snapshot.ids[paper], float(scores[paper]), _stems(shared, paper)) for paper in best.tolist())


def _telling(snapshot: Snapshot, number: int) -> list[tuple[float, Match]]:
    """The stems that tell most about the paper, each with its weight here and the papers that have it."""
    stems = {stem(word) for word in snapshot.words(number) if word not in STOP_WORDS and len(word) > 1}
    shared = sorted((frequency, key) for key in stems if (frequency := snapshot.frequency("text", key)) > 1)
    found = []
    for _, key in shared[:RARE_STEMS]:
        having = term(snapshot, key)
        places = np.count_nonzero(snapshot.spans(key).begins >> PAPER_SHIFT == number)
        found.append((float(np.log1p(places)) * snapshot.idf(len(having.papers)), having))
    return sorted(found, key=lambda weighted: -weighted[0])[:KEY_STEMS]


def _stems(shared: list[tuple[float, Match]], paper: int) -> frozenset[str]:
    return frozenset(key for _, found in shared for key, papers in found.stems if np.any(papers == paper))
