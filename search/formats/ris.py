"""RIS: tagged lines such as `TI  - Title` from `TY` to `ER`, as publishers and reference managers export them."""

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
    re.compile(r"\s{0,3}([A-Z][A-Z0-9])\s{1,2}-(?:\s(.*)|()$)"), begins=frozenset({"TY"}), ends=frozenset({"ER"})
)
BEGINS = re.compile(r"^\s{0,3}TY  ?- ", re.MULTILINE)
HAS_TAGS = re.compile(r"(?:^\s{0,3}[A-Z][A-Z0-9]  -[ \n][^\n]*\n){3}", re.MULTILINE)
PDF = re.compile(r"\.pdf$|/pdf/", re.IGNORECASE)


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; a record may lack its first line, or its last."""
    return papers(name, records(lines, TAGS, _record))


def fits(beginning: str) -> bool:
    """Whether some line opens a record, or several lines look like its inside."""
    return bool(BEGINS.search(beginning) or HAS_TAGS.search(f"{beginning}\n"))


def _record(fields: Fields) -> Record:
    links = [link for tag in ("UR", "L2", "LK", "L1") for link in every(fields, tag)]
    return {
        "abstract": longest(fields, "AB", "N2"),
        "title": without_stop(first(fields, "TI", "T1", "CT", "BT")),
        "authors": every(fields, "AU", "A1", by_line=True),
        "year": year_in(first(fields, "PY", "Y1", "DA", "YR")),
        "venue": in_small_letters(first(fields, "JO", "JF", "T2", "BT", "J2", "JA", "T3")),
        "url": next((link for link in links if not PDF.search(link)), next(iter(links), "")),
        "pdf": next((link for link in every(fields, "L1") + links if PDF.search(link)), ""),
        "doi": first(fields, "DO", "DI"),
        "arxiv_id": next((link for link in links if "arxiv.org/" in link), ""),
        "keywords": every(fields, "KW", by_line=True),
    }


FORM = Form("ris", "RIS", (".ris",), read, fits)
