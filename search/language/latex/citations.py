"""Citation keys as the author and year that they usually spell."""

import re

_KEY = re.compile(r"(?:[A-Z]+:\S*/)?([A-Za-z][A-Za-z-]*?)(?:[_:.-]|et_?al)*(\d{4}|\d{2})(?!\d)")


def citation(keys: str, in_sentence: bool) -> str:
    """`alaei2014bayesian` as `Alaei (2014)` in a sentence and `(Alaei, 2014)` beside it; other keys as they stand."""
    sources = [_source(key.strip()) for key in keys.split(",") if key.strip()]
    if in_sentence:
        return ", ".join(f"{name} ({year})" if year else name for name, year in sources)
    inner = "; ".join(f"{name}, {year}" if year else name for name, year in sources)
    return f"({inner})" if inner else ""


def _source(key: str) -> tuple[str, str]:
    match = _KEY.match(key)
    if match is None:
        return key.rpartition("/")[2].replace("_", " "), ""
    name, year = match.groups()
    century = "" if len(year) == 4 else ("19" if int(year) > 50 else "20")
    return name[0].upper() + name[1:], century + year
