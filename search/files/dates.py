"""The year in a date, whatever its form."""

import re

from search.record import YEARS

_YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")


def year_in(date: str) -> str:
    """The first number that can be a year; else the date as it is, so that people are told of it."""
    years = [match[1] for match in _YEAR.finditer(date) if int(match[1]) in YEARS]
    return years[0] if years else date.strip(" /")


def year_of_parts(date: object) -> str:
    """The year of a date as CSL and Crossref write it: `{"date-parts": [[2019, 4, 28]]}`, `{"raw": "April 2019"}`."""
    if not isinstance(date, dict):
        return year_in(date) if isinstance(date, str) else ""
    parts = date.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0] and parts[0][0]:
        return year_in(str(parts[0][0]))
    return next((year_in(date[key]) for key in ("raw", "literal") if isinstance(date.get(key), str)), "")
