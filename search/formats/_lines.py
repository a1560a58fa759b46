"""The lines of a text file, plain or gzipped, whatever its encoding and line ends, within bounds."""

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from search.errors import UnreadableFile
from search.reading import Problem

FILE_LIMIT = 200_000_000
"""Bytes of a file, and characters of what it holds once unpacked."""
LINE_LIMIT = 1_000_000
"""Characters of a line."""
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
NUL_SHARE = 0.05
"""More NUL bytes than this at the beginning of a file are no slip: it is not text, or is UTF-16 without a mark."""
STRAY_BYTES = re.compile("[\udc80-\udcff]+")


def lines(path: Path, problems: list[Problem]) -> Iterator[str]:
    """Every line without its end; a line that is left out comes as an empty one, so that numbers stay right.

    Raises `UnreadableFile` for what is no text file, is too big, or cannot be opened or unpacked.
    """
    try:
        if not path.is_file():
            raise UnreadableFile(f"{path.name}: {_what_else(path)}.")
        if path.stat().st_size > FILE_LIMIT:
            raise UnreadableFile(f"{path.name}: is bigger than {FILE_LIMIT // 1_000_000} MB; split it.")
        with path.open("rb") as raw, _unpacked(path, raw) as unpacked:
            buffered = io.BufferedReader(cast("io.RawIOBase", unpacked))
            encoding = _encoding(path.name, buffered.peek(4))
            errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
            with io.TextIOWrapper(buffered, encoding, errors) as text:
                yield from _plain(path.name, text, problems)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "is damaged, it cannot be unpacked to its end"
        raise UnreadableFile(f"{path.name}: {reason}.") from error


def _what_else(path: Path) -> str:
    """A pipe or a device could be read without end."""
    if path.is_dir():
        return "is a folder"
    return "is no ordinary file" if path.exists() else "there is no such file"


def _unpacked(path: Path, raw: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if path.suffix.casefold() == ".gz" else raw


def _encoding(name: str, beginning: bytes) -> str:
    for mark, encoding in MARKS:
        if beginning.startswith(mark):
            return encoding
    if beginning.count(0) > len(beginning) * NUL_SHARE:
        raise UnreadableFile(f"{name}: is no plain text, it holds NUL bytes; save it as UTF-8.")
    return "utf-8"


def _plain(name: str, text: io.TextIOWrapper, problems: list[Problem]) -> Iterator[str]:
    told: set[str] = set()
    for number, line in enumerate(_bounded(name, text, problems), start=1):
        for reason in _oddities(line):
            if reason not in told:
                told.add(reason)
                problems.append(Problem(name, f"line {number}", reason))
        readable = line if line.isascii() else STRAY_BYTES.sub(_eight_bit, line)
        yield readable.replace("\0", "").rstrip("\n")


def _oddities(line: str) -> Iterator[str]:
    if "\0" in line:
        yield "it holds NUL characters, which were left out here and further down"
    if not line.isascii() and STRAY_BYTES.search(line):
        yield "it is not UTF-8 and was read as Windows-1252, here and further down"


def _bounded(name: str, text: io.TextIOWrapper, problems: list[Problem]) -> Iterator[str]:
    total, number = 0, 0
    while piece := text.readline(LINE_LIMIT + 1):
        total, number, overlong = total + len(piece), number + 1, len(piece) > LINE_LIMIT
        if overlong:
            problems.append(
                Problem(name, f"line {number}", f"it is longer than {LINE_LIMIT:,} characters and left out")
            )
        while overlong and piece and not piece.endswith("\n") and total <= FILE_LIMIT:
            piece = text.readline(LINE_LIMIT)
            total += len(piece)
        if total > FILE_LIMIT:
            raise UnreadableFile(f"{name}: unpacks to more than {FILE_LIMIT // 1_000_000} MB; split it.")
        yield "" if overlong else piece


def _eight_bit(stray: re.Match[str]) -> str:
    return bytes(ord(letter) - 0xDC00 for letter in stray.group()).decode("cp1252", "replace")
