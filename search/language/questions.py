"""What kind of sentence a question asks for: a number, a reason, a way, a definition, a finding."""

import re
from typing import Literal

from search.language.words import tokens

Aim = Literal["speed", "number", "reason", "fact", "definition", "finding", "way", "theme"]

_ASKED_FOR = r"rate|accuracy|score|percentage|fraction|share|approximation|factor|cost|size|success|number"
_AIMS: tuple[tuple[Aim, tuple[str, ...]], ...] = (
    (
        "speed",
        (
            r"\bhow (?:much|many times) (?:faster|quicker|slower|cheaper|less|more|better|smaller)\b",
            r"\bspeed-?ups?\b",
        ),
    ),
    (
        "number",
        (
            r"\bhow (?:many|much|often|large|big|long|fast|high|far)\b",
            rf"\bwhat (?:[\w-]+ ){{0,2}}(?:{_ASKED_FOR})\b",
        ),
    ),
    (
        "reason",
        (r"\bwhy\b", r"\bwhat(?: is|'s) wrong\b", r"\bwh(?:at|ich)(?: is the)? (?:reason|cause)s?\b", r"\bhow come\b"),
    ),
    (
        "definition",
        (
            (
                r"^(?:\W*(?:so|and|hi|hey|ok))?\W*what(?:'s| is| are| was| were)\s+"
                r"(?!the (?:best|effect|difference)\b)[^?]{2,60}\??$"
            ),
        ),
    ),
    (
        "finding",
        (
            r"\bwhat happens\b",
            r"\bwhat (?:\w+ )?(?:bias(?:es)?|problems?|results?|effects?|findings?|risks?|gaps?)\b",
            r"\bwhere (?:do|does|are|is)\b",
            r"\bresults? of\b",
            r"\bhow (?:good|well|bad|reliable|safe|robust)\b",
            r"\bwhen (?:do|does)\b",
            (
                r"(?:^|[,.;:!] |\b(?:if|whether) )(?:can|do|does|did|is it|are|should|could|will|would)\b"
                r"(?! (?:you|anyone|(?:we|i) (?:have|get|find|see))\b)"
            ),
        ),
    ),
    ("fact", (r"\b(?:what|which) (?:do|does|did|must|should|can|could)\b",)),
    ("way", (r"\bhow (?:do|does|did|can|could|to|is|are|should|would)\b", r"\bwhat to do\b", r"\bways? to\b")),
)
_PATTERNS = tuple((kind, re.compile("|".join(patterns), re.IGNORECASE)) for kind, patterns in _AIMS)
_HEAD = re.compile(r"\b(?:what|which|how many|how much)\s+((?:[\w-]+\s+)?[\w-]+)", re.IGNORECASE)


def aim(question: str) -> Aim:
    """What the question asks for; a `theme` where it only names one."""
    return next((kind for kind, pattern in _PATTERNS if pattern.search(question)), "theme")


def heads(question: str) -> frozenset[str]:
    """The stems of what it asks the number or the kind of: `biases` of `what biases show up when`."""
    return frozenset(token.stem for head in _HEAD.findall(question) for token in tokens(head))
