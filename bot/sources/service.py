"""A service that keeps papers: where it is, how it is asked, and how its answers are read."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.sources.wanted import Wanted
from search.files.form import Read


@dataclass(frozen=True, slots=True)
class Service:
    """`by_name` and `by_words` give what to ask the `origin` for: one paper, and papers whose abstracts have these
    words; None where it cannot be asked so. `interval` is the seconds that it wants between two requests."""

    name: str
    origin: str
    interval: float
    by_name: Callable[[Wanted], str | None]
    by_words: Callable[[tuple[str, ...]], str | None]
    read: Read
