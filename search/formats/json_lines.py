"""JSON Lines: a row a paper with the fields of `Paper`, or a row of facts about a paper that stands in another file."""

import json
from collections.abc import Iterable, Iterator

from search.models import Paper
from search.reading import Fact, Item, Problem
from search.record import Record, paper_of, writable

SUFFIXES = (".jsonl", ".ndjson")
SHORTEST_BEGINNING = 12
"""Characters of an abstract's beginning that are needed to know it by."""


class _RowError(ValueError):
    """A row that cannot be taken; the message is the rest of a sentence."""


def read(name: str, lines: Iterable[str]) -> Iterator[Item]:
    """The rows that can be read, and a problem for each one that cannot."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield from _row(_record(line), name, number)
        except _RowError as error:
            yield Problem(name, f"line {number}", f"{error}; the line was left out")


def _record(line: str) -> Record:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _RowError("it is not valid JSON") from error
    if not isinstance(record, dict):
        raise _RowError("it is no JSON object")
    return record


def _row(record: Record, name: str, number: int) -> Iterator[Item]:
    place = f"line {number}"
    about, remarks = paper_of(record, f"{name}#{number}")
    if about.abstract:
        yield about
    elif "abstract_begins" in record:
        yield _fact(record, about, name, place)
    else:
        raise _RowError(", and ".join(("it has no abstract", *remarks)))
    for remark in remarks:
        yield Problem(name, place, remark)


def _fact(record: Record, about: Paper, name: str, place: str) -> Fact:
    file, number, begins = record.get("file"), record.get("n", 0), record.get("abstract_begins")
    if not isinstance(file, str) or not file.strip():
        raise _RowError("it does not name the file that it is about")
    if not isinstance(begins, str) or len(begins.strip()) < SHORTEST_BEGINNING:
        raise _RowError(f"abstract_begins must be a text of {SHORTEST_BEGINNING} characters or more")
    hint = number if isinstance(number, int) else 0
    return Fact(writable(file).strip(), hint, writable(begins).strip(), about, name, place)
