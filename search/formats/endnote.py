"""EndNote's tagged text (`.enw`, refer): lines such as `%T Title`, each record from its `%0` to the next."""

import re
from collections.abc import Iterable, Iterator

from search.files.dates import year_in
from search.files.form import Form
from search.files.records import papers
from search.files.tagged import Fields, Tags, every, first, longest, records
from search.reading import Item
from search.record import Record

TAGS = Tags(re.compile(r"%([0-9A-Z@!#$&>*+])(?:\s+(.*)|()$)"), begins=frozenset({"0"}), blank=True)
HAS_TAGS = re.compile(r"\A\s*(?:%[0-9A-Z](?: [^\n]*)?\n\s*){3}")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; a record ends before the next `%0`, or at an empty line."""
    return papers(name, records(lines, TAGS, _record))


def fits(beginning: str) -> bool:
    """Whether the first lines all have such a tag."""
    return HAS_TAGS.match(f"{beginning}\n") is not None


def _record(fields: Fields) -> Record:
    return {
        "abstract": longest(fields, "X"),
        "title": first(fields, "T"),
        "authors": every(fields, "A"),
        "year": year_in(first(fields, "D", "8")),
        "venue": first(fields, "J", "B"),
        "url": first(fields, "U"),
        "doi": first(fields, "R"),
        "keywords": every(fields, "K", by_line=True),
    }


FORM = Form("endnote", "EndNote", (".enw", ".refer"), read, fits)
