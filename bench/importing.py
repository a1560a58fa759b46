"""What importing a large file costs, and what stopping it costs.

    .venv/bin/python bench/importing.py FILE [--stops]

Imports FILE by the command line into an empty library, the same file again, and a copy of it under another name:
processor time of each, its share of the first, and the most memory. With `--stops` also an import that is killed
(`kill -9`) and one that is interrupted (Ctrl-C) while papers are being stored, each followed by the same command: what
was stored by then, what the second command adds, and whether all papers are there once.
"""

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

STEP = 0.05


class Run(NamedTuple):
    """One command: its exit status, its processor seconds, the most memory it held, and what it said."""

    status: int
    seconds: float
    most: int
    private: int
    said: str


def run(data: Path, file: Path, stop: tuple[int, int] | None = None) -> Run:
    """`paperboy import FILE`. To `stop` it: with this signal, once so many papers are stored."""
    seeds = data / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "bot", "import", "--data", str(data), "--seeds", str(seeds), str(file)]
    with tempfile.TemporaryFile("w+") as said:
        child = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        most = private = 0
        while True:
            done, status, usage = os.wait4(child.pid, os.WNOHANG)
            if done:
                break
            private = max(private, _private(child.pid))
            if stop is not None and _stored(data) >= stop[1]:
                child.send_signal(stop[0])
                stop = None
            time.sleep(STEP)
        most = usage.ru_maxrss // 1024
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return Run(child.returncode, usage.ru_utime + usage.ru_stime, most, private, said.read())


def _private(pid: int) -> int:
    """Megabytes that no other process shares, without files that are mapped."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon")), 0)


def _stored(data: Path) -> int:
    """How many papers there are, as another process sees it."""
    file = data / "paperboy.sqlite3"
    if not file.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT count(*) FROM papers").fetchone()[0])
    except sqlite3.Error:
        return 0


def _whole(data: Path) -> str:
    with sqlite3.connect(data / "paperboy.sqlite3") as database:
        papers, texts = database.execute("SELECT count(*), count(DISTINCT fingerprint) FROM papers").fetchone()
    return f"{papers:,} papers, {texts:,} different abstracts"


def _tell(what: str, done: Run, first: Run | None = None) -> None:
    share = f", {done.seconds / first.seconds:.3f} of the first" if first else ""
    print(f"{what}: {done.seconds:.1f} s{share}, {done.most} MB ({done.private} MB private), exit {done.status}")
    print(f"    {next(iter(done.said.splitlines()), '')}", flush=True)


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", type=Path)
    options.add_argument("--stops", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "whole"
        first = run(data, given.file)
        _tell("first", first)
        _tell("the same file again", run(data, given.file), first)
        copy = Path(place) / f"copy-{given.file.name}"
        shutil.copy(given.file, copy)
        _tell("a copy of it", run(data, copy), first)
        papers = _stored(data)
        print(f"    {_whole(data)}")
        for number, name in ((signal.SIGKILL, "kill -9"), (signal.SIGINT, "Ctrl-C")) if given.stops else ():
            data = Path(place) / name.replace(" ", "")
            _tell(f"{name} in the middle", run(data, given.file, (number, papers // 2)))
            print(f"    {_whole(data)}")
            _tell("the same command", run(data, given.file), first)
            print(f"    {_whole(data)}")


if __name__ == "__main__":
    main()
