"""BibTeX: an entry a paper, under its handle, with the fields that are known."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Block, Field
from bibtexparser.model import Entry as Written
from bibtexparser.writer import BibtexFormat

from search.exports import latex
from search.exports.bibliography import Bibliography, Entry, entry, line
from search.exports.form import Form
from search.exports.kind import Kind, kind_of
from search.exports.person import Person
from search.models import Paper

MOST_CITED = 100
"""Authors of a citation; a longer list ends in `and others`, which every style knows. A file has all of them."""
_TYPES = {Kind.ARTICLE: "article", Kind.MEETING: "inproceedings", Kind.PREPRINT: "misc", Kind.UNKNOWN: "misc"}
_VENUES = {Kind.ARTICLE: "journal", Kind.MEETING: "booktitle", Kind.PREPRINT: "howpublished"}


def text(bibliography: Bibliography) -> str:
    """The file."""
    return _written(bibliography.entries)


def citation(paper: Paper) -> str:
    """One entry to be pasted: without the abstract, and with a bounded list of authors."""
    known = entry(paper)
    cited = replace(
        known, abstract="", authors=known.authors[:MOST_CITED], others=known.others or len(known.authors) > MOST_CITED
    )
    return _written([cited]).rstrip("\n")


def _written(entries: Iterable[Entry]) -> str:
    style = BibtexFormat()  # type: ignore[no-untyped-call]
    style.indent, style.block_separator, style.trailing_comma = "  ", "\n", True
    blocks: list[Block] = [Written(_TYPES[kind_of(entry.venue)], entry.key, list(_fields(entry))) for entry in entries]
    return write_string(Library(blocks), bibtex_format=style)


def _fields(entry: Entry) -> Iterator[Field]:
    return (Field(name, value) for name, value in _values(entry) if value)


def _values(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "title", latex.title(entry.title)
    yield "author", " and ".join([*map(_author, entry.authors), *(["others"] if entry.others else [])])
    yield _VENUES.get(kind_of(entry.venue), "howpublished"), latex.latex(entry.venue)
    yield "year", str(entry.year) if entry.year is not None else ""
    yield "doi", latex.address(entry.doi)
    yield "eprint", latex.address(entry.arxiv_id)
    yield "archiveprefix", "arXiv" if entry.arxiv_id else ""
    yield "url", latex.address(entry.url)
    yield "pdf", latex.address(entry.pdf)
    yield "code", latex.address(entry.code)
    yield "keywords", latex.latex(", ".join(entry.keywords))
    yield "abstract", latex.latex(line(entry.abstract))
    yield "note", latex.latex(entry.in_short)
    yield "annote", latex.latex(line(entry.note))


def _author(person: Person) -> str:
    if person.is_whole:
        name = latex.latex(person.family)
        return f"{{{name}}}" if " " in name else name
    if person.suffix:
        family = f"{person.particle} {person.family}".strip()
        return latex.latex(", ".join((family, person.suffix, person.given)))
    return latex.latex(person.said)


FORM = Form("bibtex", "BibTeX", ".bib", "application/x-bibtex", text)
