"""Pseudo-relevance feedback: where no paper stands out, what the first ones have in common is asked for too."""

import numpy as np

from search.engines.whoosh_engine.columns import Mask, Numbers, Scores
from search.engines.whoosh_engine.rows import term
from search.engines.whoosh_engine.snapshot import Match, Snapshot
from search.language.stems import stem
from search.language.words import STOP_WORDS

RIVALS = 10
TITLE_LENGTH = 8
RIVAL_SHARE = {True: 0.75, False: 0.5}
"""So many papers must come so near to the first one's score, nearer in a search of up to `TITLE_LENGTH` words, which
mostly means one paper. Where fewer do, that paper is found already and needs no help, which takes its time."""

FIRST = 20
LEAST_SHARE = 0.3
"""The papers that are read: the first ones, none with less than this part of the first one's score."""

TERMS = 30
"""How many stems are asked for."""

COMMON = 0.2
"""A stem that a greater part of the library has says nothing of these papers."""

SHARPNESS = 2
"""A paper's voice is its score to this power."""


def fed_back(snapshot: Snapshot, scores: Scores, allowed: Mask, asked: int) -> Scores:
    """The scores for a search of so many words, with those of the telling stems of the first papers added.

    After the relevance model RM3 (Abdul-Jaleel et al., "UMass at TREC 2004: Novelty and HARD", 2004), with BM25 in the
    place of the language model: a stem weighs what it scores in the first papers, without its idf.
    """
    first = _first(snapshot, scores * allowed, RIVAL_SHARE[asked <= TITLE_LENGTH])
    if first is None:
        return scores
    voices = scores[first] ** SHARPNESS
    voices /= voices.sum()
    more = np.zeros(len(scores))
    for found in _telling(snapshot, first, voices):
        places = np.minimum(found.papers.searchsorted(first), len(found.papers) - 1)
        here = found.scores[places] * (found.papers[places] == first)
        more[found.papers] += float(voices @ here) / snapshot.idf(len(found.papers)) * found.scores
    size = float(more[first].mean())
    if not size:
        return scores
    return np.asarray(scores + snapshot.weights.feedback * float(scores[first].mean()) / size * more)


def _first(snapshot: Snapshot, scores: Scores, rival_share: float) -> Numbers | None:
    """The papers to be read, best first; None where one stands out."""
    best = float(scores.max(initial=0.0))
    if best <= 0 or np.count_nonzero(scores >= rival_share * best) < RIVALS:
        return None
    near = np.flatnonzero(scores >= LEAST_SHARE * best)
    return near[np.lexsort((snapshot.order[near], -scores[near]))[:FIRST]]


def _telling(snapshot: Snapshot, first: Numbers, voices: Scores) -> list[Match]:
    """The stems that several of the papers have and most others have not, the most telling ones."""
    weights: dict[str, float] = {}
    shared: set[str] = set()
    for number, voice in zip(first.tolist(), voices.tolist(), strict=True):
        for key in _stems(snapshot, number):
            if key in weights:
                weights[key] += voice
                shared.add(key)
            else:
                weights[key] = voice
    most = COMMON * snapshot.size
    ranks = [
        (weights[key] * snapshot.idf(frequency), key)
        for key in shared
        if 0 < (frequency := snapshot.frequency("text", key)) < most
    ]
    found = (_match(snapshot, key) for _, key in sorted(ranks, reverse=True)[:TERMS])
    return [each for each in found if len(each.papers)]


def _stems(snapshot: Snapshot, number: int) -> tuple[str, ...]:
    kept = snapshot.stems.get(number)
    if kept is None:
        words = (word for word in snapshot.words(number) if len(word) > 1 and word not in STOP_WORDS)
        kept = tuple({stem(word): None for word in words if not word.isdigit()})
        snapshot.stems.put(number, kept, len(kept))
    return kept


def _match(snapshot: Snapshot, key: str) -> Match:
    kept = snapshot.extras.get(key)
    if kept is None:
        kept = term(snapshot, key)
        snapshot.extras.put(key, kept, 4 * len(kept.papers) + 64)
    return kept
