"""From the records of a file to papers, with a word on each that is left out and on each field that is."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from search.reading import Item, Problem, Skipped
from search.record import Record, paper_of

Found = tuple[int, "Record | str"]
"""The line that a record begins in, and its fields, or why it cannot be read, as the rest of a sentence."""
NONE = re.compile(
    r"[\s.–—-]*|"
    r"\W*(?:n/?a|none|null|nan|no abstracts?(?: is)?(?: available| found)?|abstract (?:is )?not available)\W*",
    re.IGNORECASE,
)
"""What is written where there is no abstract."""
SHOWN = 60


class Remark(str):
    """Stands before a record that is taken although something is odd about it, and says what."""

    __slots__ = ()


class RecordError(ValueError):
    """A record that cannot be taken; the message is the rest of a sentence."""


def papers(name: str, found: Iterable[Found]) -> Iterator[Item]:
    """The papers in their order, numbered by it, with a problem for each record and field that is left out."""
    number, above = 0, 0
    for line, record in found:
        if isinstance(record, Remark):
            yield Problem(name, f"line {line}", record)
            continue
        number += 1
        place = f"line {line}" if line > above else f"line {line}, record {number}"
        above = max(line, above)
        if isinstance(record, str):
            yield Skipped(name, place, f"{record}; the record was left out")
        else:
            yield from _taken(record, name, number, place)


def read_as(found: Iterable[tuple[int, object]], read: Callable[[Mapping[str, object]], Record]) -> Iterator[Found]:
    """Records whose fields a format has its own names for; `read` raises `RecordError` for what is no paper."""
    for line, value in found:
        if not isinstance(value, Mapping):
            yield line, value if isinstance(value, str) else "it is no object with fields"
            continue
        try:
            yield line, read(value)
        except RecordError as error:
            yield line, str(error)


def _taken(record: Record, name: str, number: int, place: str) -> Iterator[Item]:
    about, remarks = paper_of(record, f"{name}#{number}")
    if NONE.fullmatch(about.abstract):
        title = about.title or ""
        subject = f'"{title[:SHOWN]}{"…" if len(title) > SHOWN else ""}"' if title else "it"
        reason = ", and ".join((f"{subject} has no abstract", *(each for each in remarks if "its abstract" in each)))
        yield Skipped(name, place, f"{reason}; the record was left out")
        return
    yield about
    for remark in remarks:
        yield Problem(name, place, remark)
