"""The tickets with which the bot may open a window for a person: good for one window, and for three seconds."""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from threading import Lock

from bot.workspace.errors import Refusal

LIFE = 3.0
"""Seconds (docs.slack.dev, "Handling user interaction")."""
TEAM_NUMBER = "100000000001"
"""Slack puts the workspace's number in the middle."""
REMEMBERED = 5_000
"""Tickets that are known as expired or used; older ones are invalid."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Who did something, where, and in which window if it was in one."""

    user: str
    channel: str | None = None
    view: str | None = None


class Triggers:
    """`seconds` tells the time that passes for everybody, whatever the workspace's clock is moved to."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._minted: dict[str, tuple[float, Trigger]] = {}
        self._used: set[str] = set()

    def mint(self, user: str, channel: str | None = None, view: str | None = None) -> str:
        """A new trigger id."""
        with self._lock:
            at = self._seconds()
            trigger_id = f"{int(at * 1000):013d}.{TEAM_NUMBER}.{token_hex(16)}"
            self._minted[trigger_id] = (at, Trigger(user, channel, view))
            while len(self._minted) > REMEMBERED:
                oldest = next(iter(self._minted))
                del self._minted[oldest]
                self._used.discard(oldest)
            return trigger_id

    def take(self, trigger_id: str) -> Trigger:
        """Uses it up. Raises Refusal when it was used before, is too old, or is none."""
        with self._lock:
            if trigger_id not in self._minted:
                raise Refusal("invalid_trigger_id")
            at, trigger = self._minted[trigger_id]
            if trigger_id in self._used:
                raise Refusal("exchanged_trigger_id")
            if self._seconds() - at > LIFE:
                raise Refusal("expired_trigger_id")
            self._used.add(trigger_id)
            return trigger
