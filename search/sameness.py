"""When two abstracts are the same text, and how alike two different ones are."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise

from rapidfuzz import fuzz

SIMILAR = 70.0
"""Percent of equal letters (rapidfuzz's indel ratio) from which on a text is taken for an edited form of another."""
COMPARED = 5_000
"""Characters of an abstract that are compared; more says nothing new and takes long."""
COMMON = 50
"""A pair of words that this many texts share says nothing about which of them are alike."""
CANDIDATES = 8
SHORTEST_PIECE = 100
"""Letters from which on a piece of an abstract is known as its own."""
NEARLY = 90.0
"""Percent of equal letters from which on a piece is one with small edits."""
BESIDE_LETTERS = re.compile(r"[\W_]+")
ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
WORD = re.compile(r"\w+")


def letters(text: str) -> str:
    """Letters and digits only, without case and accents: equal for texts that only punctuation and spaces part."""
    if text.isascii():
        return text.lower().encode().translate(None, ASCII_SIGNS).decode()
    return BESIDE_LETTERS.sub("", unicodedata.normalize("NFKD", text).casefold())


def fingerprint(abstract: str) -> str:
    """Equal for two abstracts when they are the same but for case, accents, white space and punctuation."""
    known_by = letters(abstract) or abstract.strip()
    return blake2b(known_by.encode("utf-8", "replace"), digest_size=16).hexdigest()


def alike(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[float, int, int]]:
    """Pairs that are similar enough, as (percent, place in `old`, place in `new`), in no particular order.

    Only texts that share a rare pair of words are compared letter by letter, so thousands of texts take seconds.
    """
    if not old:
        return
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, text in enumerate(old):
        for pair in _pairs(text):
            holders[pair].append(place)
    for place, text in enumerate(new):
        shared = Counter(
            holder for pair in _pairs(text) if len(holders.get(pair, ())) <= COMMON for holder in holders.get(pair, ())
        )
        for candidate, _ in shared.most_common(CANDIDATES):
            score = fuzz.ratio(old[candidate][:COMPARED], text[:COMPARED], score_cutoff=SIMILAR)
            if score >= SIMILAR:
                yield score, candidate, place


def _pairs(text: str) -> set[tuple[str, str]]:
    words = WORD.findall(text[:COMPARED].casefold())
    return set(pairwise(words))


def holds(abstract: str, text: str) -> bool:
    """Whether the text is this abstract, a good piece of it, or a longer text with all of it, small edits allowed."""
    known, asked = letters(abstract)[:COMPARED], letters(text)[:COMPARED]
    short, long = sorted((known, asked), key=len)
    return len(short) >= SHORTEST_PIECE and (short in long or fuzz.partial_ratio(short, long) >= NEARLY)
