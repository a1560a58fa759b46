"""Did you mean: the query with its unknown words replaced by words of the library that are a slip or two away."""

import re
from dataclasses import replace

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from search.engines.whoosh_engine.document import SPELT
from search.engines.whoosh_engine.inverting import LETTER_BITS, signs, spelt
from search.engines.whoosh_engine.scoring import Scored
from search.engines.whoosh_engine.snapshot import Snapshot
from search.language.words import fold
from search.models import SearchResult
from search.query import AllOf, AnyOf, Clause, Phrase, Query, Word

SHORT = 5
"""Words up to this long may have one slip (a letter changed, left out, added, or two swapped), longer ones two."""

SHORTEST = 4
SWAPPED = 3
"""In words of so many letters only a swap is taken for a slip: `rca` for `rac`."""
CANDIDATES = 40

LETTERS = np.uint32((1 << LETTER_BITS) - 1)
MOST = (1 << 32) - 1

MOST_SLIPS = 4
"""With more unknown words than that the query is in another language or no query at all, and each takes its time."""


def suggestion(snapshot: Snapshot, query: Query, result: SearchResult) -> str | None:
    """The whole query with its missing words corrected; None when a word cannot be corrected or nothing is complete."""
    if len(result.missing) > MOST_SLIPS:
        return None
    known = {word: _correction(snapshot, word) for word in result.missing}
    corrections = {word: better for word, better in known.items() if better is not None}
    if not corrections or len(corrections) < len(known):
        return None
    wanted = tuple(_corrected(clause, corrections) for clause in query.wanted)
    if not Scored(snapshot, replace(query, wanted=wanted)).complete:
        return None
    text = query.typed
    for word, better in corrections.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", better, text)
    return text if text != query.typed else None


def _correction(snapshot: Snapshot, typed: str) -> str | None:
    """The likeliest whole word: fewest slips, the same first letter, then the one that most papers have."""
    word = fold(typed)
    if len(word) < SWAPPED or not word.isalpha():
        return None
    for slips in (1,) if len(word) <= SHORT else (1, 2):
        near = extract(
            word, _spelt_alike(snapshot, word, slips), scorer=OSA.distance, score_cutoff=slips, limit=CANDIDATES
        )
        ranks = [
            (distance, found[0] != word[0], -_papers(snapshot, found), found)
            for found, distance, _ in near
            if len(word) >= SHORTEST or sorted(found) == sorted(word)
        ]
        if any(rank[2] for rank in ranks):
            return min(rank for rank in ranks if rank[2])[3]
    return None


def _spelt_alike(snapshot: Snapshot, word: str, slips: int) -> list[str]:
    """The words of texts, authors, venues and names that have nearly the same letters: a slip changes the length by one
    and takes or brings a letter, or both. Few words are left, and only those are compared letter by letter."""
    own = signs(*spelt([word.encode()]))
    length = int(own[0]) >> LETTER_BITS
    shortest, longest = (max(length - slips, 1) << LETTER_BITS), (length + slips + 1 << LETTER_BITS) - 1
    found: set[bytes] = set()
    for segment in snapshot.segments:
        for field in SPELT:
            known = segment.columns.arrays[f"{field}.signs"]
            near = np.flatnonzero((known >= shortest) & (known <= min(longest, MOST)))
            near = near[np.bitwise_count((known[near] ^ own) & LETTERS) <= 2 * slips]
            found.update(map(segment.fields[field].terms.__getitem__, near.tolist()))
    return [term.decode() for term in sorted(found)]


def _papers(snapshot: Snapshot, word: str) -> int:
    """How many papers have the very word."""
    having = len(snapshot.papers("word", word))
    return having or len(np.union1d(snapshot.papers("about", word), snapshot.papers("name", word)))


def _corrected(clause: Clause, corrections: dict[str, str]) -> Clause:
    match clause:
        case Word(text):
            return Word(corrections.get(text, text))
        case Phrase(words):
            return Phrase(tuple(corrections.get(word, word) for word in words))
        case AnyOf(parts):
            return AnyOf(tuple(_corrected(part, corrections) for part in parts))
        case AllOf(parts):
            return AllOf(tuple(_corrected(part, corrections) for part in parts))
    return clause
