"""Plain text: a heading line, then one abstract a paragraph."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, takewhile

from search.models import Paper
from search.reading import Item, Problem
from search.record import writable

SUFFIXES = (".txt",)
HEADING_LIMIT = 150
"""Characters; a longer first paragraph is an abstract."""
TOO_SHORT = 200
"""Characters; of 22,000 abstracts of conference papers, ninety-nine in a hundred are longer than 300."""
HEADING = re.compile(
    r"\W*(?P<venue>[A-Z][\w&+.' -]{1,40}?)[ ,'-]+(?P<year>(?:19|20)\d\d)[ ,:-]+(?:papers|abstracts)\W*", re.IGNORECASE
)
ENDING = 300
"""Characters at the end of an abstract that tell whether it is whole."""
PARAGRAPH_LIMIT = 1_000_000
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
FILLER = re.compile(
    r"\b(?:accepted|papers?|abstracts?|proceedings|conference(?:\s+on)?|posters?|of|the|at|in|from)\b|[^\w&+ -]",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.!?…:。！？][\"'”’»)\]}$*_`]*$|https?://\S+$")
MID_SENTENCE = re.compile(
    r"(?:[,;(\[–—-]|\b(?:a|an|and|are|as|at|be|been|between|but|by|can|for|from|has|have|in|into|is|it|its|may|not|of|on|or|our|"
    r"such|than|that|the|their|these|this|to|using|via|was|we|were|when|where|which|while|with|without))$",
    re.IGNORECASE,
)
"""An ending that no abstract has. A forgotten full stop alone is none: in real abstracts it is common."""
HYPHENATED = """
all cross data end few fine high large long low mini multi near non one plug pre quasi real self semi short single small
state sub task three time top two well zero
"""
COMPOUNDS = frozenset(HYPHENATED.split())
"""First halves of words that are written with a hyphen, so that a hyphen after them at a line's end belongs there."""


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The abstracts in order; what looks like an abstract split in two is kept as it stands, and told."""
    venue, year, number = None, None, 0
    for index, block in enumerate(_blocks(lines)):
        heading, body = _parted(block, first=index == 0)
        if heading:
            venue, year = _venue_and_year(heading)
        if not body:
            continue
        number += 1
        if sum(map(len, body)) > PARAGRAPH_LIMIT:
            yield Problem(name, f"paragraph {number}", f"it is longer than {PARAGRAPH_LIMIT:,} characters and left out")
            continue
        abstract = writable(_joined(body))
        yield Paper(abstract=abstract, venue=venue, year=year, source=f"{name}#{number}")
        doubt = _doubt(abstract)
        if doubt:
            yield Problem(name, f"paragraph {number}", doubt)


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    for filled, block in groupby((line.strip() for line in lines), key=bool):
        if filled:
            yield list(block)


def _parted(block: list[str], first: bool) -> tuple[str | None, list[str]]:
    """A heading stands in a paragraph of its own, or right above an abstract that is one long line."""
    if HEADING.fullmatch(block[0]):
        return block[0], block[1:]
    brief = len(block[0]) <= HEADING_LIMIT and not SENTENCE_END.search(block[0])
    alone = len(block) == 1 or len(block[1]) > TOO_SHORT
    return (block[0], block[1:]) if first and brief and alone else (None, block)


def _venue_and_year(heading: str) -> tuple[str | None, int | None]:
    """`NeurIPS 2025 Papers` is NeurIPS, 2025; a heading without a year names no venue."""
    year = YEAR.search(heading)
    if year is None:
        return None, None
    venue = " ".join(FILLER.sub(" ", heading.replace(year[0], " ", 1)).split()).strip(" -")
    return venue or None, int(year[0])


def _joined(block: list[str]) -> str:
    """The lines of a hard-wrapped paragraph as one; a word that was broken between two lines is whole again."""
    whole = " ".join(block).casefold()
    joined = [_up_to_next(line, following, whole) for line, following in pairwise(block)]
    return "".join([*joined, block[-1]])


def _up_to_next(line: str, following: str, whole: str) -> str:
    """The line with what parts it from the next one: a space, or nothing inside a broken word."""
    last, beginning = line.rsplit(maxsplit=1)[-1], "".join(takewhile(str.isalnum, following))
    half = last[:-1].casefold()
    if not last.endswith("-") or not half[-1:].isalpha():
        return f"{line} "
    written_so = f"{half}-{beginning.casefold()}" in whole
    keeps_hyphen = "-" in half or half in COMPOUNDS or not following[0].islower() or written_so
    return line if keeps_hyphen else line[:-1]


def _doubt(abstract: str) -> str | None:
    """Why this may be one half of an abstract; a name such as `iP-VAE` or `k-means` may well begin one."""
    first_word = abstract.split(maxsplit=1)[0]
    if first_word.isalpha() and first_word.islower():
        return "it begins with a small letter; if it belongs to the paragraph before it, join the two"
    if len(abstract) < TOO_SHORT:
        return "it is very short for an abstract; if it belongs to the one before or after it, join the two"
    if MID_SENTENCE.search(abstract[-ENDING:]):
        return "it ends in the middle of a sentence; if the next paragraph goes on with it, join the two"
    return None
