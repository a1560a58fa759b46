"""Why a paper became the paper of the week, as values that say no more than is true."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Nominated:
    """People of the channel wanted it: each with their reason, which may be empty, the earliest first."""

    by: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Subscribed:
    """It has everything that a subscription of the channel asks for."""

    query: str


@dataclass(frozen=True, slots=True)
class SearchedHere:
    """It has everything of what was searched in the channel, `times` in the last 90 days."""

    query: str
    times: int


@dataclass(frozen=True, slots=True)
class SavedHere:
    """So many people have it on their reading lists, and found it in this channel."""

    people: int


@dataclass(frozen=True, slots=True)
class LikeAPick:
    """It is like this paper, which was the paper of a week and got so many votes."""

    paper_id: str
    ups: int
    downs: int


@dataclass(frozen=True, slots=True)
class WonDuels:
    """It did well where people of the channel compared two papers."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Again:
    """The channel has had every paper (of the topic); this one longest ago, at `last`."""

    last: datetime


@dataclass(frozen=True, slots=True)
class Drawn:
    """Drawn by lot, since nothing that is known of the channel speaks for any paper: among those of the week's topic,
    or among all where there is none (empty)."""

    topic: str = ""


Reason = Nominated | Subscribed | SearchedHere | SavedHere | LikeAPick | WonDuels | Again | Drawn
