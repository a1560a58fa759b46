"""DBLP's XML, whole or in parts: a publication an element, letters as HTML's entities, seldom an abstract."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from search.files.form import Form
from search.files.markup import line_of, text_of
from search.files.records import Found, papers
from search.files.titles import without_stop
from search.files.xml_records import elements, local
from search.reading import Item
from search.record import Record

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

KINDS = ("article", "inproceedings", "proceedings", "book", "incollection", "phdthesis", "mastersthesis")
BEGINS = re.compile(r"<dblp\b|<(?:article|inproceedings|incollection|book)\s[^<>]{0,200}\bmdate=")
NUMBERED = re.compile(r"\s\d{4}$")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The publications; DBLP itself knows no abstracts, but there are copies with some added."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether its root is DBLP's, or its elements have the attributes that only DBLP gives."""
    return beginning.lstrip().startswith("<") and BEGINS.search(beginning) is not None


def _records(lines: Iterable[str]) -> Iterator[Found]:
    for line, element in elements(lines, KINDS):
        yield line, element if isinstance(element, str) else _record(element)


def _record(element: "Element") -> Record:
    fields = {local(child): child for child in reversed(element)}
    links = [line_of(child) for child in element if local(child) == "ee"]
    return {
        "abstract": text_of(fields["abstract"]) if "abstract" in fields else "",
        "title": without_stop(line_of(fields.get("title"))),
        "authors": [NUMBERED.sub("", line_of(child)) for child in element if local(child) == "author"],
        "year": line_of(fields.get("year")),
        "venue": line_of(fields.get("booktitle")) or line_of(fields.get("journal")) or line_of(fields.get("school")),
        "url": next((link for link in links if link.startswith("http")), ""),
        "doi": next((link for link in links if "doi.org/10." in link), ""),
    }


FORM = Form("dblp", "DBLP XML", (), read, fits, in_pieces=True)
