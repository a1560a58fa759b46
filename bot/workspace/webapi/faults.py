"""Things that go wrong on demand: the next calls of a method are refused, delayed, garbled or lost."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil
from threading import Event, Lock
from typing import Any, Literal, get_args

from bot.workspace.errors import Refusal
from bot.workspace.model import Json
from bot.workspace.webapi.answers import Answer, Hold, refused, slow_down

FaultKind = Literal[
    "ratelimited",
    "status",
    "redirect",
    "empty",
    "html",
    "garbled",
    "hang",
    "drop",
    "accept_then_drop",
    "error",
    "history_lag",
]
"""`drop` loses the call, `accept_then_drop` only its answer; `hang` carries the call out and holds the answer back.
`garbled` answers with any text in the place of Slack's JSON, `redirect` sends the bot elsewhere."""

ANY = "*"
"""In the place of a method: whichever is called next. `response_url` stands for those."""

_DEFAULTS: dict[FaultKind, Json] = {
    "ratelimited": {"retry_after": 1},
    "status": {"status": 500},
    "redirect": {"status": 307, "location": "/"},
    "empty": {},
    "html": {},
    "garbled": {"text": "[]", "status": 200},
    "hang": {"seconds": 30.0},
    "drop": {},
    "accept_then_drop": {},
    "error": {"code": "internal_error"},
    "history_lag": {"seconds": 5.0},
}
_JSON = "application/json; charset=utf-8"
_HTML = "<!DOCTYPE html><title>Slack is having trouble</title><p>Please try again in a moment.</p>"


@dataclass(frozen=True, slots=True)
class Fault:
    """What will happen to the next `count` calls of a method."""

    number: int
    method: str
    kind: FaultKind
    count: int
    details: Json = field(default_factory=dict)

    def hits(self, method: str) -> bool:
        """Whether a call of this method is meant."""
        return self.method in (method, ANY)

    @property
    def lag(self) -> float:
        """How many seconds old a message must be to be found in a history."""
        return float(self.details["seconds"]) if self.kind == "history_lag" else 0.0

    def answer(self, carry_out: Callable[[], Answer]) -> Answer:
        """What the bot gets; `carry_out` does what it asked for."""
        match self.kind:
            case "hang":
                return replace(carry_out(), hold=self._hold())
            case "accept_then_drop":
                return replace(carry_out(), drop=True)
            case "history_lag":
                return carry_out()
        return self._instead()

    def _instead(self) -> Answer:
        """The answer when nothing is carried out."""
        match self.kind:
            case "ratelimited":
                return _slow_down(self.details["retry_after"])
            case "error":
                return refused(Refusal(str(self.details["code"])))
            case "status":
                return Answer(int(self.details["status"]), _HTML, _as_html())
            case "redirect":
                return Answer(int(self.details["status"]), "", {"Location": str(self.details["location"])})
            case "garbled":
                return Answer(int(self.details["status"]), str(self.details["text"]), {"Content-Type": _JSON})
            case "html":
                return Answer(200, _HTML, _as_html())
        return Answer(200, "", _as_html(), drop=self.kind == "drop")

    def _hold(self) -> Hold:
        until = self.details.get("until")
        return Hold(until if isinstance(until, Event) else Event(), float(self.details["seconds"]))


def _slow_down(retry_after: Any) -> Answer:
    """Text is sent as it stands: a server in between may write what nobody can read."""
    if isinstance(retry_after, str):
        return replace(slow_down(0), headers={"Retry-After": retry_after})
    return slow_down(ceil(retry_after))


def _as_html() -> dict[str, str]:
    return {"Content-Type": "text/html; charset=utf-8"}


class Faults:
    """What is planned to go wrong, the earliest first. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._planned: list[Fault] = []
        self._numbers = 0

    def add(self, method: str, kind: FaultKind, count: int = 1, **details: Any) -> None:
        """Plans a fault. `details`: `retry_after`, `status`, `location` of a `redirect`, `text` of what is `garbled`,
        `code` of an `error`, `seconds`, and `until`, an Event that ends a `hang`. Raises ValueError for what no fault
        has."""
        if kind not in get_args(FaultKind):
            raise ValueError(f"There is no fault {kind!r}; there are {', '.join(get_args(FaultKind))}.")
        if count < 1:
            raise ValueError("A fault happens at least once.")
        unknown = details.keys() - _DEFAULTS[kind].keys() - {"until"}
        if unknown:
            raise ValueError(f"The fault {kind!r} has no {', '.join(sorted(unknown))}.")
        with self._lock:
            self._numbers += 1
            self._planned.append(Fault(self._numbers, method, kind, count, _DEFAULTS[kind] | details))

    def take(self, method: str) -> Fault | None:
        """The fault that this call meets, which is thereby used once."""
        with self._lock:
            for place, fault in enumerate(self._planned):
                if fault.hits(method):
                    left = replace(fault, count=fault.count - 1)
                    self._planned[place : place + 1] = [left] if left.count else []
                    return fault
        return None

    def waiting(self) -> list[Json]:
        """What is still planned, as JSON."""
        with self._lock:
            planned = tuple(self._planned)
        return [_shown(fault) for fault in planned]

    def clear(self) -> None:
        """Plans nothing more. Whoever hangs is let go by the event that was given."""
        with self._lock:
            self._planned.clear()


def _shown(fault: Fault) -> Json:
    details = {name: value for name, value in fault.details.items() if name != "until"}
    return {"number": fault.number, "method": fault.method, "kind": fault.kind, "count": fault.count, **details}
