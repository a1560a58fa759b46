"""What travelled between the workspace and the bot, for whoever looks into it: the last few hundred, without tokens."""

import json
import re
from collections import deque
from dataclasses import asdict, dataclass
from itertools import count
from threading import Lock
from typing import Any, Literal

from bot.workspace.checks.problem import Problem
from bot.workspace.model import Change, Json
from bot.workspace.state import State

Way = Literal["to bot", "from bot"]

LONGEST = 400_000
"""Characters, as JSON, of a body or an answer; of a longer one only the length is kept."""
ALL = 8_000_000
"""Characters of everything that is kept: any program on this machine may call, with any body."""
NAME = 80
_TOKEN = re.compile(r"\bx(?:ox[a-z]|app)-[\w.-]+")
_MASK = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request with its answer. `status` is that of HTTP, or why there is no answer; `at` the workspace's time."""

    number: int
    at: str
    way: Way
    name: str
    body: Any
    answer: Any
    status: int | str
    milliseconds: float
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> Json:
        """As the page reads it."""
        return asdict(self) | {"problems": [asdict(problem) for problem in self.problems]}


class Exchanges:
    """Safe to use from several threads; the oldest makes room for the newest. Open pages are told of each."""

    def __init__(self, state: State, limit: int = 500) -> None:
        self._state = state
        self._limit = limit
        self._kept: deque[tuple[Exchange, int]] = deque()
        self._length = 0
        self._numbers = count(1)
        self._lock = Lock()

    def add(
        self,
        *,
        way: Way,
        name: str,
        body: Json,
        answer: Json | str | None,
        status: int | str,
        milliseconds: float,
        problems: tuple[Problem, ...] = (),
    ) -> Exchange:
        """Records what travelled; `name` is the method, the command, or the type of the payload."""
        body, length = _kept(body)
        answer, further = _kept(answer)
        with self._lock:
            exchange = Exchange(
                number=next(self._numbers),
                at=self._state.now().isoformat(),
                way=way,
                name=name[:NAME],
                body=body,
                answer=answer,
                status=status,
                milliseconds=round(milliseconds, 1),
                problems=problems,
            )
            self._keep(exchange, length + further)
        self._state.tell(Change(kind="exchange", data={"number": exchange.number}))
        return exchange

    def all(self, after: int = 0) -> tuple[Exchange, ...]:
        """The oldest first; only those with a number above `after`."""
        with self._lock:
            return tuple(exchange for exchange, _ in self._kept if exchange.number > after)

    def _keep(self, exchange: Exchange, length: int) -> None:
        self._kept.append((exchange, length))
        self._length += length
        while len(self._kept) > self._limit or self._length > ALL:
            self._length -= self._kept.popleft()[1]


def _kept(value: Any) -> tuple[Any, int]:
    """What is kept of a body or an answer, with its length."""
    masked = _masked(value)
    length = len(json.dumps(masked))
    return (masked, length) if length <= LONGEST else (f"({length:,} characters, too many to be kept)", 0)


def _masked(value: Any) -> Any:
    """A copy in which tokens cannot be read: people show the record to others when something is wrong."""
    if isinstance(value, str):
        return _TOKEN.sub(_MASK, value)
    if isinstance(value, dict):
        return {key: _MASK if key == "token" and isinstance(one, str) else _masked(one) for key, one in value.items()}
    return [_masked(one) for one in value] if isinstance(value, list) else value
