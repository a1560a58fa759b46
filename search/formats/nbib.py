"""NBIB, PubMed's tagged text: lines such as `TI  - Title`, a record from its `PMID` to an empty line."""

import re
from collections.abc import Iterable, Iterator

from search.files.dates import year_in
from search.files.form import Form
from search.files.records import papers
from search.files.tagged import Fields, Tags, every, first, longest, records
from search.files.titles import without_stop
from search.reading import Item
from search.record import Record

TAGS = Tags(re.compile(r"([A-Z]{2,4}) {0,3}-(?: (.*)|()$)"), begins=frozenset({"PMID"}), blank=True)
BEGINS = re.compile(r"\A\s*PMID ?- ?\d", re.MULTILINE)
DOI = re.compile(r"(10\.\S+) \[doi\]")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; indented lines go on with the value above them."""
    return papers(name, records(lines, TAGS, _record))


def fits(beginning: str) -> bool:
    """Whether it opens with the number of a record."""
    return BEGINS.match(beginning) is not None


def _record(fields: Fields) -> Record:
    number = first(fields, "PMID")
    dois = (DOI.match(value) for value in every(fields, "AID") + every(fields, "LID"))
    return {
        "abstract": longest(fields, "AB"),
        "title": without_stop(first(fields, "TI", "BTI")),
        "authors": every(fields, "FAU", "AU") + every(fields, "CN"),
        "year": year_in(first(fields, "DP", "DEP")),
        "venue": first(fields, "JT", "TA", "BTI"),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number.isdigit() else "",
        "doi": next((match[1] for match in dois if match), ""),
        "keywords": every(fields, "OT") or [term.lstrip("*") for term in every(fields, "MH")],
    }


FORM = Form("nbib", "NBIB", (".nbib",), read, fits)
