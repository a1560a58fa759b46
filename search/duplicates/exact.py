"""The exact names of a paper (arXiv, DOI, OpenReview, ACL Anthology, address), one spelling each."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from search.models import Paper
from search.record import ARXIV, doi

ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
ACL_DOI = re.compile(r"10\.(?:18653/v1|3115/v1)/([a-z]\d{2}-\d{4}|\d{4}\.[\w-]+\.\d+)")
ACL_PAGE = re.compile(r"(?:/anthology)?/(?:papers/)?(?:.*/)?([a-z]\d{2}-\d{4}|\d{4}\.[\w-]+\.\d+)", re.IGNORECASE)
ACL_HOSTS = frozenset({"aclanthology.org", "aclweb.org", "aclanthology.info"})
ARXIV_PAGE = re.compile(r"/(?:abs|pdf|html|format|ps)/.+")
DOI_HOSTS = frozenset({"doi.org", "dx.doi.org"})
FILE_ENDING = re.compile(r"(?:\.pdf|\.html?|\.bib)?/?$", re.IGNORECASE)
VOLUME = re.compile(r"(?:/(?:proceedings|papers?|volumes?|issues?|toc|index|book|v?\d+)s?)*/?", re.IGNORECASE)
"""Paths that lead to a whole volume, which its papers share."""


class ExactName(NamedTuple):
    """`kind` is arxiv, doi, openreview, acl or url; `value` is equal for all spellings of one name."""

    kind: str
    value: str


def exact_names(paper: Paper) -> frozenset[ExactName]:
    """All that the fields say; the version of a preprint and the case of a DOI make no difference."""
    return frozenset(_names(paper))


def _names(paper: Paper) -> Iterator[ExactName]:
    yield from _arxiv(paper.arxiv_id or "")
    yield from _doi(paper.doi or "")
    for address in filter(None, (paper.url, paper.pdf)):
        yield from _of_address(address)


def _arxiv(text: str) -> Iterator[ExactName]:
    if match := ARXIV.fullmatch(text.strip()):
        number = match["id"].lower()
        # `math.AG/0601001` and `math/0601001` are one paper.
        yield ExactName("arxiv", re.sub(r"\.[a-z]{2}/", "/", number))


def _doi(text: str) -> Iterator[ExactName]:
    try:
        name = unquote(doi(unquote(text))).lower()
    except ValueError:
        return
    if match := ARXIV_DOI.fullmatch(name):
        yield from _arxiv(match[1])
        return
    if match := ACL_DOI.fullmatch(name):
        yield ExactName("acl", match[1])
    yield ExactName("doi", name)


def _of_address(address: str) -> Iterator[ExactName]:
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return
    if host in DOI_HOSTS:
        yield from _doi(parts.path.lstrip("/"))
    elif host.endswith("arxiv.org") and ARXIV_PAGE.fullmatch(parts.path):
        yield from _arxiv(address)
    elif host == "openreview.net" and (forum := parse_qs(parts.query).get("id")):
        yield ExactName("openreview", forum[0])
    elif host in ACL_HOSTS and (match := ACL_PAGE.fullmatch(FILE_ENDING.sub("", parts.path))):
        yield ExactName("acl", match[1].lower())
    elif host and not VOLUME.fullmatch(parts.path):
        query = f"?{parts.query}" if parts.query else ""
        yield ExactName("url", host + FILE_ENDING.sub("", unquote(parts.path)) + query)
