"""Plain text: a heading line, then one abstract a paragraph."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from search.files.form import Form
from search.models import Paper
from search.reading import Item, Problem, Skipped
from search.record import ABSTRACT_LIMIT, writable

HEADING_LIMIT = 150
"""Characters; a longer first paragraph is an abstract."""
TOO_SHORT = 200
"""Characters; of 22,000 abstracts of conference papers, ninety-nine in a hundred are longer than 300."""
HEADING = re.compile(
    r"\W*(?P<venue>[A-Z][\w&+.' -]{1,40}?)[ ,'-]+(?P<year>(?:19|20)\d\d)[ ,:-]+(?:papers|abstracts)\W*", re.IGNORECASE
)
ENDING = 300
"""Characters at the end of an abstract that tell whether it is whole."""
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
FILLER = re.compile(
    r"\b(?:accepted|papers?|abstracts?|proceedings|conference(?:\s+on)?|posters?|of|the|at|in|from)\b|[^\w&+ -]",
    re.IGNORECASE,
)
BROKEN_ADDRESS = re.compile(r"https?://\S+-$")
SENTENCE_END = re.compile(r"[.!?…:。！？][\"'”’»)\]}$*_`]*$|https?://\S+$")
MID_SENTENCE = re.compile(
    r"(?:[,;(\[–—-]|\b(?:a|an|and|are|as|at|be|been|between|but|by|can|for|from|has|have|in|into|is|it|its|may|not|of|on|or|our|"
    r"such|than|that|the|their|these|this|to|using|via|was|we|were|when|where|which|while|with|without))$",
    re.IGNORECASE,
)
"""An ending that no abstract has. A forgotten full stop alone is none: in real abstracts it is common."""
GOES_ON = re.compile(
    r"(?:Accordingly|Additionally|As a result|Besides|Code is|Consequently|Conversely|Crucially|Empirically|Extensive|"
    r"Finally|First(?:ly)?,|Further|Furthermore|Hence|However|Importantly|"
    r"In (?:addition|contrast|experiments|particular|summary)|Indeed|Instead|It (?:also|is also)|Lastly|"
    r"More (?:generally|precisely|specifically)|Moreover|Nevertheless|Next|Notably|On the other hand|Our|Overall|"
    r"Second(?:ly)?,|Similarly|Specifically|Surprisingly|Then|Theoretically|Therefore|These|Thus|"
    r"The (?:code|proposed|resulting)|"
    r"This (?:allows|approach|enables|framework|leads|makes|means|method|new|result|way)|"
    r"To (?:address|close|fill|mitigate|overcome|resolve|solve|tackle) (?:these|this)|To (?:that|this) end|"
    r"Unfortunately|We (?:also|additionally|evaluate|further|then|thus|validate))\b"
)
"""A beginning that one in four later sentences of abstracts has, and of 22,000 abstracts one in 400."""


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
        if sum(map(len, body)) > ABSTRACT_LIMIT:
            yield Skipped(name, f"paragraph {number}", f"it is longer than {ABSTRACT_LIMIT:,} characters and left out")
            continue
        abstract = writable(_joined(body))
        yield Paper(abstract=abstract, venue=venue, year=year, source=f"{name}#{number}")
        doubt = _doubt(abstract, first=number == 1)
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
    """The lines of a hard-wrapped paragraph as one. A word broken between two of them is mended where all broken words
    are, in reading; an address was broken after a hyphen of its own."""
    joined = (line if BROKEN_ADDRESS.search(line) else f"{line} " for line in block[:-1])
    return "".join([*joined, block[-1]])


def _doubt(abstract: str, first: bool) -> str | None:
    """Why this may be one half of an abstract; a name such as `iP-VAE` or `k-means` may well begin one."""
    first_word = abstract.split(maxsplit=1)[0]
    if first_word.isalpha() and first_word.islower():
        return "it begins with a small letter; if it belongs to the paragraph before it, join the two"
    if not first and GOES_ON.match(abstract):
        return "it begins as the middle of an abstract does; if it belongs to the paragraph before it, join the two"
    if len(abstract) < TOO_SHORT:
        return "it is very short for an abstract; if it belongs to the one before or after it, join the two"
    if MID_SENTENCE.search(abstract[-ENDING:]):
        return "it ends in the middle of a sentence; if the next paragraph goes on with it, join the two"
    return None


FORM = Form("text", "plain text", (".txt",), read)
