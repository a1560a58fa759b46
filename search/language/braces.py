"""Braces as BibTeX and LaTeX count them: whether one pair holds all of a text, and the parts outside of them."""

import re
from collections.abc import Iterator


def in_braces(text: str) -> bool:
    """Whether one pair of braces holds all of the text; behind one that begins with a backslash stands an accent."""
    if not (text.startswith("{") and text.endswith("}")) or text.startswith("{\\"):
        return False
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and place < len(text) - 1:
            return False
    return depth == 0


def outside_braces(text: str, separator: re.Pattern[str]) -> Iterator[str]:
    """The text parted where the separator stands in no braces; a brace that is never closed holds the rest."""
    if "{" not in text:
        yield from separator.split(text)
        return
    depths, depth = [], 0
    for sign in text:
        depth = max(0, depth + (sign == "{") - (sign == "}"))
        depths.append(depth)
    start = 0
    for match in separator.finditer(text):
        if depths[match.start()] == 0:
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]
