"""CSL-JSON, which citation programs exchange: one object or an array, authors in parts, dates as numbers."""

from collections.abc import Iterable, Iterator, Mapping

from search.files.dates import year_of_parts
from search.files.form import Form
from search.files.json_values import keys, values
from search.files.records import papers, read_as
from search.reading import Item
from search.record import Record

TELLING = frozenset(("issued", "container-title", "citation-key", "citation-label", "date-parts"))


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers of one object or of an array."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether there are fields that only CSL calls so."""
    found = keys(beginning)
    return {"type", "title"} <= found and bool(TELLING & found)


def _record(item: Mapping[str, object]) -> Record:
    return {
        "abstract": item.get("abstract"),
        "title": item.get("title"),
        "authors": item.get("author"),
        "year": year_of_parts(item.get("issued")),
        "venue": item.get("container-title") or item.get("event-title") or item.get("collection-title"),
        "url": item.get("URL"),
        "doi": item.get("DOI"),
        "arxiv_id": item.get("number") if str(item.get("number")).startswith("arXiv:") else None,
        "keywords": item.get("keyword"),
    }


FORM = Form("csl", "CSL-JSON", (".csljson",), read, fits, in_pieces=True)
