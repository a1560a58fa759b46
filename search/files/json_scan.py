"""Cuts a JSON text of any length into the texts of its records, without reading more than one of them at a time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from search.files.limits import Limits

LISTS = frozenset(
    ("items", "results", "data", "notes", "papers", "records", "recommendedPapers", "works", "entries", "articles")
)
"""Names under which answers keep the list of what was asked for."""
OUTSIDE = re.compile(r'"(?:[^"\\\n]++|\\.)*+"|["{}\[\]]')
INSIDE = re.compile(r'["\\\n]')
NAMED = re.compile(r"\s*:\s*")
UNCLOSED = "it is not valid JSON, a text in it is not closed"
TOO_DEEP = "its values are nested too deeply"


@dataclass(frozen=True, slots=True)
class Cut:
    """The text of one record and the line it begins in, or what is wrong with it."""

    line: int
    text: str
    trouble: str = ""


def records(pieces: Iterable[str], limits: Limits) -> Iterator[Cut]:
    """Objects in an array, in the list of an answer, or one after the other."""
    scan = _Scan(limits)
    for piece in pieces:
        yield from scan.feed(piece)
    yield from scan.end()


class _Scan:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._line = 1
        self._stack: list[str] = []
        self._list_depth = 0
        """Brackets open around each record; 0 while none is a list."""
        self._may_be_list = 0
        """The same for a list that holds records if an object follows."""
        self._in_string = self._escaped = False
        self._name = ""
        self._parts: list[str] = []
        self._size = 0
        self._begun: int | None = None
        self._trouble = ""
        self._lost = False
        """Whether a text in the record was never closed: then no bracket after it means anything."""
        self._indent = 0

    def feed(self, piece: str) -> Iterator[Cut]:
        if self._lost and self._begins_again(piece):
            yield Cut(self._begun or self._line, "", UNCLOSED)
            del self._stack[self._list_depth :]
            self._forget()
        if not self._lost:
            yield from self._read(piece)
        self._line += piece.endswith("\n")

    def _begins_again(self, piece: str) -> bool:
        bare = piece.lstrip()
        return len(piece) - len(bare) <= self._indent and bare.lstrip(",[ \t").startswith("{")

    def _read(self, piece: str) -> Iterator[Cut]:
        place = kept = 0
        while match := self._next(piece, place):
            sign, start, place = match[0], match.start(), match.end()
            if self._in_string:
                place = self._string(piece, sign, place)
            elif len(sign) > 1 or sign == '"':
                self._in_string, self._may_be_list = sign == '"', 0
                self._name = sign[1:-1] if NAMED.match(piece, place) else ""
            elif sign in "{[":
                kept = self._open(piece, sign, start, kept)
            else:
                cut, kept = self._close(piece, kept, place)
                if cut is not None:
                    yield cut
        self._keep(piece[kept:])

    def end(self) -> Iterator[Cut]:
        if self._begun is not None and self._list_depth < len(self._stack):
            yield Cut(self._begun, "", self._trouble or (UNCLOSED if self._lost else "it is never closed"))
        elif self._begun is None and self._stack:
            yield Cut(self._line, "", "the file ends before its list does")

    def _next(self, piece: str, place: int) -> re.Match[str] | None:
        if self._escaped and place < len(piece):
            self._escaped, place = False, place + 1
        return (INSIDE if self._in_string else OUTSIDE).search(piece, place)

    def _string(self, piece: str, sign: str, place: int) -> int:
        if sign == "\\":
            if place < len(piece):
                return place + 1
            self._escaped = True
        else:
            self._in_string = False
            self._lost = sign == "\n" and self._begun is not None
        return place

    def _open(self, piece: str, sign: str, start: int, kept: int) -> int:
        if sign == "{" and self._may_be_list == len(self._stack) > 0:
            self._list_depth = len(self._stack)
            self._forget()
        self._may_be_list = len(self._stack) + 1 if sign == "[" and self._is_list() else 0
        self._stack.append(sign)
        if sign == "{" and self._begun is None and len(self._stack) == self._list_depth + 1:
            self._begun, kept = self._line, start
            self._indent = len(piece) - len(piece.lstrip())
        if self._begun is not None and len(self._stack) > self._limits.depth:
            self._trouble = TOO_DEEP
        return kept

    def _is_list(self) -> bool:
        """Whether the array that begins here holds the records: the first one, or one of an answer's fields."""
        return not self._stack or (len(self._stack) <= 2 and "[" not in self._stack and self._name in LISTS)

    def _close(self, piece: str, kept: int, place: int) -> tuple[Cut | None, int]:
        if self._stack:
            self._stack.pop()
        depth = len(self._stack)
        if self._begun is not None and depth == self._list_depth:
            self._keep(piece[kept:place])
            cut = Cut(self._begun, "" if self._trouble else "".join(self._parts), self._trouble)
            self._forget()
            return cut, place
        if depth < self._list_depth:
            self._list_depth = 0
            self._forget()
        return None, kept

    def _keep(self, text: str) -> None:
        if self._begun is None:
            return
        self._size += len(text)
        if self._size > self._limits.record:
            self._trouble = f"it is longer than {self._limits.record:,} characters"
            self._parts.clear()
        if not self._trouble:
            self._parts.append(text)

    def _forget(self) -> None:
        self._parts, self._size, self._begun, self._trouble, self._lost = [], 0, None, "", False
