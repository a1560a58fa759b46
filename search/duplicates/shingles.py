"""Abstracts as sets of three words in a row, so that how much two of them share can be counted."""

import re
import unicodedata
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from search.language.characters import plain_characters
from search.language.clean import clean
from search.language.hyphens import whole_words

Shingles = NDArray[np.uint64]
"""Numbers that stand for three words in a row, each once, in rising order."""

TELLING = 15
"""Shingles; fewer are a phrase like `No abstract is given`, which many papers share."""
LONGEST = 20_000
"""Characters of an abstract that are looked at."""
# A sign of these scripts is a word of its own, as nothing parts words there.
WORD = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]|[^\\W_]+")
PLAIN_WORD = re.compile(rb"[a-z0-9]+")
MARKS = ("\\", "$", "{", "}", "&", "<", "**")
"""Without any of these nothing has to be made readable."""
HEADING = re.compile(r"\s*abstract\s*[.:—–-]\s*", re.IGNORECASE)
FIRST, SECOND, THIRD = (np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))
SHIFT = np.uint64(29)


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many shingles two abstracts share, and how many each of them has."""

    shared: int
    first: int
    second: int

    @property
    def telling(self) -> bool:
        """Whether both abstracts are long enough to be compared."""
        return min(self.first, self.second) >= TELLING

    @property
    def likeness(self) -> float:
        """The shared part of all; 0 where there is too little to compare."""
        return self.shared / (self.first + self.second - self.shared) if self.telling else 0.0

    @property
    def within(self) -> float:
        """The part of the shorter one that stands in the longer; 0 where there is too little to compare."""
        return self.shared / min(self.first, self.second) if self.telling else 0.0


def shingles(abstract: str) -> Shingles:
    """The same for texts that LaTeX, ligatures, accents, broken lines, case and punctuation part."""
    words = _words(abstract[:LONGEST])
    if len(words) < 3:
        return np.zeros(0, dtype=np.uint64)
    codes = np.fromiter(map(crc32, words), dtype=np.uint64, count=len(words))
    mixed = codes[:-2] * FIRST + codes[1:-1] * SECOND + codes[2:] * THIRD
    mixed ^= mixed >> SHIFT
    mixed *= FIRST
    return np.unique(mixed ^ (mixed >> SHIFT))


def overlap_of(one: Shingles, other: Shingles) -> Overlap:
    """The overlap of two abstracts."""
    return Overlap(len(np.intersect1d(one, other, assume_unique=True)), len(one), len(other))


def _words(text: str) -> list[bytes]:
    plain = clean(text) if any(mark in text for mark in MARKS) else whole_words(plain_characters(text))
    if match := HEADING.match(plain):
        plain = plain[match.end() :]
    if not plain.isascii():
        plain = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
    if plain.isascii():
        return PLAIN_WORD.findall(plain.lower().encode())
    return [word.encode("utf-8", "replace") for word in WORD.findall(plain.casefold())]
