"""arXiv's answers in Atom: an `entry` a paper, the newest version of each."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from search.files.dates import year_in
from search.files.form import Form
from search.files.markup import line_of
from search.files.records import Found, papers
from search.files.xml_records import elements, local
from search.reading import Item
from search.record import Record

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAMESPACE = "http://www.w3.org/2005/Atom"
PAPERS = "arxiv.org/abs/"


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; an entry that reports an error of the service is told as that."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether it is an Atom feed."""
    return beginning.lstrip().startswith("<") and NAMESPACE in beginning[:4_000] and "<feed" in beginning


def _records(lines: Iterable[str]) -> Iterator[Found]:
    for line, entry in elements(lines, {"entry"}):
        yield line, entry if isinstance(entry, str) else _record(entry)


def _record(entry: "Element") -> Record | str:
    fields = {local(child): child for child in reversed(entry)}
    address = line_of(fields.get("id"))
    if "/api/errors" in address:
        return f"it is no paper but an error: {line_of(fields.get('summary'))[:100]}"
    links = {
        link.get("title") or link.get("rel") or "": link.get("href", "") for link in entry if local(link) == "link"
    }
    return {
        "abstract": "".join(fields["summary"].itertext()).strip() if "summary" in fields else "",
        "title": line_of(fields.get("title")),
        "authors": [
            line_of(name) for author in entry if local(author) == "author" for name in author if local(name) == "name"
        ],
        "year": year_in(line_of(fields.get("published") if "published" in fields else fields.get("updated"))),
        "venue": line_of(fields.get("journal_ref")) or ("arXiv" if PAPERS in address else ""),
        "url": _without_version(address) if PAPERS in address else links.get("alternate") or address,
        "pdf": links.get("pdf", ""),
        "doi": line_of(fields.get("doi")),
        "keywords": [term for each in entry if local(each) == "category" and (term := each.get("term"))],
    }


def _without_version(address: str) -> str:
    base, _, version = address.rpartition("v")
    return (base if base and version.isdigit() else address).replace("http://", "https://", 1)


FORM = Form("arxiv-atom", "arXiv Atom", (".atom",), read, fits, in_pieces=True)
