"""Markdown to be read: a heading a paper, what is known of it, its abstract; nothing in it but our own marks acts."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from search.exports.bibliography import Bibliography, Entry, line
from search.exports.form import Form
from search.record import LINK

_ACTS = re.compile(
    r"[\\`*_\[\]<{}|~^$#@]"  # wherever they stand
    r"|^[-+=>:]|(?<=-)-|(?<==)=|(?<=%)%"  # at the beginning of a line, or twice
    r"|&(?=[\w#])|:(?=//|[\w+-]+:)|(?<=www)\.",  # in what would be an entity, an address or a picture of a face
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^(\(?\w+)([.)])(?=\s|$)")
_IN_ADDRESSES = "!#$%&'()*+,-./:;=?@[]_~"


def text(bibliography: Bibliography) -> str:
    """The file."""
    parts = [f"# {escaped(line(bibliography.title)) or 'Papers'}"]
    for entry in bibliography.entries:
        parts += filter(None, _parts(entry))
    return "\n\n".join(parts) + "\n"


def escaped(plain: str) -> str:
    """One line with a backslash before each sign that some Markdown acts on; other signs stay, so that the file itself
    can be read."""
    return _NUMBER.sub(r"\1\\\2", _ACTS.sub(r"\\\g<0>", plain))


def _parts(entry: Entry) -> Iterator[str]:
    yield f"## {escaped(entry.title or entry.headline)}"
    yield "*No title is known; this is what the abstract is about.*" if entry.headline else ""
    yield escaped(", ".join(person.said for person in entry.authors) + (" et al." if entry.others else ""))
    yield " · ".join(filter(None, (escaped(_published(entry)), *_links(entry), f"`{entry.key}`")))
    yield "\n\n".join(map(escaped, entry.abstract.split("\n\n")))
    yield f"Keywords: {escaped(', '.join(entry.keywords))}" if entry.keywords else ""
    yield "\n>\n".join(f"> {escaped(paragraph)}" for paragraph in entry.note.split("\n\n")) if entry.note else ""


def _published(entry: Entry) -> str:
    year = str(entry.year) if entry.year is not None else ""
    return entry.venue if year and year in entry.venue else f"{entry.venue} {year}".strip()


def _links(entry: Entry) -> Iterator[str]:
    yield _link("paper", entry.url)
    yield _link("PDF", entry.pdf)
    yield _link("code", entry.code)
    yield _link("DOI", entry.doi and f"https://doi.org/{quote(entry.doi, safe='/().;:-_')}")
    yield _link("arXiv", entry.arxiv_id and f"https://arxiv.org/abs/{quote(entry.arxiv_id, safe='/().;:-_')}")


def _link(label: str, address: str) -> str:
    if not LINK.fullmatch(address):
        return ""
    return f"[{label}](<{quote(address, safe=_IN_ADDRESSES)}>)"


FORM = Form("markdown", "Markdown", ".md", "text/markdown", text)
