"""CSL-JSON, which citation programs exchange."""

import json
from collections.abc import Iterator

from search.exports.bibliography import Bibliography, Entry
from search.exports.form import Form
from search.exports.kind import Kind, kind_of
from search.exports.person import Person
from search.models import OTHERS

_TYPES = {
    Kind.ARTICLE: "article-journal",
    Kind.MEETING: "paper-conference",
    Kind.PREPRINT: "article",
    Kind.UNKNOWN: "document",
}


def text(bibliography: Bibliography) -> str:
    """The file: one array."""
    items = [dict(_fields(entry)) for entry in bibliography.entries]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _fields(entry: Entry) -> Iterator[tuple[str, object]]:
    yield "id", entry.key
    yield "type", _TYPES[kind_of(entry.venue)]
    yield from ((name, value) for name, value in _values(entry) if value)


def _values(entry: Entry) -> Iterator[tuple[str, object]]:
    yield "title", entry.title
    # The word that BibTeX has for it is understood by programs that read both.
    yield "author", [*map(_name, entry.authors), *([{"literal": OTHERS}] if entry.others else [])]
    yield "container-title", entry.venue
    yield "issued", {"date-parts": [[entry.year]]} if entry.year is not None else None
    yield "DOI", entry.doi
    yield "number", f"arXiv:{entry.arxiv_id}" if entry.arxiv_id else ""
    yield "URL", entry.url
    yield "keyword", ", ".join(entry.keywords)
    yield "abstract", entry.abstract
    yield "note", entry.in_short
    yield "annote", entry.note
    yield "custom", {name: value for name, value in (("pdf", entry.pdf), ("code", entry.code)) if value}


def _name(person: Person) -> dict[str, str]:
    if person.is_whole:
        return {"literal": person.family}
    parts = (
        ("family", person.family),
        ("given", person.given),
        ("non-dropping-particle", person.particle),
        ("suffix", person.suffix),
    )
    return {name: value for name, value in parts if value}


FORM = Form("csl-json", "CSL-JSON", ".json", "application/vnd.citationstyles.csl+json", text)
