"""Works of OpenAlex, whose abstracts are indexes: each word with the places it stands in."""

from collections.abc import Iterable, Iterator, Mapping

from search.files.form import Form
from search.files.json_values import keys, values
from search.files.records import RecordError, papers, read_as
from search.reading import Item
from search.record import Record

MOST_WORDS = 20_000
"""Places in an abstract; more are no abstract."""


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The papers; works that were retracted are told as that."""
    return papers(name, read_as(values(name, lines), _record))


def fits(beginning: str) -> bool:
    """Whether works carry what only this service calls so."""
    found = keys(beginning)
    return "abstract_inverted_index" in found or {"authorships", "display_name"} <= found


def _record(work: Mapping[str, object]) -> Record:
    if work.get("is_retracted") is True:
        raise RecordError("it was retracted")
    location = _mapping(work.get("primary_location"))
    best = _mapping(work.get("best_oa_location"))
    return {
        "abstract": _abstract(work.get("abstract_inverted_index")),
        "title": work.get("title") or work.get("display_name"),
        "authors": _authors(work.get("authorships")),
        "year": work.get("publication_year"),
        "venue": _mapping(location.get("source") or work.get("host_venue")).get("display_name"),
        "url": location.get("landing_page_url") or work.get("doi") or work.get("id"),
        "pdf": location.get("pdf_url") or best.get("pdf_url"),
        "doi": work.get("doi"),
        "keywords": [each.get("display_name") for each in _mappings(work.get("keywords")) if each.get("display_name")],
    }


def _abstract(index: object) -> str:
    """The words in their order; a place without a word is passed over."""
    if not isinstance(index, Mapping):
        return ""
    placed = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places
        if isinstance(place, int) and not isinstance(place, bool)
    ]
    if len(placed) > MOST_WORDS:
        raise RecordError(f"its abstract has more than {MOST_WORDS:,} words")
    return " ".join(word for _, word in sorted(placed))


def _authors(authorships: object) -> list[object]:
    """Names as the service knows them; as they stand on the paper where it does not."""
    people = ((_mapping(each.get("author")), each) for each in _mappings(authorships))
    return [author.get("display_name") or each.get("raw_author_name") or "" for author, each in people]


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


FORM = Form("openalex", "OpenAlex", (), read, fits, in_pieces=True)
