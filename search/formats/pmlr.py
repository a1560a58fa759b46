"""PMLR's pages: a Markdown file a paper, with everything about it in the YAML at its top."""

import re
from collections.abc import Iterable, Iterator, Mapping

from search.files.dates import year_in
from search.files.form import Form
from search.files.records import Found, papers
from search.files.yaml_text import loaded
from search.language.people import people
from search.reading import Item
from search.record import Record

TOP = re.compile(r"\A\s*---\s*\n(?=.*^(?:abstract|bibtex_author|layout: *inproceedings)\b)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"---\s*|\.\.\.\s*")
LONGEST = 1_000_000


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The paper of the page, or those of several pages one after the other."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether it opens with such a top."""
    return TOP.match(beginning) is not None


def _records(lines: Iterable[str]) -> Iterator[Found]:
    for line, text in _tops(lines):
        fields = loaded(text) if len(text) <= LONGEST else "it is too long"
        yield line, fields if isinstance(fields, str) else _record(fields)


def _tops(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    begun, parts = 0, list[str]()
    for number, line in enumerate(lines, start=1):
        if not FENCE.fullmatch(line):
            if begun:
                parts.append(line)
        elif begun:
            if "".join(parts).strip():
                yield begun, "".join(parts)
            begun, parts = 0, []
        else:
            begun = number
    if "".join(parts).strip():
        yield begun, "".join(parts)


def _record(fields: Mapping[str, object]) -> Record:
    authors = fields.get("author")
    return {
        "abstract": fields.get("abstract"),
        "title": fields.get("title"),
        "authors": authors if isinstance(authors, list) else tuple(people(str(fields.get("bibtex_author") or ""))),
        "year": year_in(str(fields.get("year") or fields.get("date") or "")),
        "venue": fields.get("container-title") or fields.get("booktitle") or fields.get("series"),
        "url": fields.get("url") or _page(fields),
        "pdf": fields.get("pdf"),
        "code": next((each for name in ("software", "code") if str(each := fields.get(name)).startswith("http")), None),
        "doi": fields.get("doi"),
        "keywords": fields.get("keywords"),
    }


def _page(fields: Mapping[str, object]) -> object:
    """Where PMLR shows the paper: each volume has a folder there."""
    volume, key = fields.get("volume"), fields.get("id")
    if fields.get("publisher") == "PMLR" and volume and key:
        return f"https://proceedings.mlr.press/v{volume}/{key}.html"
    return fields.get("openreview")


FORM = Form("pmlr", "PMLR front matter", (".md", ".markdown"), read, fits)
