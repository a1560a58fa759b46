"""What the window for searching is asked: its fields as they were filled in, and kept to turn the pages of a search."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from handlers.blocks.state import packed, unpacked

WINDOW = "search:window"
"""What comes back when the window is sent off."""
QUERY, VENUE = "search:query", "search:venue"
FIRST, LAST, CODE = "search:first", "search:last", "search:code"
FIELDS = (QUERY, VENUE, FIRST, LAST, CODE)
"""Fields that tell at once of a change."""
NEXT, BACK = "search:page", "search:page:back"
SUGGEST = "search:suggest"
ANY = "any"
"""The choice of no year."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the fields say: words, a venue, the first and the last year, and whether there must be code."""

    query: str = ""
    venue: str = ""
    first: int | None = None
    last: int | None = None
    code: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked for."""
        return self == Wanted()

    @property
    def in_order(self) -> "Wanted":
        """With the years in their order."""
        if self.first is None or self.last is None or self.first <= self.last:
            return self
        return replace(self, first=self.last, last=self.first)


def wanted_of(values: Mapping[str, str]) -> Wanted:
    """What was entered, by the names of the fields."""
    return Wanted(
        " ".join(values.get(QUERY, "").split()),
        " ".join(values.get(VENUE, "").split()),
        _year(values.get(FIRST, "")),
        _year(values.get(LAST, "")),
        bool(values.get(CODE)),
    )


def kept(wanted: Wanted, corrected: int = 0) -> str:
    """What a window remembers of the search that it shows, and how often its words were corrected."""
    years = f"{wanted.first or ''}-{wanted.last or ''}"
    times = {"s": corrected} if corrected else {}
    return packed(q=wanted.query, n=wanted.venue, y=years, c=int(wanted.code), **times)


def corrected_of(state: str) -> int:
    """How often the words of this window were corrected."""
    match unpacked(state):
        case {"s": int(times)} if not isinstance(times, bool) and 0 <= times <= 1_000_000:
            return times
    return 0


def meant_value(meant: str) -> str:
    """Other words to search for, as a button's value."""
    return packed(m=meant)


def meant_of(value: str) -> str | None:
    """The words that this value holds; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"m": str(meant)} if meant.strip():
            return meant
    return None


def offset_value(offset: int) -> str:
    """A page, as a button's value."""
    return packed(p=offset)


def offset_of(value: str) -> int | None:
    """The page that this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"p": int(offset)} if not isinstance(offset, bool) and 0 <= offset <= 1_000_000:
            return offset
    return None


def _year(entered: str) -> int | None:
    return int(entered) if entered.isascii() and entered.isdecimal() and len(entered) == 4 else None
