"""What the buttons of a reading list remember, and those of saving, of notes and of forgetting."""

from dataclasses import dataclass

from handlers.blocks.state import packed, unpacked
from handlers.shelves import READ_STATES, ReadState

SAVE = "shelf:save"
UNSAVE = "shelf:unsave"
MARK = "shelf:mark"
FORM = "shelf:form"
"""Opens the window for a note and stars, and names what comes back from it."""
REMOVE = "shelf:remove"
HIDE = "shelf:hide"
UNHIDE = "shelf:unhide"
NEXT = "shelf:page"
BACK = "shelf:page:back"
FILTERS = ("shelf:filter:1", "shelf:filter:2", "shelf:filter:3", "shelf:filter:4")
"""Buttons that stand side by side need different names."""
FORGET = "shelf:forget"
RESET = "shelf:reset"

_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class ShelfPage:
    """A page of a reading list: so many papers come before it, of those in this state or of all; of this person, or of
    whoever looks at it."""

    offset: int = 0
    state: ReadState | None = None
    user_id: str = ""


@dataclass(frozen=True, slots=True)
class ShelfEntry:
    """A paper, what it shall be marked as, and the page of the list on which it stands, if it stands on one. `here` is
    the channel from which a window was opened: Slack does not tell where windows are."""

    id: str
    mark: ReadState | None = None
    page: ShelfPage | None = None
    here: str = ""


@dataclass(frozen=True, slots=True)
class FormState:
    """The paper of a window, and the channel in which it was opened, if it was in one."""

    id: str
    channel_id: str


def page_value(page: ShelfPage) -> str:
    """The page as a button's value."""
    return packed(o=page.offset, f=page.state or "", u=page.user_id)


def entry_value(entry: ShelfEntry) -> str:
    """The paper as a button's value."""
    mark = {"m": entry.mark} if entry.mark else {}
    page = {"o": entry.page.offset, "f": entry.page.state or ""} if entry.page else {}
    here = {"c": entry.here} if entry.here else {}
    return packed(id=entry.id, **mark, **page, **here)


def form_value(form: FormState) -> str:
    """For the window."""
    return packed(id=form.id, c=form.channel_id)


def about_me() -> str:
    """For a button about whoever presses it."""
    return packed(a="me")


def page_of(value: str) -> ShelfPage | None:
    """The page that this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"o": int(offset), "f": str(state), "u": str(user_id)} if _counts(offset):
            return ShelfPage(min(offset, _MOST), _state(state), user_id)
    return None


def entry_of(value: str) -> ShelfEntry | None:
    """The paper that this value names; None as above."""
    fields = unpacked(value)
    match fields:
        case {"id": str(id)} if id.strip():
            return ShelfEntry(id, _state(fields.get("m")), _page(fields), str(fields.get("c", "")))
    return None


def form_of(value: str) -> FormState | None:
    """The window's paper and channel; None as above."""
    match unpacked(value):
        case {"id": str(id), "c": str(channel_id)} if id.strip():
            return FormState(id, channel_id)
    return None


def is_about_me(value: str) -> bool:
    """Whether the value is that of a button about whoever presses it."""
    return unpacked(value).get("a") == "me"


def _page(fields: dict[str, object]) -> ShelfPage | None:
    match fields:
        case {"o": int(offset), "f": str(state)} if _counts(offset):
            return ShelfPage(min(offset, _MOST), _state(state))
    return None


def _state(value: object) -> ReadState | None:
    return next((known for known in READ_STATES if known == value), None)


def _counts(offset: int) -> bool:
    return not isinstance(offset, bool) and offset >= 0
