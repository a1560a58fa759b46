"""Names that belong to one paper: arXiv ids, DOIs and addresses, in the spellings people use."""

import re
from urllib.parse import parse_qs, urlsplit

from search.query import Identifier

NEW_ARXIV = re.compile(r"(?:arxiv:)?(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d+)?", re.IGNORECASE)
OLD_ARXIV = re.compile(r"(?:arxiv:)?([a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?/(\d{7})(?:v\d+)?", re.IGNORECASE)
DOI = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
ARXIV_PATH = re.compile(r"/(?:abs|pdf|html|format|ps)/(.+?)(?:\.pdf)?/?")
ADDRESS = re.compile(r"https?://[^\s/?#]+\.[^\s]+", re.IGNORECASE)
KNOWN_HOST = re.compile(r"(?:www\.)?(?:arxiv\.org|openreview\.net)/\S+", re.IGNORECASE)
ENDING = ".,;:!?'\"…"


def identify(text: str) -> Identifier | None:
    """The identifier that this one word is, in its canonical form; None for any other word."""
    if "." not in text and "/" not in text:  # every identifier has one or the other
        return None
    word = _trimmed(text)
    return _arxiv(word) or _doi(word) or _address(word)


def _trimmed(text: str) -> str:
    word = text.strip().rstrip(ENDING)
    while word.endswith(")") and word.count(")") > word.count("("):
        word = word[:-1].rstrip(ENDING)
    return word


def _arxiv(word: str) -> Identifier | None:
    if match := NEW_ARXIV.fullmatch(word):
        return Identifier("arxiv", match[1])
    if match := OLD_ARXIV.fullmatch(word):
        return Identifier("arxiv", f"{match[1].lower()}/{match[2]}")
    return None


def _doi(word: str) -> Identifier | None:
    match = DOI.fullmatch(word)
    if match is None:
        return None
    within = ARXIV_DOI.fullmatch(match[1])
    return (within and _arxiv(within[1])) or Identifier("doi", match[1].lower())


def _address(word: str) -> Identifier | None:
    if KNOWN_HOST.fullmatch(word):
        word = f"https://{word}"
    if not ADDRESS.fullmatch(word):
        return None
    try:
        parts = urlsplit(word)
    except ValueError:  # An address with stray brackets belongs to no paper.
        return None
    host = parts.netloc.lower().removeprefix("www.")
    if host.endswith("arxiv.org") and (match := ARXIV_PATH.fullmatch(parts.path)):
        return _arxiv(match[1]) or Identifier("url", f"https://arxiv.org{parts.path}")
    if host == "openreview.net" and (forum := parse_qs(parts.query).get("id")):
        return Identifier("url", f"https://openreview.net/forum?id={forum[0]}")
    query = f"?{parts.query}" if parts.query else ""
    return Identifier("url", f"https://{host}{parts.path.rstrip('/')}{query}")
