"""Places in an abstract by which copies of it find each other among many: what follows each rare letter."""

import re
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from search.sameness import letters

Anchors = NDArray[np.uint32]
"""Numbers that stand for the places, in rising order, each once."""

# The text itself decides where its anchors are, so an edit changes those it touches and no others. One letter in fifty
# is one of these; the upper bytes choose as many signs of other scripts. That is some twenty places in an abstract.
PLACE = re.compile(rb"(?=([bjqxz\x81\x8d\x99\xa5\xb1\xbd].{15}))", re.DOTALL)
LONGEST = 20_000
"""Characters of an abstract that are looked at."""


def anchors(abstract: str) -> Anchors:
    """The anchors of an abstract; case, accents, spaces and punctuation make no difference."""
    text = letters(abstract[:LONGEST]).encode("utf-8", "replace")
    return np.unique(np.fromiter(map(crc32, PLACE.findall(text)), dtype=np.uint32))
