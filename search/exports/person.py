"""The parts of a person's name, by the rule that BibTeX has for names in the order in which they are said."""

import re
from dataclasses import dataclass

_SUFFIX = re.compile(r"(?:jr|sr)\.?|ii|iii|iv", re.IGNORECASE)
_FIRM = re.compile(r"(?:inc|incorporated|ltd|limited|llc|corp|corporation|company|gmbh|plc)\.?", re.IGNORECASE)
_GROUP = re.compile(
    r"\b(?:and|team|collaboration|consortium|committee|association|foundation|institute|university|laboratory)\b|[\d&/;]",
    re.IGNORECASE,
)
"""What a name has when it is not one person's; a group is never turned round."""


@dataclass(frozen=True, slots=True)
class Person:
    """`Ludwig`, `van`, `Beethoven`; a group, or a name of one word, is all family."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it has no parts."""
        return not (self.given or self.particle or self.suffix)

    @property
    def said(self) -> str:
        """The name in the order in which it is said."""
        return " ".join(filter(None, (self.given, self.particle, self.family, self.suffix)))

    @property
    def sorted(self) -> str:
        """`van Beethoven, Ludwig`, the suffix at the end."""
        return ", ".join(filter(None, (f"{self.particle} {self.family}".strip(), self.given, self.suffix)))


def person(name: str) -> Person:
    """The name's parts; `Last, First` is understood too."""
    front, *after = (part.strip() for part in name.split(","))
    if _GROUP.search(name) or len(after) > 1 or (after and (not front or _FIRM.fullmatch(after[0]))):
        return Person(name)
    words = front.split()
    if after and not _SUFFIX.fullmatch(after[0]):
        particle, family = _parted(words)
        return Person(family, after[0], particle)
    suffix = after[0] if after else ""
    if not after and len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    return _turned(words, suffix)


def _turned(words: list[str], suffix: str) -> Person:
    small = next((place for place, word in enumerate(words[:-1]) if word[0].islower()), len(words) - 1)
    particle, family = _parted(words[small:])
    return Person(family, " ".join(words[:small]), particle, suffix)


def _parted(words: list[str]) -> tuple[str, str]:
    """The particle and the family name: the words up to the last one that begins small, and those after it."""
    parted = max((place + 1 for place, word in enumerate(words[:-1]) if word[0].islower()), default=0)
    return " ".join(words[:parted]), " ".join(words[parted:])
