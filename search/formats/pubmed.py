"""PubMed's XML: an article an element, abstracts in labelled parts, with raised, lowered and slanted signs."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from search.files.dates import year_in
from search.files.form import Form
from search.files.markup import line_of, text_of
from search.files.records import Found, papers
from search.files.titles import without_stop
from search.files.xml_records import elements, local
from search.language.people import named
from search.reading import Item
from search.record import Record

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

KINDS = ("PubmedArticle", "PubmedBookArticle")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers of a set, or of several."""
    return papers(name, _records(lines))


def fits(beginning: str) -> bool:
    """Whether such an article or a set of them begins in it."""
    return beginning.lstrip().startswith("<") and any(f"<{kind}" in beginning for kind in KINDS)


def _records(lines: Iterable[str]) -> Iterator[Found]:
    for line, element in elements(lines, KINDS):
        yield line, element if isinstance(element, str) else _record(element)


def _record(article: "Element") -> Record:
    abstract, title = article.find(".//Abstract"), article.find(".//ArticleTitle")
    name, number = line_of(title), line_of(article.find(".//PMID"))
    dois = (each for each in article.iter() if each.get("EIdType") == "doi" or each.get("IdType") == "doi")
    return {
        "abstract": "\n\n".join(_parts(abstract)) if abstract is not None else "",
        "title": without_stop(name).strip("[]"),
        "authors": tuple(_name(author) for author in article.findall(".//AuthorList/Author")),
        "year": year_in(line_of(_date(article))),
        "venue": line_of(article.find(".//Journal/Title")) or line_of(article.find(".//BookTitle")),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number.isdigit() else "",
        "doi": next(map(line_of, dois), ""),
        "keywords": [line_of(word) for word in article.findall(".//Keyword")],
    }


def _parts(abstract: "Element") -> Iterator[str]:
    """`Methods: ...` where a part has a label."""
    for part in abstract:
        text, label = text_of(part), part.get("Label") or ""
        if local(part) == "AbstractText" and text:
            yield f"{label.capitalize()}: {text}" if label and label != "UNLABELLED" else text


def _name(author: "Element") -> str:
    parts = {local(child): line_of(child) for child in reversed(author)}
    whole = parts.get("CollectiveName", "")
    return whole or named(
        parts.get("LastName", ""), parts.get("ForeName") or parts.get("Initials", ""), parts.get("Suffix", "")
    )


def _date(article: "Element") -> "Element | None":
    date = article.find(".//PubDate")
    return date if date is not None else article.find(".//ArticleDate")


FORM = Form("pubmed", "PubMed XML", (), read, fits, in_pieces=True)
