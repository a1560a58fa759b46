"""Papers of Semantic Scholar, from its web service or its data sets, alone, in lists and as citations of others."""

from collections.abc import Iterable, Iterator, Mapping

from search.files.form import Form
from search.files.json_values import keys, values
from search.files.records import papers, read_as
from search.reading import Item
from search.record import Record

WRAPPED = ("citingPaper", "citedPaper", "paper")


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; many have no abstract there."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether papers carry that service's numbers."""
    return bool(keys(beginning) & {"paperId", "externalIds", "corpusid", "corpusId"})


def _record(item: Mapping[str, object]) -> Record:
    paper = next((inner for name in WRAPPED if isinstance(inner := item.get(name), Mapping)), item)
    numbers = _mapping(paper.get("externalIds") or paper.get("externalids"))
    venue = _mapping(paper.get("publicationVenue")).get("name") or _mapping(paper.get("journal")).get("name")
    return {
        "abstract": paper.get("abstract"),
        "title": paper.get("title"),
        "authors": paper.get("authors"),
        "year": paper.get("year") or paper.get("publicationDate"),
        "venue": paper.get("venue") or venue,
        "url": paper.get("url")
        or (f"https://www.semanticscholar.org/paper/{paper['paperId']}" if paper.get("paperId") else ""),
        "pdf": _mapping(paper.get("openAccessPdf")).get("url"),
        "doi": numbers.get("DOI"),
        "arxiv_id": numbers.get("ArXiv"),
        "keywords": _fields(paper.get("fieldsOfStudy") or paper.get("s2FieldsOfStudy")),
    }


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _fields(fields: object) -> list[str]:
    if not isinstance(fields, list):
        return []
    named = (each.get("category") if isinstance(each, Mapping) else each for each in fields)
    return list(dict.fromkeys(each for each in named if isinstance(each, str)))


FORM = Form("semanticscholar", "Semantic Scholar", (), read, fits, in_pieces=True)
