"""The ACL Anthology's XML: collections of volumes, whose papers have what their volume says of venue and year."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from search.files.form import Form
from search.files.markup import line_of, text_of
from search.files.records import Found, papers
from search.files.xml_records import elements, local
from search.language.people import named
from search.reading import Item
from search.record import Record

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SITE = "https://aclanthology.org"


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; the front matter of a volume is none."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether it is a collection of volumes."""
    return "<collection id=" in beginning[:2_000] and "<volume" in beginning


def _records(lines: Iterable[str]) -> Iterator[Found]:
    volume: dict[str, str] = {}
    for line, element in elements(lines, {"meta", "paper"}):
        if isinstance(element, str):
            yield line, element
        elif local(element) == "meta":
            volume = {local(child): line_of(child) for child in element}
        else:
            yield line, _record(element, volume)


def _record(paper: "Element", volume: dict[str, str]) -> Record:
    fields = {local(child): child for child in reversed(paper)}
    page = line_of(fields.get("url"))
    address = page if page.startswith("http") else f"{SITE}/{page}" if page else ""
    return {
        "abstract": text_of(fields["abstract"]) if "abstract" in fields else "",
        "title": line_of(fields.get("title")),
        "authors": tuple(_name(child) for child in paper if local(child) == "author"),
        "year": volume.get("year", ""),
        "venue": volume.get("booktitle") or volume.get("venue"),
        "url": address.removesuffix(".pdf"),
        "pdf": f"{address.removesuffix('.pdf')}.pdf" if address.startswith(SITE) else "",
        "doi": line_of(fields.get("doi")),
    }


def _name(author: "Element") -> str:
    parts = {local(child): line_of(child) for child in reversed(author)}
    return named(parts.get("last", ""), parts.get("first", ""))


FORM = Form("acl", "ACL Anthology XML", (), read, fits, in_pieces=True)
