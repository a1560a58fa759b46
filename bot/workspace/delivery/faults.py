"""Events delivered twice or late, when somebody wants to see what the bot makes of it."""

from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from bot.workspace.model import Json

FaultKind = Literal["duplicate", "late"]


@dataclass(frozen=True, slots=True)
class _Fault:
    kind: FaultKind
    count: int
    seconds: float


class DeliveryFaults:
    """What happens to the next events; safe to use from several threads."""

    def __init__(self) -> None:
        self._waiting: list[_Fault] = []
        self._lock = Lock()

    def add(self, kind: FaultKind, count: int = 1, seconds: float = 1.0) -> None:
        """The next `count` events come twice, or `seconds` late."""
        with self._lock:
            self._waiting.append(_Fault(kind, count, seconds))

    def waiting(self) -> list[Json]:
        """What is still to happen, for the page."""
        with self._lock:
            return [{"kind": one.kind, "count": one.count, "seconds": one.seconds} for one in self._waiting]

    def clear(self) -> None:
        """Nothing out of the ordinary any more."""
        with self._lock:
            self._waiting.clear()

    def take_for_event(self) -> tuple[float, int]:
        """Seconds to hold the event back, and how often to deliver it."""
        with self._lock:
            late, twice = self._take("late"), self._take("duplicate")
        return (late.seconds if late else 0.0), (2 if twice else 1)

    def _take(self, kind: FaultKind) -> _Fault | None:
        found = next((one for one in self._waiting if one.kind == kind), None)
        if found is not None:
            place = self._waiting.index(found)
            self._waiting[place : place + 1] = [replace(found, count=found.count - 1)] if found.count > 1 else []
        return found
