"""What a feed of a service brings: records with when each was changed, page by page, the latest first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from search.models import Paper


@dataclass(frozen=True, slots=True)
class Record:
    """A paper as its service has it now. `name` is what the service calls it; `why` is what it says of a paper that was
    withdrawn. `paper` is None where it holds no abstract, `version` is 0 where the service does not count them."""

    name: str
    changed: datetime
    paper: Paper | None = None
    version: int = 0
    withdrawn: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The records in their order, and how many entries they were made of: fewer than asked for, and it is the last."""

    records: tuple[Record, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class Listing:
    """How a feed is read: whole addresses of pages by where they begin, how many entries are on one, and what reads a
    page. Raises `NoAnswer` there, for what is no page."""

    address: Callable[[int], str]
    size: int
    read: Callable[[str], Page]
