"""What is kept of single people: their papers, their visits, and how all of it is forgotten."""

from collections.abc import Collection, Mapping
from typing import Protocol

from handlers.shelves import Shelved, Whose, Word
from handlers.visits import Visit


class Shelf(Protocol):
    """What people keep of papers for themselves."""

    def say(self, whose: Whose, word: Word) -> Shelved:
        """Keeps what a person says of a paper; the last word on each matter counts. How it stood before."""

    def shelved(self, whose: Whose) -> Shelved:
        """How it stands, for the person's own eyes."""

    def of_person(self, team_id: str, user_id: str) -> tuple[Shelved, ...]:
        """Every paper that a person has said something of, for their own eyes: what was saved last first, then what is
        not on their list."""

    def shown(self, team_id: str, user_id: str, channel_id: str) -> tuple[Shelved, ...]:
        """The same as others may see it in this channel: what the person shares, and notes that are for the channel."""

    def notes(self, team_id: str, channel_id: str, paper_id: str) -> tuple[Shelved, ...]:
        """The notes on a paper that are for this channel, the oldest first, as others may see them."""

    def saves(self, team_id: str, channel_ids: Collection[str]) -> Mapping[str, Mapping[str, int]]:
        """Of each of these channels: how many people have papers on their lists that they found there, by handle."""

    def keepers(self, paper_id: str) -> tuple[tuple[str, str], ...]:
        """Workspace and person of everyone who has the paper on their list."""


class Visits(Protocol):
    """When people came to their Home."""

    def last(self, team_id: str, user_id: str) -> Visit | None:
        """The visit that goes on or was the last; None before the first."""

    def keep(self, team_id: str, user_id: str, visit: Visit) -> None:
        """It is the last one from now on."""


class Privacy(Protocol):
    """What is kept of one person."""

    def kept(self, team_id: str, user_id: str) -> tuple[tuple[str, int], ...]:
        """Kinds of things in words, with how many there are; none that there is nothing of."""

    def forget(self, team_id: str, user_id: str) -> None:
        """Forgets the person. What they made for a channel stays there and belongs to nobody."""
