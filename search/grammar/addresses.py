"""Web addresses of papers: the same paper's page, PDF and DOI, told apart only by who wrote them down."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from search.grammar.identifiers import identify
from search.query import Identifier

_ACL = re.compile(r"/([\w.-]+?)(?:\.pdf|\.bib)?/?")
_PMLR = re.compile(r"/(?P<volume>v\d+|r\d+)/(?P<name>[\w-]+)(?:\.html|/(?P=name)\.pdf)?")

_FORUM = "https://openreview.net/forum?id="


def known_as(address: str) -> tuple[Identifier, ...]:
    """What the paper at this address may be called in a library, as the address says it first. Empty for what is no
    web address."""
    try:
        parts = urlsplit(address)
    except ValueError:  # stray brackets
        return ()
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return ()
    host = parts.netloc.lower().removeprefix("www.")
    written = (identify(one) for one in (address, *_forms(host, parts.path)))
    named = [one for one in written if one and one.kind != "handle"]
    return tuple(dict.fromkeys((*named, *_also(named), Identifier("url", address))))


def _forms(host: str, path: str) -> Iterator[str]:
    """Other addresses of the same paper."""
    if host == "aclanthology.org" and (match := _ACL.fullmatch(path)):
        yield f"https://aclanthology.org/{match[1]}"
        yield f"https://aclanthology.org/{match[1]}.pdf"
        yield f"https://doi.org/10.18653/v1/{match[1]}"
    if host == "proceedings.mlr.press" and (match := _PMLR.fullmatch(path)):
        yield f"https://proceedings.mlr.press/{match['volume']}/{match['name']}.html"
        yield f"https://proceedings.mlr.press/{match['volume']}/{match['name']}/{match['name']}.pdf"
    if host in ("doi.org", "dx.doi.org"):
        yield f"https://doi.org{path}"


def _also(named: list[Identifier]) -> Iterator[Identifier]:
    """What `identify` makes one of, and libraries may have written down as the other."""
    for one in named:
        if one.kind == "arxiv":
            yield Identifier("doi", f"10.48550/arxiv.{one.value}")
        if one.kind == "url" and one.value.startswith(_FORUM):
            yield Identifier("url", one.value.replace("/forum?", "/pdf?"))
