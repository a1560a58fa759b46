"""The authors of two records compared: initials, order of name parts, accents and doubled lists make no difference."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from search.language.words import fold
from search.models import OTHERS

PART = re.compile(r"[^\W_]+")
AFTER_NAME = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md"})


@dataclass(frozen=True, slots=True)
class Byline:
    """The last and the first part of each name, folded; `whole` says whether all authors are named."""

    last: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    whole: bool = True

    def __bool__(self) -> bool:
        return bool(self.last)


def byline(authors: Iterable[str]) -> Byline:
    """The authors as names to be compared; a team is a name, too."""
    last: set[str] = set()
    first: set[str] = set()
    whole = True
    for author in authors:
        if author == OTHERS:
            whole = False
            continue
        parts = [fold(part) for part in PART.findall(author.replace("'", "").replace("’", ""))]
        while len(parts) > 1 and parts[-1] in AFTER_NAME:
            parts.pop()
        if parts:
            last.add(parts[-1])
            first.add(parts[0])
    return Byline(frozenset(last), frozenset(name for name in first if len(name) > 1), whole)


def agreement(one: Byline, other: Byline) -> float:
    """The part of the shorter list that stands in the other one, too; some write the family name first."""
    fewer = min(len(one.last), len(other.last))
    if not fewer:
        return 0.0
    found = max(len(one.last & (other.last | other.first)), len(other.last & (one.last | one.first)))
    return min(found / fewer, 1.0)
