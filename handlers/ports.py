"""What the handlers need from outside, in protocols as small as the need."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from search.engine import SearchEngine
from search.models import Paper
from search.query import Identifier


class Library(Protocol):
    """The papers themselves; any method may raise `handlers.errors.Unavailable`."""

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """These papers in the order asked, in one read; ids that are unknown or retired are left out."""

    def identified(self, identifier: Identifier) -> Paper | None:
        """The paper that this handle, arXiv id, DOI or address belongs to."""

    def named(self, name: str) -> Paper | None:
        """The paper with this handle, or else this whole title, or else this system's name; case, accents, spaces and
        signs make no difference."""

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """Different papers drawn at random; fewer when the library holds fewer."""

    def size(self) -> int:
        """How many papers there are, without the retired ones."""


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot is, for `/papers status`: sentences of name and value, in reading order."""

    facts: tuple[tuple[str, str], ...]


class Health(Protocol):
    """How the bot is doing."""

    def status(self) -> Status:
        """What `/papers status` shows: version, revision, index, last catch-up, how Slack is connected ..."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may use."""

    library: Library
    engine: SearchEngine
    health: Health
    random: Random = field(default_factory=Random)
