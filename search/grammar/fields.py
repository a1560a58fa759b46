"""The conditions of a query that name a field: `author:`, `venue:`, `year:`, `has:`."""

import re

from search.errors import InvalidQuery
from search.query import Author, Has, Venue, Years

Condition = Author | Venue | Years | Has

FIELDS = ("author", "venue", "year", "has", "id")
"""The fields a query may name; `id:` is read as an identifier."""

ALIASES = {"authors": "author", "by": "author", "years": "year", "journal": "venue", "conference": "venue"}
YEAR = r"(1\d{3}|2\d{3})"
ONE_YEAR = re.compile(YEAR)
RANGE = re.compile(rf"{YEAR}?(?:\.\.+|-|…){YEAR}?")
COMPARED = re.compile(rf"(>=|<=|>|<|≥|≤|=){YEAR}")


def condition(field: str, value: str) -> Condition:
    """What `field:value` asks for. Raises `InvalidQuery` for a year or a thing we cannot read."""
    if field == "author":
        return Author(value)
    if field == "venue":
        return Venue(value)
    return years(value) if field == "year" else _has(value)


def years(value: str) -> Years:
    """The years that `2024`, `2023..2025`, `2024..`, `..2019`, `>2020` or `<=2020` mean, ends included."""
    if match := ONE_YEAR.fullmatch(value):
        return Years(int(match[1]), int(match[1]))
    if match := COMPARED.fullmatch(value):
        return _compared(match[1], int(match[2]))
    match = RANGE.fullmatch(value)
    if match is None or match[1] is match[2] is None:
        raise InvalidQuery(
            f"I cannot read the year in “year:{value}”. Write year:2024, year:2023..2025, year:2024.. or year:>2020."
        )
    first, last = (None if end is None else int(end) for end in match.groups())
    if first is not None and last is not None and first > last:
        raise InvalidQuery(f"“year:{value}” ends before it begins. Write year:{last}..{first}.")
    return Years(first, last)


def _compared(sign: str, year: int) -> Years:
    if sign == "=":
        return Years(year, year)
    if sign in (">", ">=", "≥"):
        return Years(year + (sign == ">"), None)
    return Years(None, year - (sign == "<"))


def _has(value: str) -> Has:
    match value.casefold().rstrip("s"):
        case "code":
            return Has("code")
        case "pdf":
            return Has("pdf")
    raise InvalidQuery(f"I do not know “has:{value}”. Write has:code or has:pdf.")
