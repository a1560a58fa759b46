"""What a button remembers, as the text of its value: everything needed to answer, so that old messages still work."""

import json
from dataclasses import dataclass
from functools import lru_cache

from handlers.blocks import kit

PAGE_NEXT = "find:page"
PAGE_BACK = "find:page:back"
SUGGEST = "find:suggest"
NARROW = "find:narrow"
CHIPS = ("find:chip:1", "find:chip:2", "find:chip:3", "find:chip:4")
"""Chips that stand side by side need different names."""
READ = "paper:read"
SIMILAR = "paper:similar"
SHARE = "paper:share"
DIGEST_MORE = "digest:more"
DIGEST_HIDE = "digest:hide"
DIGEST_UNHIDE = "digest:unhide"
SUB_NEW = "sub:new"
SUB_PREVIEW = "sub:preview"
SUB_PAUSE = "sub:pause"
SUB_RESUME = "sub:resume"
SUB_EDIT = "sub:edit"
SUB_REMOVE = "sub:remove"
SUB_NEXT = "sub:page"
SUB_BACK = "sub:page:back"

_VERSION = 1
_MOST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class PageState:
    """A search, and how many papers come before the page."""

    query: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class PaperState:
    """One paper, by its handle."""

    id: str


@dataclass(frozen=True, slots=True)
class MoreState:
    """The rest of a posting: its key, how many of its papers come before, and the thread in which it is shown; no
    thread yet where the button is the posting's own."""

    key: str
    offset: int
    thread_ts: str = ""


@dataclass(frozen=True, slots=True)
class HideState:
    """One paper, and the subscriptions that it was shown for."""

    id: str
    schedules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListState:
    """A page of the subscriptions: those of the channel, or `everywhere` of all that the person is in."""

    offset: int = 0
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class ScheduleState:
    """One subscription, and the page of the list on which it stands."""

    id: str
    page: ListState = ListState()


@dataclass(frozen=True, slots=True)
class PlaceState:
    """Where a window was opened: the channel, and the time zone of whoever opened it."""

    channel_id: str
    zone: str


State = PlaceState | PageState | PaperState | MoreState | HideState | ListState | ScheduleState


@lru_cache(maxsize=1024)
def written(state: State) -> str:
    """The state as a button's value; `fits` says whether Slack takes it."""
    fields: dict[str, str | int | list[str]]
    match state:
        case PageState(query, offset):
            fields = {"q": query, "o": offset}
        case PaperState(id):
            fields = {"id": id}
        case MoreState(key, offset, thread_ts):
            fields = {"k": key, "o": offset, "t": thread_ts}
        case HideState(id, schedules):
            fields = {"id": id, "s": list(schedules)}
        case PlaceState(channel_id, zone):
            fields = {"c": channel_id, "z": zone}
        case ListState(offset, everywhere):
            fields = {"o": offset, "a": int(everywhere)}
        case ScheduleState(id, page):
            fields = {"s": id, "o": page.offset, "a": int(page.everywhere)}
    return packed(**fields)


def fits(state: State) -> bool:
    """Whether the state's text is short enough for a button."""
    return kit.length(written(state)) <= kit.VALUE


def page_state(value: str) -> PageState | None:
    """The search that this value holds; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"q": str(query), "o": int(offset)} if query.strip() and _counts(offset):
            return PageState(query, min(offset, _MOST))
    return None


def paper_state(value: str) -> PaperState | None:
    """The paper that this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"id": str(id)} if id.strip():
            return PaperState(id)
    return None


def more_state(value: str) -> MoreState | None:
    """The rest of a posting that this value names; None as above."""
    match unpacked(value):
        case {"k": str(key), "o": int(offset), "t": str(thread_ts)} if key and _counts(offset):
            return MoreState(key, min(offset, _MOST), thread_ts)
    return None


def hide_state(value: str) -> HideState | None:
    """The paper and the subscriptions that this value names; None as above."""
    match unpacked(value):
        case {"id": str(id), "s": [*schedules]} if id.strip() and schedules:
            return HideState(id, tuple(filter(None, map(str, schedules))))
    return None


def list_state(value: str) -> ListState | None:
    """The page of subscriptions that this value names; None as above."""
    match unpacked(value):
        case {"o": int(offset), "a": int(everywhere)} if _counts(offset):
            return ListState(min(offset, _MOST), bool(everywhere))
    return None


def schedule_state(value: str) -> ScheduleState | None:
    """The subscription that this value names; None as above."""
    page = list_state(value)
    match unpacked(value):
        case {"s": str(id)} if id.strip() and page:
            return ScheduleState(id, page)
    return None


def place_state(value: str) -> PlaceState | None:
    """The place that this value names; None as above."""
    match unpacked(value):
        case {"c": str(channel_id), "z": str(zone)} if channel_id and zone:
            return PlaceState(channel_id, zone)
    return None


def _counts(offset: int) -> bool:
    return not isinstance(offset, bool) and offset >= 0


def packed(**fields: str | int | list[str]) -> str:
    """These fields as a button's value."""
    return json.dumps({"v": _VERSION, **fields}, ensure_ascii=False, separators=(",", ":"))


def unpacked(value: str) -> dict[str, object]:
    """The fields of a value; none when it is not one of ours or of another version."""
    try:
        fields = json.loads(value)
    except (ValueError, RecursionError):  # not JSON, or nested beyond reading: a value we did not write
        return {}
    version = fields.get("v") if isinstance(fields, dict) else None
    return fields if version == _VERSION and not isinstance(version, bool) else {}
