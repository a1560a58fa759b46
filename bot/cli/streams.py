"""The standard streams of a command: nothing in the place of those that are closed, and quiet about those that fail."""

import errno
import os
import sys
from typing import TextIO

_UNWRITABLE = frozenset({errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})


def fill_closed() -> None:
    """Open nothing in the place of each stream that the caller closed (`>&-`): Python has none there, and the next file
    that is opened, such as the library's, would take its number and with it whatever is written to the stream."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open until the end


def failed_to_write(error: OSError) -> bool:
    """Whether the error came from writing to a stream: those have no file name, and one of a few reasons."""
    return error.filename is None and error.errno in _UNWRITABLE


def give_up(stream: TextIO) -> None:
    """Point the stream at nothing: Python would try to write the rest while it shuts down, and end with status 120."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
