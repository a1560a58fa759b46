"""Initials that authors set bold inside words to show where an acronym comes from."""

import re

_INITIALS = re.compile(
    r"\$?\\(?:textbf|mathbf|textit|emph|underline|textsc)\{([A-Z])\}\$?|\*{1,3}([A-Z])\*{1,3}|_{1,2}([A-Z])_{1,2}|"
    r"\{\\bf ([A-Z])\}"
)
_ACRONYM = re.compile(r"\((?:\$?\\[a-z]+\{|\*{1,3})?([A-Z]{3,12})(?:\}\$?|\*{1,3})?\)")
_REACH = 300


def lowered_initials(text: str) -> str:
    """`Pr**E**training (GRAPE)` becomes `Pretraining (GRAPE)`, but only when the bold initials spell the acronym."""
    if "**" not in text and "\\" not in text:
        return text
    changes: dict[int, tuple[int, str]] = {}
    for acronym in _ACRONYM.finditer(text):
        start = max(0, acronym.start() - _REACH)
        initials = list(_INITIALS.finditer(text, start, acronym.start()))[-len(acronym[1]) :]
        if "".join(_letter(initial) for initial in initials) == acronym[1]:
            inside = (initial for initial in initials if text[initial.start() - 1 : initial.start()].islower())
            changes.update({initial.start(): (initial.end(), _letter(initial).lower()) for initial in inside})
    for start in sorted(changes, reverse=True):
        end, letter = changes[start]
        text = text[:start] + letter + text[end:]
    return text


def _letter(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group)
