"""Server-sent events: every change, told to each open page that may know of it."""

import json
from collections.abc import Iterator
from queue import Empty, Full, Queue
from threading import Lock

from bot.workspace.model import Change
from bot.workspace.state import State

BREATH = 15.0
"""Seconds of silence after which a comment is sent, which shows whether the page is still there."""
UNREAD = 1_000
"""Changes that may wait for one page. One that is further behind is hung up on; it connects again and fetches all."""


class Streams:
    """One stream for each open page."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lock = Lock()
        self._open: set[_Stream] = set()
        self._closed = False

    def lines(self, user: str) -> Iterator[str]:
        """What the page of `user` is sent, until it hangs up or the workspace closes."""
        stream = _Stream(user)
        with self._lock:
            self._open.add(stream)
            if self._closed:
                stream.hang_up()
        forget = self._state.watch(stream.take)
        try:
            # The first bytes tell the browser that the stream is open.
            yield ": open\n\n"
            yield from stream.lines()
        finally:
            forget()
            with self._lock:
                self._open.discard(stream)

    def close(self) -> None:
        """Hangs up on every page."""
        with self._lock:
            self._closed = True
            for stream in self._open:
                stream.hang_up()


class _Stream:
    def __init__(self, user: str) -> None:
        self._user = user
        self._unread: Queue[Change] = Queue(UNREAD)
        self._over = False

    def take(self, change: Change) -> None:
        """Never waits: it runs in the thread that made the change."""
        if change.only_for not in (None, self._user):
            return
        try:
            self._unread.put_nowait(change)
        except Full:
            self._over = True

    def hang_up(self) -> None:
        self._over = True
        # Wakes the reader; no page learns anything from it, since it is over.
        self.take(Change(kind="clock", data={}))

    def lines(self) -> Iterator[str]:
        while True:
            try:
                change = self._unread.get(timeout=BREATH)
            except Empty:
                yield ": still here\n\n"
                continue
            if self._over:
                return
            yield f"data: {json.dumps({**change.data, 'kind': change.kind})}\n\n"
