"""From a record of loosely typed fields to a paper, with a remark on each field that could not be taken as it stood."""

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from search.language.characters import plain_characters
from search.language.mojibake import mended
from search.language.people import ET_AL, listed, named, person
from search.models import Paper

YEARS = range(1500, 2200)
"""Years a paper can have; anything else is a slip."""
ABSTRACT_LIMIT = 20_000
"""Characters; the longest of 22,000 conference papers' has 16,300, and the next one 4,700. Reading, naming and indexing
take time that grows faster than an abstract, so that this also bounds what a hostile file can cost."""
LINE_LIMIT = 1_000
"""Characters of a title, a name, a venue, a keyword."""
LIST_LIMIT = 10_000
"""Authors or keywords; the largest collaborations have half as many members."""
LINK_LIMIT = 2_000
LINK = re.compile(r"https?://[^\s/?#<>\"\x00-\x1f\x7f]+[^\s<>\"\x00-\x1f\x7f]*", re.IGNORECASE)
YEAR = re.compile(r"\s*(\d{4})(?:\.0+)?(?:[-/.]\d{1,2}.*)?\s*", re.DOTALL)
DOI = re.compile(r"(?:.*?[/:=\s])??(?P<doi>10(?:\.\d+)+/\S+|10/\w+)", re.IGNORECASE | re.DOTALL)
ARXIV = re.compile(
    r"(?:.*?\barxiv\b(?:\.org)?[/:.\s]*(?:(?:abs|pdf|html)/)?)?"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?(?:\s*\[[\w.\s-]*\])?",
    re.IGNORECASE,
)
OF_ARXIV = re.compile(r"\barxiv\b", re.IGNORECASE)
WHOLE = ("name", "literal", "display_name", "fullName", "full_name")
FAMILY, GIVEN = ("family", "lastName", "last_name", "last"), ("given", "firstName", "first_name", "first")
AFTER, PARTICLE = ("suffix",), ("non-dropping-particle", "dropping-particle")
UNWRITABLE = re.compile(r"[\0\ud800-\udfff]+")
"""NUL and halves of surrogate pairs: no database, file or message takes them."""

Record = Mapping[str, object]
Value = TypeVar("Value")


def paper_of(record: Record, source: str) -> tuple[Paper, tuple[str, ...]]:
    """The paper, and remarks such as `its year "soon" was left out`; unknown fields are passed over in silence."""
    remarks: list[str] = []

    def take(name: str, read: Callable[[object], Value], empty: Value) -> Value:
        raw = record.get(name)
        if raw is None or raw == "":
            return empty
        try:
            return read(raw)
        except ValueError as error:
            remarks.append(f"its {name} {_shown(raw)} was left out, {error}")
            return empty

    paper = Paper(
        abstract=take("abstract", _abstract, ""),
        title=take("title", _line, None) or None,
        authors=take("authors", _people, ()),
        year=take("year", _year, None),
        venue=take("venue", _shown_line, None) or None,
        url=take("url", link, None),
        pdf=take("pdf", link, None),
        code=take("code", link, None),
        doi=take("doi", doi, None),
        arxiv_id=take("arxiv_id", _arxiv_id, None),
        keywords=take("keywords", _keywords, ()),
        source=source,
    )
    return _with_arxiv_id(paper), tuple(remarks)


def _with_arxiv_id(paper: Paper) -> Paper:
    """Addresses and DOIs that arXiv gives hold the number of the paper."""
    if paper.arxiv_id:
        return paper
    for text in filter(None, (paper.doi, paper.url, paper.pdf)):
        match = ARXIV.fullmatch(text) if OF_ARXIV.search(text) else None
        if match:
            return replace(paper, arxiv_id=match["id"])
    return paper


def link(raw: object) -> str:
    """An address that may be shown as a link; raises `ValueError` for anything but http and https."""
    text = _unwrapped(raw)
    if len(text) > LINK_LIMIT or not LINK.fullmatch(text):
        raise ValueError("it is no web address")
    return text


def doi(raw: object) -> str:
    """A DOI without what people write before it; raises `ValueError` for anything else."""
    match = DOI.fullmatch(_line(raw))
    if match is None:
        raise ValueError("it is no DOI")
    return match["doi"].rstrip(".,;")


def writable(text: str) -> str:
    """The text without characters that cannot be stored."""
    if text.isascii():
        return text.replace("\0", "")
    return UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\0", ""))


def _abstract(raw: object) -> str:
    return _at_most(ABSTRACT_LIMIT, _passage(raw))


def _passage(raw: object) -> str:
    if not isinstance(raw, str):
        raise ValueError("it is no text")
    return mended(writable(raw)).strip()


def _line(raw: object) -> str:
    return _at_most(LINE_LIMIT, _unwrapped(raw))


def _shown_line(raw: object) -> str:
    return plain_characters(_line(raw))


def _arxiv_id(raw: object) -> str:
    match = ARXIV.fullmatch(_line(raw))
    if match is None:
        raise ValueError("it is no number of arXiv")
    return match["id"]


def _unwrapped(raw: object) -> str:
    return " ".join(_passage(raw).split())


def _at_most(limit: int, text: str) -> str:
    if len(text) > limit:
        raise ValueError(f"it is longer than {limit:,} characters")
    return text


def _year(raw: object) -> int | None:
    match = YEAR.fullmatch(str(raw)) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else None
    if match is None or int(match[1]) not in YEARS:
        raise ValueError("it is no year")
    return int(match[1])


def _people(raw: object) -> tuple[str, ...]:
    """A tuple has the names as they are shown; a list and a text are what somebody wrote."""
    if isinstance(raw, tuple):
        return _kept(_line(name) for name in raw)
    if isinstance(raw, str):
        return _kept(listed(_unwrapped(raw)))
    if not isinstance(raw, list):
        raise ValueError("it is no list of names")
    if len(raw) == 1 and isinstance(raw[0], str) and ("," in raw[0] or ET_AL.search(raw[0])):
        # All names in one text: records that were scraped from pages have them so.
        return _people(raw[0])
    return _kept(_named_by(name) if isinstance(name, dict) else person(_line(name)) for name in raw)


def _named_by(parts: Mapping[str, object]) -> str:
    """A name in parts, whatever they are called."""
    whole = next((parts[key] for key in WHOLE if parts.get(key)), None)
    if whole is not None:
        return person(_line(whole))
    family, given, after, particle = (
        next((_line(parts[key]) for key in keys if parts.get(key)), "") for keys in (FAMILY, GIVEN, AFTER, PARTICLE)
    )
    return named(family, given, after, particle)


def _keywords(raw: object) -> tuple[str, ...]:
    if isinstance(raw, str):
        text = _unwrapped(raw)
        return _kept(plain_characters(text).split(";" if ";" in text else ","))
    if not isinstance(raw, list):
        raise ValueError("it is no list of words")
    return _kept(_shown_line(word) for word in raw)


def _kept(texts: Iterable[str]) -> tuple[str, ...]:
    kept = tuple(_at_most(LINE_LIMIT, text.strip()) for text in texts if text.strip())
    if len(kept) > LIST_LIMIT:
        raise ValueError(f"there are more than {LIST_LIMIT:,} of them")
    return kept


def _shown(raw: object) -> str:
    # Lists in lists without end would need more room than the interpreter has, were they written out whole.
    text = raw if isinstance(raw, str) else reprlib.repr(raw)
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'
