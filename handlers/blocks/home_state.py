"""What a person's Home remembers: where in it they stand, and the papers that its buttons are about."""

from dataclasses import dataclass
from typing import Literal

from handlers.blocks.state import packed, unpacked
from handlers.shelves import READ_STATES, ReadState

SEARCH = "home:search"
"""The field to type in; its value is what was typed."""
MAIN = "home:main"
SUGGEST = "home:suggest"
NEXT, BACK = "home:page", "home:page:back"
LISTS = ("home:list:1", "home:list:2", "home:list:3")
MARKS = ("home:mark:1", "home:mark:2", "home:mark:3")
"""For each state of a paper, in their order: buttons that stand side by side need different names."""
NOTES, NEW, SIMILAR = "home:notes", "home:new", "home:similar"
SAVE, REMOVE = "home:save", "home:remove"
HIDE, UNHIDE = "home:hide", "home:unhide"
FORM = "home:form"
"""Opens the window for a note and stars, and names what comes back from it."""

View = Literal["main", "found", "similar", "list", "notes", "new"]
VIEWS: tuple[View, ...] = ("main", "found", "similar", "list", "notes", "new")
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class HomePlace:
    """A part of Home, and how many papers come before its page. `text` is what was searched, the paper that others are
    like, or the state of the papers listed."""

    view: View = "main"
    text: str = ""
    offset: int = 0

    @property
    def state(self) -> ReadState:
        """The state of the papers listed."""
        return next((known for known in READ_STATES if known == self.text), READ_STATES[0])


@dataclass(frozen=True, slots=True)
class HomeEntry:
    """A paper, where in Home it stands, and what it shall be marked as."""

    id: str
    place: HomePlace
    mark: ReadState | None = None


def place_value(place: HomePlace) -> str:
    """The place as a button's value."""
    return packed(h=place.view, q=place.text, o=place.offset)


def entry_value(entry: HomeEntry) -> str:
    """The paper as a button's value."""
    place = entry.place
    return packed(id=entry.id, h=place.view, q=place.text, o=place.offset, m=entry.mark or "", c="")


def place_of(value: str) -> HomePlace | None:
    """The place that this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"h": str(view), "q": str(text), "o": int(offset)} if not isinstance(offset, bool) and offset >= 0:
            known = next((one for one in VIEWS if one == view), None)
            return HomePlace(known, text, min(offset, _MOST)) if known else None
    return None


def entry_of(value: str) -> HomeEntry | None:
    """The paper that this value names; None as above."""
    place = place_of(value)
    match unpacked(value):
        case {"id": str(id), "m": str(mark)} if id.strip() and place:
            return HomeEntry(id, place, next((known for known in READ_STATES if known == mark), None))
    return None
