"""Web of Science's tagged text: two letters and a space, values that go on below, a record from `PT` to `ER`."""

import re
from collections.abc import Iterable, Iterator

from search.files.dates import year_in
from search.files.form import Form
from search.files.records import papers
from search.files.tagged import Fields, Tags, every, first, longest, records
from search.files.titles import in_small_letters, without_stop
from search.reading import Item
from search.record import Record

TAGS = Tags(
    re.compile(r"\ufeff?([A-Z][A-Z0-9])(?: (.*)|()$)"),
    begins=frozenset({"PT"}),
    ends=frozenset({"ER", "EF"}),
    outside=frozenset({"FN", "VR", "EF"}),
)
BRACKETS = re.compile(r"\s*\[[^\[\]]*\]\.?")
"""Zoological Record puts into brackets under which of its headings a paper falls."""
BEGINS = re.compile(r"\A\s*(?:FN [^\n]*\n\s*VR |PT [A-Z]\s*\n[A-Z][A-Z0-9] )")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; an author a line, full names where there are any."""
    return papers(name, records(lines, TAGS, _record))


def fits(beginning: str) -> bool:
    """Whether it opens as such a file does, or with a record."""
    return BEGINS.match(beginning) is not None


def _record(fields: Fields) -> Record:
    number = first(fields, "UT")
    words = BRACKETS.sub("", ";".join(every(fields, "DE") or every(fields, "ID")))
    return {
        "abstract": longest(fields, "AB"),
        "title": without_stop(first(fields, "TI")),
        "authors": every(fields, "AF", "AU", by_line=True) or every(fields, "CA", by_line=True),
        "year": year_in(first(fields, "PY", "PD", "EA")),
        "venue": in_small_letters(first(fields, "SO", "CT", "J9")),
        "doi": first(fields, "DI", "D2"),
        "keywords": words,
        "url": f"https://www.webofscience.com/wos/woscc/full-record/{number}" if number.startswith("WOS:") else "",
    }


FORM = Form("wos", "Web of Science", (".isi", ".ciw"), read, fits)
