"""Everything a paper can be called by, folded so that case, accents, spaces and signs make no difference."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from search.language.clean import clean
from search.language.names import system_name
from search.language.words import squeeze
from search.models import Paper

ARXIV_PAGE = r"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/"
ARXIV = re.compile(rf"(?:arxiv:|{ARXIV_PAGE})?(.+?)(?:v\d+)?(?:\.pdf)?", re.IGNORECASE)
ARXIV_ADDRESS = re.compile(rf"{ARXIV_PAGE}.+", re.IGNORECASE)
DOI = re.compile(r"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\..+)", re.IGNORECASE)


class Name(NamedTuple):
    """`kind` is handle, title, system, arxiv, doi or url; `key` is the name folded."""

    kind: str
    key: str


def names(paper: Paper) -> frozenset[Name]:
    """All names of the paper."""
    return frozenset(name for name in _names(paper) if name.key)


def names_of_coat(record: Paper) -> frozenset[Name]:
    """By what a paper is found that has this record among others: exact names, the title, the handle it had before."""
    found = (*_exact(record), Name("title", key("title", clean(record.title or ""))))
    handle = Name("handle", key("handle", record.id))
    return frozenset(name for name in (*found, handle) if name.key)


def key(kind: str, value: str) -> str:
    """The value folded as names of this kind are; empty when nothing of it is left."""
    if kind == "arxiv":
        match = ARXIV.fullmatch(value.strip())
        return _storable(match[1].casefold()) if match else ""
    if kind == "doi":
        match = DOI.fullmatch(value.strip())
        return _storable(match[1].casefold()) if match else ""
    return _address(value) if kind == "url" else squeeze(value)


def _names(paper: Paper) -> Iterator[Name]:
    yield Name("handle", key("handle", paper.id))
    yield Name("title", key("title", clean(paper.title or "")))
    yield Name("system", key("system", system_name(paper) or ""))
    yield from _exact(paper)


def _exact(paper: Paper) -> Iterator[Name]:
    yield Name("arxiv", key("arxiv", paper.arxiv_id or ""))
    yield Name("doi", key("doi", paper.doi or ""))
    for address in filter(None, (paper.url, paper.pdf, paper.code)):
        yield Name("url", key("url", address))
        if ARXIV_ADDRESS.fullmatch(address):
            yield Name("arxiv", key("arxiv", address))
        elif DOI.fullmatch(address):
            yield Name("doi", key("doi", address))


def _address(value: str) -> str:
    """An address without what does not tell pages apart: scheme, `www.`, the last slash, the place in the page."""
    try:
        parts = urlsplit(value.strip())
    except ValueError:
        return ""
    host = (parts.hostname or "").removeprefix("www.")
    query = f"?{parts.query}" if parts.query else ""
    return _storable(host + unquote(parts.path).rstrip("/") + query) if host else ""


def _storable(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", "ignore").decode()
