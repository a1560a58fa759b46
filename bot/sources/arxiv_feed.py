"""arXiv's newest papers and versions, of a category or a query."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from bot.sources.arxiv import ARXIV
from bot.sources.brought import Listing, Page, Record
from bot.sources.errors import NoAnswer
from search.files.markup import line_of
from search.files.xml_records import elements, local
from search.formats import arxiv_atom
from search.grammar.identifiers import identify
from search.language.withdrawn import says_withdrawn
from search.models import Paper

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

VERSION = re.compile(r"v(\d{1,4})$")
SIZE = 200
"""Entries of a page: some 600 KB, and half a minute for arXiv on a bad day."""


def listing(query: str, origin: str = ARXIV.origin) -> Listing:
    """What fits a query in arXiv's own form (`cat:cs.CL`), what changed last first."""

    def address(start: int) -> str:
        order = {"sortBy": "lastUpdatedDate", "sortOrder": "descending"}
        return f"{origin}/api/query?{urlencode({'search_query': query, **order, 'start': start, 'max_results': SIZE})}"

    return Listing(address, SIZE, _page)


def _page(text: str) -> Page:
    if "<feed" not in text[:2_000]:
        raise NoAnswer("arXiv answered with something that is no list of papers")
    papers = {_number(item.url): item for item in arxiv_atom.read("arxiv", [text]) if isinstance(item, Paper)}
    entries = [entry for _, entry in elements([text], {"entry"})]
    found = [_record(entry, papers) for entry in entries if not isinstance(entry, str)]
    return Page(tuple(record for record in found if record), len(entries))


def _record(entry: "Element", papers: dict[str, Paper]) -> Record | None:
    """None for what is no paper, such as an error."""
    texts = dict(_texts(entry))
    number, changed = _number(texts.get("id", "")), _moment(texts.get("updated", ""))
    if not number or changed is None:
        return None
    paper = papers.get(number)
    named = replace(paper, source=f"arxiv:{number}#1", arxiv_id=number) if paper else None
    said = [text for name in ("comment", "summary") if says_withdrawn(text := texts.get(name, ""))]
    version = VERSION.search(texts["id"])
    return Record(number, changed, named, int(version[1]) if version else 0, bool(said), said[0] if said else "")


def _texts(entry: "Element") -> Iterator[tuple[str, str]]:
    for child in reversed(entry):
        yield local(child), line_of(child)


def _number(address: str | None) -> str:
    known = identify(address or "")
    return known.value if known and known.kind == "arxiv" else ""


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
