"""Works of Crossref, from its web service or its data files; abstracts are JATS, titles and venues are lists."""

from collections.abc import Iterable, Iterator, Mapping

from search.files.dates import year_of_parts
from search.files.form import Form
from search.files.json_values import keys, values
from search.files.markup import unmarked
from search.files.records import papers, read_as
from search.reading import Item
from search.record import Record

TELLING = frozenset(("message-type", "is-referenced-by-count", "reference-count", "indexed", "deposited", "prefix"))
DATES = ("issued", "published", "published-print", "published-online", "created")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers of one answer or of a list."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether works carry what this service keeps about them."""
    found = keys(beginning)
    return "DOI" in found and len(TELLING & found) > 1


def _record(work: Mapping[str, object]) -> Record:
    abstract = work.get("abstract")
    return {
        "abstract": unmarked(abstract) if isinstance(abstract, str) else abstract,
        "title": _title(work),
        "authors": work.get("author"),
        "year": next((year for name in DATES if (year := year_of_parts(work.get(name)))), ""),
        "venue": _first(work.get("container-title")) or _event(work.get("event")),
        "url": work.get("URL"),
        "pdf": _pdf(work.get("link")),
        "doi": work.get("DOI"),
        "keywords": work.get("subject"),
    }


def _title(work: Mapping[str, object]) -> object:
    title, more = _first(work.get("title")), _first(work.get("subtitle"))
    whole = f"{title}: {more}" if title and more and str(more) not in str(title) else title
    return unmarked(whole) if isinstance(whole, str) else whole


def _first(value: object) -> object:
    return (value[0] if value else "") if isinstance(value, list) else value


def _event(event: object) -> object:
    return event.get("name") if isinstance(event, Mapping) else None


def _pdf(links: object) -> object:
    if not isinstance(links, list):
        return None
    found = (link for link in links if isinstance(link, Mapping) and link.get("content-type") == "application/pdf")
    return next((link.get("URL") for link in found), None)


FORM = Form("crossref", "Crossref", (), read, fits, in_pieces=True)
