"""Which paper somebody means: an address, a number or a DOI in any spelling becomes the name a service knows it by."""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

from search.grammar.identifiers import identify

Kind = Literal["arxiv", "doi", "openreview", "acl", "semantic-scholar"]
PREFIXED = re.compile(r"(openreview|acl|corpusid|s2):(.+)", re.IGNORECASE)
FORUM = re.compile(r"[A-Za-z0-9_-]{8,16}")
BARE_FORUM = re.compile(r"(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{10}")
"""All notes of papers have ten signs; both kinds of letters tell them from words."""
ACL = re.compile(r"\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+|[A-Z]\d{2}-\d{4}")
SHA = re.compile(r"[0-9a-f]{40}")
CORPUS_ID = re.compile(r"\d{1,12}")
DOI_IN_PATH = re.compile(r"/(10\.\d{4,9}/[^?#]+)")
AROUND = re.compile(r"/(?:full|pdf|epdf|abstract|meta|html|summary|fulltext)/?$|\.(?:pdf|full|abstract|html)$")
"""What publishers set behind a DOI in their addresses."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A paper by a name that some service knows it by."""

    kind: Kind
    value: str

    def __str__(self) -> str:
        """As people may type it: `arxiv:2301.00001`."""
        return self.value if self.kind == "doi" else f"{self.kind}:{self.value}"


def wanted_from(text: str) -> Wanted | None:
    """The paper that this link or number means; None when no service can be asked for it."""
    text = text.strip().strip("<>").strip()
    found = _prefixed(text) or _bare(text)
    if found or any(sign.isspace() for sign in text):
        return found
    known = identify(text if "://" in text or not text.startswith("www.") else f"https://{text}")
    if known is None:
        return None
    if known.kind == "url":
        return _of_page(known.value)
    return Wanted("arxiv", known.value) if known.kind == "arxiv" else Wanted("doi", known.value)


def _prefixed(text: str) -> Wanted | None:
    match = PREFIXED.fullmatch(text)
    if match is None:
        return None
    kind, value = match[1].lower(), match[2].strip()
    if kind == "openreview":
        return Wanted("openreview", value) if FORUM.fullmatch(value) else None
    if kind == "acl":
        return Wanted("acl", value) if ACL.fullmatch(value) else None
    return Wanted("semantic-scholar", f"CorpusId:{value}") if CORPUS_ID.fullmatch(value) else None


def _bare(text: str) -> Wanted | None:
    if ACL.fullmatch(text):
        return Wanted("acl", text)
    if SHA.fullmatch(text):
        return Wanted("semantic-scholar", text)
    return Wanted("openreview", text) if BARE_FORUM.fullmatch(text) else None


def _of_page(address: str) -> Wanted | None:
    """The paper that a page is about, as far as its address tells."""
    parts = urlsplit(address)
    last = parts.path.rstrip("/").rpartition("/")[2]
    if parts.hostname == "openreview.net":
        forum = parts.query.removeprefix("id=")
        return Wanted("openreview", forum) if FORUM.fullmatch(forum) else None
    if parts.hostname in {"aclanthology.org", "aclweb.org"}:
        name = re.sub(r"(?:v\d+)?\.(?:pdf|bib)$", "", last)
        return Wanted("acl", name) if ACL.fullmatch(name) else None
    if parts.hostname == "semanticscholar.org":
        return Wanted("semantic-scholar", last) if SHA.fullmatch(last) else None
    match = DOI_IN_PATH.search(unquote(parts.path))
    known = identify(AROUND.sub("", match[1])) if match else None
    return Wanted("arxiv" if known.kind == "arxiv" else "doi", known.value) if known else None
