"""The text of a file, plain or gzipped, whatever its encoding and line ends, in lines or pieces of bounded length."""

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from search.errors import UnreadableFile
from search.files.encoding import encoding_of
from search.files.limits import LIMITS, Limits
from search.reading import Problem, Skipped

BEGINNING = 65_536
"""Bytes by which encoding and format are told."""
NUL_SHARE = 0.05
"""More NUL bytes than this at the beginning of a file are no slip: it is not text, or is UTF-16 without a mark."""
STRAY_BYTES = re.compile("[\udc80-\udcff]+")
GZIP = b"\x1f\x8b"
NO_TEXT = (
    (b"PK\x03\x04", "is a ZIP archive or an office document; unpack it, or save its table as CSV"),
    (b"%PDF", "is a PDF; papers are read from their records (BibTeX, RIS, CSV ...)"),
    (b"SQLite format 3\0", "is a database; export its papers as BibTeX, RIS or CSV"),
    (b"BZh", "is packed with bzip2; unpack it first"),
    (b"\xfd7zXZ", "is packed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "is packed with zstd; unpack it first"),
)


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says: the beginning, and all of it once, as `lines` or as `pieces`.

    Lines come with their ends. Among `lines` one that is too long is left out, told, and an empty one stands for it, so
    that numbers stay right. Among `pieces` it comes in several, all but the last without an end.
    """

    beginning: str
    lines: Callable[[], Iterator[str]]
    pieces: Callable[[], Iterator[str]]


@contextmanager
def opened(path: Path, problems: list[Problem], limits: Limits = LIMITS) -> Iterator[Text]:
    """The text of the file; what is odd about it is added to `problems` while it is read.

    Raises `UnreadableFile` for what is no text file, is too big, or cannot be opened or unpacked.
    """
    try:
        if not path.is_file():
            raise UnreadableFile(f"{path.name}: {_what_else(path)}.")
        if path.stat().st_size > limits.file:
            raise UnreadableFile(f"{path.name}: is bigger than {_megabytes(limits)}; split it.")
        with path.open("rb") as raw, _unpacked(path, raw) as unpacked:
            yield _text(path.name, unpacked, problems, limits)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "is damaged, it cannot be unpacked to its end"
        raise UnreadableFile(f"{path.name}: {reason}.") from error


def _what_else(path: Path) -> str:
    """A pipe or a device could be read without end."""
    if path.is_dir():
        return "is a folder"
    return "is no ordinary file" if path.exists() else "there is no such file"


def _unpacked(path: Path, raw: io.BufferedReader) -> BinaryIO:
    packed = path.suffix.casefold() == ".gz" or raw.peek(2).startswith(GZIP)
    return cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw


def _text(name: str, unpacked: BinaryIO, problems: list[Problem], limits: Limits) -> Text:
    buffered = io.BufferedReader(cast("io.RawIOBase", unpacked), BEGINNING)
    beginning = buffered.peek(BEGINNING)
    _refuse_other_than_text(name, beginning)
    encoding, guessed = encoding_of(beginning)
    if guessed:
        problems.append(Problem(name, "", f"it is not UTF-8 and was read as {encoding.upper()}"))
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    text = io.TextIOWrapper(buffered, encoding, errors)
    head = beginning.decode(encoding, "replace").removeprefix("\ufeff")
    bounded = _Bounded(name, text, problems, limits)
    return Text("\n".join(head.splitlines()), bounded.lines, bounded.pieces)


def _refuse_other_than_text(name: str, beginning: bytes) -> None:
    for mark, what in NO_TEXT:
        if beginning.startswith(mark):
            raise UnreadableFile(f"{name}: {what}.")
    marked = beginning.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff"))
    if not marked and beginning.count(0) > len(beginning) * NUL_SHARE:
        raise UnreadableFile(f"{name}: is no plain text, it holds NUL bytes; save it as UTF-8.")


def _megabytes(limits: Limits) -> str:
    return f"{limits.file / 1_000_000:,.0f} MB" if limits.file >= 1_000_000 else f"{limits.file:,} bytes"


class _Bounded:
    def __init__(self, name: str, text: io.TextIOWrapper, problems: list[Problem], limits: Limits) -> None:
        self._name, self._text, self._problems, self._limits = name, text, problems, limits
        self._total = 0
        self._told: set[str] = set()

    def lines(self) -> Iterator[str]:
        number, limit = 0, self._limits.line
        while piece := self._read(limit + 1):
            number += 1
            if len(piece) <= limit:
                yield self._plain(piece, number)
                continue
            reason = f"it is longer than {limit:,} characters and left out"
            self._problems.append(Skipped(self._name, f"line {number}", reason))
            while piece and not piece.endswith("\n"):
                piece = self._read(limit)
            yield "\n"

    def pieces(self) -> Iterator[str]:
        number = 1
        while piece := self._read(self._limits.line):
            yield self._plain(piece, number)
            number += piece.endswith("\n")

    def _read(self, limit: int) -> str:
        piece = self._text.readline(limit)
        self._total += len(piece)
        if self._total > self._limits.file:
            raise UnreadableFile(f"{self._name}: unpacks to more than {_megabytes(self._limits)}; split it.")
        return piece

    def _plain(self, line: str, number: int) -> str:
        for reason in _oddities(line):
            if reason not in self._told:
                self._told.add(reason)
                self._problems.append(Problem(self._name, f"line {number}", reason))
        readable = line if line.isascii() else STRAY_BYTES.sub(_eight_bit, line)
        return readable.replace("\0", "")


def _oddities(line: str) -> Iterator[str]:
    if "\0" in line:
        yield "it holds NUL characters, which were left out here and further down"
    if not line.isascii() and STRAY_BYTES.search(line):
        yield "it is not UTF-8 and was read as Windows-1252, here and further down"


def _eight_bit(stray: re.Match[str]) -> str:
    return bytes(ord(letter) - 0xDC00 for letter in stray.group()).decode("cp1252", "replace")
