"""The process that makes replicas, and what becomes of them."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

ROOT = Path(__file__).parents[2]
WAIT = 20.0
"""Seconds after which a process that does not answer has failed."""


class Nursery:
    """The process that makes replicas; what happens to them comes as facts."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.crash.replica"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._facts: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.living: dict[str, int] = {}
        self.stopped: set[str] = set()
        self.killed = Counter[str]()
        self._ending = False
        Thread(target=self._listen, daemon=True).start()

    def order(self, **order: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        while order["owner"] not in self.living:
            self.hear(wait=WAIT)

    def hear(self, wait: float = 0) -> None:
        """Takes in what has happened."""
        try:
            fact = self._facts.get(timeout=wait) if wait else self._facts.get_nowait()
        except Empty:
            assert not wait, "the nursery does not answer"
            return
        owner, number = fact["owner"], fact["number"]
        match fact["fact"]:
            case "started":
                self.living[owner] = number
            case "stopped":
                self.stopped.add(owner)
            case "ended":
                assert number in (0, -signal.SIGKILL), f"a replica ended with {number}"
                self.killed[owner] += number == -signal.SIGKILL and not self._ending
                self.living.pop(owner)
        self.hear()

    def end_all(self) -> None:
        self._ending = True
        for pid in self.living.values():
            os.kill(pid, signal.SIGKILL)
        while self.living:
            self.hear(wait=WAIT)
        self._ending = False

    def close(self) -> None:
        self.end_all()
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._facts.put(json.loads(line))


@contextmanager
def open_nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    try:
        yield nursery
    finally:
        nursery.close()
