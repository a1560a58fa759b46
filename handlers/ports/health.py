"""How the bot is doing."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot is, for `/papers status`: sentences of name and value, in reading order."""

    facts: tuple[tuple[str, str], ...]


class Health(Protocol):
    """How the bot is doing."""

    def status(self) -> Status:
        """What `/papers status` shows: version, revision, index, last catch-up, how Slack is connected ..."""
