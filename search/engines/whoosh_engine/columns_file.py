"""The file that keeps a segment's columns beside it: written whole or not at all, and mapped into memory."""

import json
import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np

from search.engines.whoosh_engine.columns import Columns

FORMAT = 3
"""Counts up whenever the columns or their meaning change; a file of another format is made anew."""

EXTENSION = ".columns"
"""Whoosh deletes whatever is named after a segment together with the segment."""

MAGIC = b"PBCOLS"
HEAD = struct.Struct("<6sHIIQ")
"""The magic bytes, the format, the length and checksum of the table of contents, and the length of the file."""

ALIGNMENT = 64


class UnusableColumns(Exception):
    """There is no such file, or it is not whole, or of another format."""


@dataclass(frozen=True, slots=True)
class Filed:
    """The segment that the columns belong to: its name, and the size of its own file."""

    name: str
    size: int


def write(folder: Path, filed: Filed, columns: Columns) -> None:
    """Write to another name, bring it to the disk, and rename."""
    table, end = {}, 0
    arrays = dict(sorted(columns.arrays.items()))
    for name, array in arrays.items():
        begin = -(-end // ALIGNMENT) * ALIGNMENT
        table[name] = (array.dtype.str, begin, len(array))
        end = begin + array.nbytes
    contents = json.dumps({"segment": filed.name, "size": filed.size, "state": columns.state, "arrays": table}).encode()
    first = _first(len(contents))
    unfinished = folder / f"{filed.name}{EXTENSION}.{os.getpid()}.tmp"
    with unfinished.open("wb") as file:
        file.write(HEAD.pack(MAGIC, FORMAT, len(contents), crc32(contents), first + end) + contents)
        for (_, begin, _), array in zip(table.values(), arrays.values(), strict=True):
            file.write(bytes(first + begin - file.tell()))
            file.write(array.data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / f"{filed.name}{EXTENSION}")


def opened(folder: Path, filed: Filed) -> Columns:
    """The columns of the segment, mapped. Raises `UnusableColumns`.

    The table of contents is checked, and that the file has its full length; reading all of it would take as long as
    reading everything into memory."""
    try:
        with (folder / f"{filed.name}{EXTENSION}").open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, format_, length, checksum, whole = HEAD.unpack_from(mapped)
    except FileNotFoundError as error:
        raise UnusableColumns("not there") from error
    except (OSError, ValueError, struct.error) as error:
        raise UnusableColumns("not readable") from error
    contents = mapped[HEAD.size : HEAD.size + length]
    if (magic, format_, checksum, whole) != (MAGIC, FORMAT, crc32(contents), len(mapped)):
        raise UnusableColumns("not whole, or of another format")
    told = json.loads(contents)
    if (told["segment"], told["size"]) != (filed.name, filed.size):
        raise UnusableColumns("of another segment")
    first = _first(length)
    arrays = {
        name: np.frombuffer(mapped, np.dtype(dtype), count, first + begin)
        for name, (dtype, begin, count) in told["arrays"].items()
    }
    return Columns(arrays, told["state"])


def _first(contents: int) -> int:
    """Where the arrays begin."""
    return -(-(HEAD.size + contents) // ALIGNMENT) * ALIGNMENT
