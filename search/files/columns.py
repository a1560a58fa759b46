"""Which field of a paper a column or a key holds, whatever people and programs call it."""

import re
from collections.abc import Iterable, Iterator

from search.files.dates import year_in

_NAMES = {
    "abstract": "abstract abstracts abstractnote abstracttext summary description ab",
    "title": "title titles papertitle articletitle documenttitle primarytitle originaltitle name ti t1",
    "authors": "authors author authornames authorslist authorfullnames firstauthors creators creator au",
    "year": "year years publicationyear pubyear published publicationdate publishedyear date pubdate py",
    "venue": "venue conference journal source sourcetitle publicationtitle booktitle container journaltitle "
    "containertitle conferencename publicationname journalname journalref so",
    "url": "url link links urls paperurl articleurl href landingpage forum ur",
    "pdf": "pdf pdfurl pdflink fulltexturl fulltext",
    "code": "code codeurl github githuburl repository implementation software",
    "doi": "doi doiurl di do",
    "arxiv_id": "arxivid arxiv eprint",
    "keywords": "keywords keyword tags authorkeywords manualtags subjects topics kw de",
}
_FIELDS = {name: (field, rank) for field, names in _NAMES.items() for rank, name in enumerate(names.split())}
_SIGNS = re.compile(r"[\W_]+")
NONE = ("", 0)


def field_of(name: str) -> str:
    """The field of `Paper` that this is a name of; empty for a name that is none of any."""
    return _FIELDS.get(_SIGNS.sub("", name).casefold(), NONE)[0]


def record_of(named: Iterable[tuple[str, object]]) -> dict[str, object]:
    """The fields of a paper; of several columns for one field, the one with the most telling name that is filled."""
    record: dict[str, object] = {}
    for _, field, value in sorted(_known(named), key=lambda known: known[0]):
        record.setdefault(field, year_in(value) if field == "year" and isinstance(value, str) else value)
    return record


def _known(named: Iterable[tuple[str, object]]) -> Iterator[tuple[int, str, object]]:
    for name, value in named:
        field, rank = _FIELDS.get(_SIGNS.sub("", name).casefold(), NONE)
        if field and value is not None and value != "" and value != []:
            yield rank, field, value
