"""The rows of a table of text (CSV, TSV), whatever parts its columns, each as a record of named fields."""

import csv
from ast import literal_eval
from collections import deque
from collections.abc import Iterable, Iterator

from search.files.columns import field_of, record_of
from search.files.limits import LIMITS, Limits
from search.files.records import Found, Remark

SEPARATORS = (",", ";", "\t", "|")
LINES = 2_000
"""Lines of one row; a row that seems longer has a quote that is never closed. As the next quote would close it, those
are at least so far apart, and reading anew below each of them does not read a line more than twice."""
LONGEST_LIST = 100_000
ENOUGH = 5
"""Lines at the beginning of a file in which the names of its columns are looked for."""


def separator(line: str) -> str:
    """What parts the columns of a header; the one that brings out most known columns."""
    return max(SEPARATORS, key=lambda sign: (len(set(map(field_of, _names(line, sign)))), line.count(sign)))


def header_place(lines: Iterable[str]) -> int | None:
    """The index of the line that names the columns, an abstract's and another one among them."""
    for index, line in zip(range(ENOUGH), lines, strict=False):
        fields = list(map(field_of, _names(line, separator(line))))
        if "abstract" in fields and len(set(fields) - {""}) > 1:
            return index
    return None


def rows(lines: Iterable[str], limits: Limits = LIMITS) -> Iterator[Found]:
    """The rows below the line that names the columns, which must be one of the first."""
    waiting = deque[str]()
    source = iter(lines)
    waiting.extend(line for _, line in zip(range(ENOUGH), source, strict=False))
    place = header_place(waiting)
    if place is None:
        yield 1, Remark(f"no column is named abstract, the columns are {_shown(waiting[0] if waiting else '')}")
        return
    top = [waiting.popleft() for _ in range(place + 1)][-1]
    sign = separator(top)
    names = _names(top, sign)
    for line, cells in _Rows(waiting, source, sign, place + 2, limits):
        if isinstance(cells, str):
            yield line, cells
        elif any(cell.strip() for cell in cells):
            yield line, record_of(zip(names, map(_value, cells), strict=False))


def _names(line: str, sign: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:
        return []


def _value(cell: str) -> object:
    """A list, where a program wrote one as it prints lists (`['Ann Lee', 'Bo Ray']`); else the text."""
    text = cell.strip()
    if text.startswith(("['", '["')) and text.endswith("]") and len(text) <= LONGEST_LIST:
        try:
            values = literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return text
        return values if isinstance(values, list) and all(isinstance(value, str) for value in values) else text
    return text


def _shown(line: str) -> str:
    text = " ".join(line.split())
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


class _Rows:
    """Rows with the lines they begin in. Where a quote is never closed, its line is given up and the next ones are read
    anew."""

    def __init__(self, waiting: deque[str], source: Iterator[str], sign: str, line: int, limits: Limits) -> None:
        self._waiting, self._source, self._sign, self._line = waiting, source, sign, line
        self._limits = limits
        self._taken: list[str] = []

    def __iter__(self) -> Iterator[tuple[int, list[str] | str]]:
        csv.field_size_limit(self._limits.line)
        while True:
            self._taken.clear()
            try:
                cells = next(csv.reader(self._lines(), delimiter=self._sign, skipinitialspace=True, strict=False))
            except StopIteration:
                return
            except (csv.Error, _Unclosed):
                yield self._line, "a quote in it is never closed"
                self._waiting.extendleft(reversed(self._taken[1:]))
                self._line += 1
                continue
            yield self._line, cells
            self._line += len(self._taken)

    def _lines(self) -> Iterator[str]:
        while (line := self._waiting.popleft() if self._waiting else next(self._source, None)) is not None:
            self._taken.append(line)
            if len(self._taken) > LINES:
                raise _Unclosed
            yield line
        if len(self._taken) > 1:
            # The reader would take the rest of the file for one row.
            raise _Unclosed


class _Unclosed(Exception):
    pass
