"""Years as people say them: `since 2023`, `before 2020`, `from 2020 to 2023`, `last year`."""

import re

from search.query import Years

YEAR = r"(?:19[5-9]\d|20\d\d)"
CLOSES = (
    r"(?=\s*(?:[,.?!;:)\x00]|$)|\s+(?:about|after|and|at|before|between|but|by|concerning|excluding|except|for|from|in|not|of|on|only|or|"
    r"papers?|please|pls|published|regarding|since|that|until|using|where|which|with|without)\b)"
)
"""What follows a condition: an end, or a word that begins the next part. `in 2000 steps` is no year."""

_WRITTEN = r"(?:\b(?:only|published|written|released|that appeared|appeared|made|presented)\s+)*\b"
_NUMBERS = {"two": 2, "three": 3, "few": 3, "couple of": 2, "four": 4, "five": 5, "six": 6, "ten": 10}
_COUNT = rf"(?P<count>[1-9]\d?|{'|'.join(_NUMBERS)})"
_SPELLINGS = tuple(
    re.compile(_WRITTEN + pattern + CLOSES, re.IGNORECASE)
    for pattern in (
        (
            rf"(?:from|between|in)\s+(?P<first>{YEAR})\s*(?:-|\.\.+|\b(?:to|and|until|till|through|up to)\b)\s*"
            rf"(?P<last>{YEAR})"
        ),
        rf"since\s+(?P<first>{YEAR})",
        rf"(?:from|starting(?: in| from| with)?)\s+(?P<first>{YEAR})\s+on(?:wards?)?",
        rf"(?:(?:in|from)\s+)?(?P<first>{YEAR})\s+(?:(?:or|and)\s+(?:later|newer|after|up|beyond)|onwards?)",
        rf"(?:after|(?:newer|later|more recent) than)\s+(?P<after>{YEAR})",
        rf"(?:before|prior to|(?:older|earlier) than)\s+(?P<before>{YEAR})",
        rf"(?:until|till|up to|through|no later than)\s+(?P<last>{YEAR})",
        rf"(?:in|from|of|during)\s+(?P<one>{YEAR})",
        rf"(?:(?:in|over|within|during|from|of)\s+)?the\s+(?:last|past|previous)\s+{_COUNT}\s+years",
        r"(?:(?:in|from|of|during)\s+)?(?P<this>this|last)\s+year(?:'s)?",
    )
)
_BARE = re.compile(rf"(?:only\s+)?(?P<one>{YEAR})(?:\s+only)?[.!]*", re.IGNORECASE)


def years_said(text: str, this_year: int) -> list[tuple[int, int, Years]]:
    """Where years are asked for in the text, and which; a text that is a year and nothing else asks for it."""
    bare = _BARE.fullmatch(text.strip())
    if bare:
        return [(0, len(text), _years(bare, this_year))]
    found: list[tuple[int, int, Years]] = []
    for spelling in _SPELLINGS:
        for match in spelling.finditer(text):
            if all(match.end() <= start or match.start() >= end for start, end, _ in found):
                found.append((match.start(), match.end(), _years(match, this_year)))
    return found


def _years(match: re.Match[str], this_year: int) -> Years:
    said = match.groupdict()
    first, last = said.get("first"), said.get("last")
    if said.get("one"):
        return Years(int(said["one"]), int(said["one"]))
    if said.get("this"):
        year = this_year - (said["this"].lower() == "last")
        return Years(year, year)
    if said.get("count"):
        count = said["count"].lower()
        return Years(this_year - (_NUMBERS.get(count) or int(count)), None)
    if said.get("after"):
        return Years(int(said["after"]) + 1, None)
    if said.get("before"):
        return Years(None, int(said["before"]) - 1)
    ends = sorted(int(year) for year in (first, last) if year) if first and last else None
    return Years(*ends) if ends else Years(int(first) if first else None, int(last) if last else None)
