"""What the bot has called, kept for tests and the curious."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from threading import Condition
from typing import Literal

from bot.workspace.model import Json
from bot.workspace.webapi.answers import Answer

KEPT = 500

TokenKind = Literal["bot", "app", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the Web API: `arguments` without the token, `at` in the workspace's time."""

    method: str
    token_kind: TokenKind
    arguments: Json
    answer: Answer
    at: datetime


class Ledger:
    """The last calls in their order. Safe for several threads."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque(maxlen=KEPT)
        self._changed = Condition()

    def __iter__(self) -> Iterator[Call]:
        with self._changed:
            return iter(tuple(self._calls))

    def __len__(self) -> int:
        return len(self._calls)

    def add(self, call: Call) -> None:
        """Keeps a call and wakes whoever waits for it."""
        with self._changed:
            self._calls.append(call)
            self._changed.notify_all()

    def called(self, method: str) -> list[Call]:
        """The calls of one method."""
        return [call for call in self if call.method == method]

    def wait_for(self, method: str, count: int = 1, seconds: float = 10.0) -> list[Call]:
        """The calls of one method as soon as there are `count` of them. Raises TimeoutError when they do not come."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.called(method)) >= count, timeout=seconds):
                seen = ", ".join(call.method for call in self._calls)
                raise TimeoutError(f"{method} was called {len(self.called(method))} times, not {count}; seen: {seen}")
            return self.called(method)
