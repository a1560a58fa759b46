"""JSON with a row a paper (lines, or an array), or a row of facts about a paper that stands in another file."""

from collections.abc import Iterable, Iterator

from search.files.columns import record_of
from search.files.dates import year_in
from search.files.form import Form
from search.files.json_values import is_json, values
from search.files.records import NONE, RecordError, Remark
from search.models import Paper
from search.reading import Fact, Item, Problem, Skipped
from search.record import Record, paper_of, writable

SHORTEST_BEGINNING = 12
"""Characters of an abstract's beginning that are needed to know it by."""


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The rows that can be read, and a problem for each one that cannot. Rows of lines are numbered by them."""
    by_line = name.casefold().removesuffix(".gz").endswith((".jsonl", ".ndjson"))
    number = 0
    for line, row in values(name, lines):
        if isinstance(row, Remark):
            yield Problem(name, f"line {line}", row)
            continue
        number = line if by_line else number + 1
        try:
            if not isinstance(row, dict):
                raise RecordError(str(row))
            yield from _row(row, name, number, f"line {line}")
        except RecordError as error:
            yield Skipped(name, f"line {line}", f"{error}; the {'line' if by_line else 'record'} was left out")


def _row(row: Record, name: str, number: int, place: str) -> Iterator[Item]:
    about, remarks = paper_of({**_of_arxiv(row), **record_of(row.items())}, f"{name}#{number}")
    if not NONE.fullmatch(about.abstract):
        yield about
    elif "abstract_begins" in row:
        yield _fact(row, about, name, place)
    else:
        raise RecordError(", and ".join(("it has no abstract", *remarks)))
    for remark in remarks:
        yield Problem(name, place, remark)


def _of_arxiv(row: Record) -> Record:
    """What only rows of arXiv's own data set say under names that elsewhere mean other things."""
    versions = row.get("versions")
    if "authors_parsed" not in row or not isinstance(versions, list):
        return {}
    first = versions[0] if versions and isinstance(versions[0], dict) else {}
    return {"arxiv_id": row.get("id"), "year": year_in(str(first.get("created", "")))}


def _fact(row: Record, about: Paper, name: str, place: str) -> Fact:
    file, number, begins = row.get("file"), row.get("n", 0), row.get("abstract_begins")
    if not isinstance(file, str) or not file.strip():
        raise RecordError("it does not name the file that it is about")
    if not isinstance(begins, str) or len(begins.strip()) < SHORTEST_BEGINNING:
        raise RecordError(f"abstract_begins must be a text of {SHORTEST_BEGINNING} characters or more")
    hint = number if isinstance(number, int) else 0
    return Fact(writable(file).strip(), hint, writable(begins).strip(), about, name, place)


FORM = Form("json", "JSON", (".jsonl", ".ndjson", ".json"), read, is_json, in_pieces=True)
