"""A clock that several processes share: it goes as the machine's does, and is moved on through a file."""

import mmap
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

BEGINNING = datetime(2026, 12, 7, 8, 0, tzinfo=UTC)
"""A Monday at 9:00 in Berlin."""
_AHEAD = struct.Struct("d")


class SharedClock:
    """Made by the first process with `new`; the others open the same file."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), _AHEAD.size)

    @classmethod
    def new(cls, file: Path) -> "SharedClock":
        """It is the beginning now."""
        file.write_bytes(_AHEAD.pack(-monotonic()))
        return cls(file)

    def now(self) -> datetime:
        return BEGINNING + timedelta(seconds=_AHEAD.unpack(self._memory[:])[0] + monotonic())

    def move(self, seconds: float) -> None:
        self._memory[:] = _AHEAD.pack(_AHEAD.unpack(self._memory[:])[0] + seconds)
