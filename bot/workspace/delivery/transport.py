"""How something reaches the bot: what both ways, HTTP and Socket Mode, promise to those who deliver."""

from dataclasses import dataclass
from typing import Literal, Protocol

from bot.workspace.model import Json

Kind = Literal["events_api", "interactive", "slash_commands"]
"""As Socket Mode names the kinds of deliveries; block suggestions are `interactive` too."""

PATIENCE = 3.0
"""Seconds in which Slack wants an acknowledgement (docs.slack.dev, "Handling user interaction")."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """That the bot has it. `body` is what it answered at once; `seconds` how long that took."""

    body: Json | None
    seconds: float


class NotDelivered(Exception):
    """Nobody listens, or what listens refused. `reason` is Slack's word for the headers of the next try, `no_retry`
    that the bot asked for no other one."""

    def __init__(self, reason: str, no_retry: bool = False) -> None:
        self.reason = reason
        self.no_retry = no_retry
        super().__init__(reason)


class Transport(Protocol):
    """One way to the bot."""

    def deliver(self, kind: Kind, payload: Json, *, retry: tuple[int, str] | None = None) -> Acknowledgement | None:
        """Waits for the acknowledgement; None when none came in time. `retry` is which try this is after the first,
        and why there is one. Raises NotDelivered."""
