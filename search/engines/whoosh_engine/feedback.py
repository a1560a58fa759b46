"""Pseudo-relevance feedback: where no paper stands out, what the first ones have in common is asked for too."""

from heapq import nlargest

import numpy as np

from search.engines.whoosh_engine.columns import Numbers, Scores
from search.engines.whoosh_engine.occurrences import impacts
from search.engines.whoosh_engine.selecting import in_order
from search.engines.whoosh_engine.snapshot import Snapshot
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


def fed_back(snapshot: Snapshot, papers: Numbers, scores: Scores, asked: int) -> Scores:
    """What the telling stems of the first papers add to the scores of these, in a search of so many words.

    After the relevance model RM3 (Abdul-Jaleel et al., "UMass at TREC 2004: Novelty and HARD", 2004), with BM25 in the
    place of the language model: a stem weighs what it scores in the first papers, without its idf.
    """
    first = _first(snapshot, papers, scores, RIVAL_SHARE[asked <= TITLE_LENGTH])
    telling = [] if first is None else _telling(snapshot, papers[first].tolist(), _voices(scores[first]))
    if first is None or not telling:
        return np.zeros(len(papers))
    here = impacts(snapshot, [stem for stem, _ in telling], papers)
    more = (here[:, first] @ _voices(scores[first]) * [idf for _, idf in telling]) @ here
    size = float(more[first].mean())
    return np.asarray(snapshot.weights.feedback * float(scores[first].mean()) / size * more) if size else more


def _voices(scores: Scores) -> Scores:
    voices = scores**SHARPNESS
    return np.asarray(voices / voices.sum())


def _first(snapshot: Snapshot, papers: Numbers, scores: Scores, rival_share: float) -> Numbers | None:
    """Which of the papers are to be read, best first; None where one stands out."""
    best = float(scores.max(initial=0.0))
    if best <= 0 or np.count_nonzero(scores >= rival_share * best) < RIVALS:
        return None
    near = np.flatnonzero(scores >= LEAST_SHARE * best)
    return near[in_order(snapshot, papers[near], scores[near], np.ones(len(near), bool))[:FIRST]]


def _telling(snapshot: Snapshot, first: list[int], voices: Scores) -> list[tuple[str, float]]:
    """The stems that several of the papers have and most others have not, the most telling ones, each with its idf."""
    sums: dict[str, float] = {}
    shared: set[str] = set()
    for number, voice in zip(first, voices.tolist(), strict=True):
        for key in _stems(snapshot, number):
            if key in sums:
                sums[key] += voice
                shared.add(key)
            else:
                sums[key] = voice
    most = COMMON * snapshot.size
    known = {key: frequency for key in shared if 0 < (frequency := snapshot.frequency(key)) < most}
    ranks = [(sums[key] * (idf := snapshot.idf(frequency)), key, idf) for key, frequency in known.items()]
    return [(key, idf) for _, key, idf in nlargest(TERMS, ranks)]


def _stems(snapshot: Snapshot, number: int) -> tuple[str, ...]:
    kept = snapshot.kept.stems.get(number)
    if kept is None:
        words = (word for word in snapshot.words(number) if len(word) > 1 and word not in STOP_WORDS)
        kept = tuple({stem(word): None for word in words if not word.isdigit()})
        snapshot.kept.stems.put(number, kept, len(kept))
    return kept
