"""Reads exports back with other libraries than those that wrote them."""

import csv
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

import clevercsv
from citeproc.source.json import CiteProcJSON
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pybtex.database import Person, parse_string
from pybtexris.parsers import RISParser
from pylatexenc.latex2text import LatexNodes2Text

from search.exports.bibliography import Entry

GUARD = re.compile(r"(^|;\s*)'(?='*[=+\-@＝＋－＠])")
LATEX = LatexNodes2Text(strict_latex_spaces=True)
SAME = {
    "’": "'", "‘": "'", "`": "'", "“": "''", "”": "''", '"': "''", "ˆ": "^", "∆": "Δ", "·": "⋅", "˙": "⋅",
    "−": "-", "∗": "*", "ɛ": "ε", "µ": "μ", "′": "^'", "\u0305": "\u0304",
}  # fmt: skip
"""Signs for which LaTeX has one code."""
TYPED = str.maketrans(SAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What another library found in a file about one paper; authors in the order in which they are said."""

    key: str
    title: str = ""
    headline: str = ""
    authors: tuple[str, ...] = ()
    others: bool = False
    year: str = ""
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    pdf: str = ""
    code: str = ""
    keywords: str = ""
    abstract: str = ""
    note: str = ""


def meant(entry: Entry, between: str = ", ") -> Read:
    """What should be found."""
    return Read(
        key=entry.key,
        title=entry.title,
        headline=entry.headline,
        authors=tuple(author.said for author in entry.authors),
        others=entry.others,
        year="" if entry.year is None else str(entry.year),
        venue=entry.venue,
        doi=entry.doi,
        arxiv_id=entry.arxiv_id,
        url=entry.url,
        pdf=entry.pdf,
        code=entry.code,
        keywords=between.join(entry.keywords),
        abstract=" ".join(entry.abstract.split()),
        note=" ".join(entry.note.split()),
    )


def folded(read: Read) -> Read:
    """As LaTeX sets it: one kind of apostrophe and quotation mark, raised and lowered signs behind a mark."""
    names = tuple(map(_folded, read.authors))
    texts = {
        name: _folded(getattr(read, name)) for name in ("title", "headline", "venue", "keywords", "abstract", "note")
    }
    return Read(
        key=read.key, authors=names, others=read.others, year=read.year, doi=read.doi, arxiv_id=read.arxiv_id,
        url=read.url, pdf=read.pdf, code=read.code, **texts,
    )  # fmt: skip


def bibtex(text: str) -> Iterator[Read]:
    """By pybtex, and LaTeX by the reading half of pylatexenc."""
    for key, entry in parse_string(text, "bibtex").entries.items():
        fields = entry.fields
        people = [_latex(_said(person)) for person in entry.persons.get("author", ())]
        yield Read(
            key=key,
            title=_latex(fields.get("title", "")),
            headline=_after("Title unknown; in short: ", _latex(fields.get("note", ""))),
            authors=tuple(name for name in people if name != "others"),
            others=people[-1:] == ["others"],
            year=fields.get("year", ""),
            venue=_latex(
                next((fields[name] for name in ("booktitle", "journal", "howpublished") if name in fields), "")
            ),
            doi=fields.get("doi", ""),
            arxiv_id=fields.get("eprint", ""),
            url=fields.get("url", ""),
            pdf=fields.get("pdf", ""),
            code=fields.get("code", ""),
            keywords=_latex(fields.get("keywords", "")),
            abstract=_latex(fields.get("abstract", "")),
            note=_latex(fields.get("annote", "")),
        )


def ris(text: str) -> Iterator[Read]:
    """By pybtexris, which has a parser of its own."""
    for key, entry in RISParser().parse_string(text).entries.items():
        fields = entry.fields
        notes = fields.get("note", "").split(" | ")
        yield Read(
            key=key,
            title=fields.get("title", ""),
            headline=_first("Title unknown; in short: ", notes),
            authors=tuple(_turned(str(person)) for person in entry.persons.get("author", ())),
            others="There are more authors than are named here." in notes,
            year=fields.get("year", ""),
            venue=fields.get("journal", "") or fields.get("series", "") or fields.get("T2", ""),
            doi=fields.get("doi", ""),
            arxiv_id=_after("arXiv:", fields.get("AN", "")),
            url=fields.get("url", ""),
            pdf=fields.get("L1", ""),
            code=_first("Code: ", notes),
            keywords=fields.get("keywords", "").replace(" | ", ", "),
            abstract=fields.get("abstract", ""),
            note=_first("Note: ", notes),
        )


def csl_json(text: str) -> Iterator[Read]:
    """By citeproc-py, but for `custom`, which it does not know."""
    items = json.loads(text)
    customs = [item.pop("custom", {}) for item in items]
    for custom, (key, known) in zip(customs, CiteProcJSON(items).items(), strict=True):
        names = [_name(name) for name in known.get("author", ())]
        issued = known.get("issued")
        yield Read(
            key=key,
            title=str(known.get("title", "")),
            headline=_after("Title unknown; in short: ", str(known.get("note", ""))),
            authors=tuple(name for name in names if name != "others"),
            others=names[-1:] == ["others"],
            year=str(issued.year) if issued else "",
            venue=str(known.get("container_title", "")),
            doi=str(known.get("DOI", "")),
            arxiv_id=_after("arXiv:", str(known.get("number", ""))),
            url=str(known.get("URL", "")),
            pdf=custom.get("pdf", ""),
            code=custom.get("code", ""),
            keywords=str(known.get("keyword", "")),
            abstract=" ".join(str(known.get("abstract", "")).split()),
            note=" ".join(str(known.get("annote", "")).split()),
        )


def csv_table(text: str) -> Iterator[Read]:
    """By CleverCSV's own parser; the guards before what would be a formula are taken away."""
    rows = clevercsv.reader(text.removeprefix("\ufeff").split("\n"), delimiter=",", quotechar='"')
    head, *cells = [[cell.rstrip("\r") for cell in row] for row in rows if row]
    for row in cells:
        fields = dict(zip(head, (GUARD.sub(r"\1", cell) for cell in row), strict=True))
        names = fields["authors"].split("; ") if fields["authors"] else []
        yield Read(
            key=fields.pop("id"),
            authors=tuple(name for name in names if name != "et al."),
            others=names[-1:] == ["et al."],
            **{name: value for name, value in fields.items() if name != "authors"},
        )


def markdown(text: str) -> tuple[list[str], set[str], set[str]]:
    """By markdown-it: the text of each block, the addresses that can be followed, and the kinds of marks in it."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    inner = [child for token in tokens for child in token.children or ()]
    addresses = {unquote(str(child.attrs["href"])) for child in inner if child.type == "link_open"}
    blocks = [_text(token) for token in tokens if token.type == "inline"]
    return blocks, addresses, {token.type for token in [*tokens, *inner]}


def cells_where_semicolons_part(text: str) -> Iterator[str]:
    """Every cell that a program sees which takes the semicolon for what parts them."""
    for row in csv.reader(text.removeprefix("\ufeff").splitlines(), delimiter=";"):
        yield from row


def _text(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


def _folded(text: str) -> str:
    level = "".join(map(_level, text)).translate(TYPED)
    return unicodedata.normalize("NFC", re.sub(r"ı(?=[\u0300-\u036f])", "i", level))


def _level(sign: str) -> str:
    kind, *plain = unicodedata.decomposition(sign).split(" ")
    mark = {"<super>": "^", "<sub>": "_"}.get(kind)
    return mark + "".join(chr(int(each, 16)) for each in plain) if mark else sign


def _latex(text: str) -> str:
    return " ".join(str(LATEX.latex_to_text(text)).split())


def _said(person: Person) -> str:
    parts = (person.first_names, person.middle_names, person.prelast_names, person.last_names, person.lineage_names)
    return " ".join(word for part in parts for word in part)


def _turned(name: str) -> str:
    family, _, rest = name.partition(", ")
    given, _, suffix = rest.partition(", ")
    return " ".join(filter(None, (given, family, suffix)))


def _name(name: Mapping[str, str]) -> str:
    known = {key.replace("-", "_"): value for key, value in name.items()}
    if known.get("literal"):
        return str(known["literal"])
    order = ("given", "non_dropping_particle", "family", "suffix")
    return " ".join(str(known[part]) for part in order if known.get(part))


def _first(label: str, notes: list[str]) -> str:
    return next((_after(label, note) for note in notes if note.startswith(label)), "")


def _after(label: str, text: str) -> str:
    return text.removeprefix(label) if text.startswith(label) else ""
