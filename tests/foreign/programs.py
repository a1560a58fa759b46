"""Programs that others wrote, run for a test and ended with it."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from re import Match, Pattern
from threading import Thread
from typing import IO

NODE_MODULES = Path(__file__).parent / "node_modules"
START = 20.0
"""Seconds in which a program must say where it listens."""


@contextmanager
def running(command: Sequence[str], announcement: Pattern[str]) -> Iterator[Match[str]]:
    """Yields what the program says when it is ready; it is killed at the end, whatever happens."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    lines: Queue[str] = Queue()
    reader = Thread(target=_read, args=(process.stdout, lines), daemon=True)
    reader.start()
    try:
        yield _announced(lines, announcement)
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()


def _read(output: IO[str], lines: Queue[str]) -> None:
    """To the end: a program whose output nobody reads stands still."""
    for line in output:
        lines.put(line)
    lines.put("")


def _announced(lines: Queue[str], announcement: Pattern[str]) -> Match[str]:
    said = []
    try:
        while line := lines.get(timeout=START):
            if found := announcement.search(line):
                return found
            said.append(line)
    except Empty:
        said.append(f"(nothing more within {START:.0f} s)")
    raise AssertionError(f"The program did not get ready: {''.join(said)}")
