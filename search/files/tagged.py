"""Records of tagged lines (`TI  - Title`), as reference managers and databases of papers write them."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from search.files.limits import LIMITS, Limits
from search.files.records import Found
from search.record import Record

PARAGRAPHS = re.compile(r"\n\s*\n")
Fields = dict[str, list[str]]
"""Every value of a tag, in the order of the record, with its line breaks."""


@dataclass(frozen=True, slots=True)
class Tags:
    """How the lines of a format look: `line` finds a tag and a value. A record is over before the tags `begins`, at the
    tags `ends`, and with `blank` at an empty line; the tags `outside` belong to none. A line without a tag goes on with
    the value above it."""

    line: re.Pattern[str]
    begins: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()
    blank: bool = False


class _Record:
    def __init__(self, line: int, limit: int) -> None:
        self.line, self._limit = line, limit
        self._values: list[tuple[str, list[str]]] = []
        self._size = 0

    def add(self, tag: str, value: str) -> None:
        self._size += len(value) + 1
        if self._size <= self._limit:
            self._values.append((tag, [value.strip()]))

    def go_on(self, line: str) -> None:
        self._size += len(line)
        if self._values and self._size <= self._limit:
            self._values[-1][1].append(line.strip())

    def read(self, read: Callable[[Fields], Record]) -> Found:
        if self._size > self._limit:
            return self.line, f"it is longer than {self._limit:,} characters"
        fields: Fields = {}
        for tag, parts in self._values:
            fields.setdefault(tag, []).append("\n".join(parts).strip())
        return self.line, read(fields)


def records(
    lines: Iterable[str], tags: Tags, read: Callable[[Fields], Record], limits: Limits = LIMITS
) -> Iterator[Found]:
    """The records, each with the line it begins in; what stands between records is passed over."""
    record: _Record | None = None
    for number, line in enumerate(lines, start=1):
        match = tags.line.match(line)
        tag = match[1] if match else ""
        over = tag in tags.begins | tags.ends or (tags.blank and not line.strip())
        if record is not None and over:
            yield record.read(read)
            record = None
        if match and tag not in tags.ends | tags.outside:
            record = record or _Record(number, limits.record)
            record.add(tag, match[2] or "")
        elif record is not None and not match:
            record.go_on(line)
    if record is not None:
        yield record.read(read)


def first(fields: Fields, *tags: str) -> str:
    """The first value of the first of these tags that has one, on one line."""
    for tag in tags:
        for value in fields.get(tag, ()):
            if text := " ".join(value.split()):
                return text
    return ""


def longest(fields: Fields, *tags: str) -> str:
    """The longest value of these tags, its lines joined and its paragraphs apart."""
    value = max((value for tag in tags for value in fields.get(tag, ())), key=len, default="")
    return "\n\n".join(" ".join(part.split()) for part in PARAGRAPHS.split(value))


def every(fields: Fields, *tags: str, by_line: bool = False) -> list[str]:
    """All values of the first of these tags that has any; with `by_line` each line of a value is one."""
    for tag in tags:
        values = fields.get(tag, [])
        lines = [line for value in values for line in value.split("\n")] if by_line else values
        if found := [" ".join(line.split()) for line in lines if line.strip()]:
            return found
    return []
