"""What a button remembers, as the text of its value: everything needed to answer, so that old messages still work."""

import json
from dataclasses import dataclass
from functools import lru_cache

from handlers.blocks import kit

PAGE_NEXT = "find:page"
PAGE_BACK = "find:page:back"
SUGGEST = "find:suggest"
READ = "paper:read"
SIMILAR = "paper:similar"
SHARE = "paper:share"

_VERSION = 1


@dataclass(frozen=True, slots=True)
class PageState:
    """A search, and how many papers come before the page."""

    query: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class PaperState:
    """One paper, by its handle."""

    id: str


@lru_cache(maxsize=1024)
def written(state: PageState | PaperState) -> str:
    """The state as a button's value; `fits` says whether Slack takes it."""
    match state:
        case PageState(query, offset):
            fields: dict[str, str | int] = {"v": _VERSION, "q": query, "o": offset}
        case PaperState(id):
            fields = {"v": _VERSION, "id": id}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def fits(state: PageState | PaperState) -> bool:
    """Whether the state's text is short enough for a button."""
    return kit.length(written(state)) <= kit.VALUE


def page_state(value: str) -> PageState | None:
    """The search that this value holds; None when it is not one of ours or of another version."""
    match _fields(value):
        case {"q": str(query), "o": int(offset)} if query.strip() and not isinstance(offset, bool) and offset >= 0:
            return PageState(query, min(offset, 1_000_000_000))
    return None


def paper_state(value: str) -> PaperState | None:
    """The paper that this value names; None when it is not one of ours or of another version."""
    match _fields(value):
        case {"id": str(id)} if id.strip():
            return PaperState(id)
    return None


def _fields(value: str) -> dict[str, object]:
    try:
        fields = json.loads(value)
    except (ValueError, RecursionError):  # not JSON, or nested beyond reading: a value we did not write
        return {}
    version = fields.get("v") if isinstance(fields, dict) else None
    return fields if version == _VERSION and not isinstance(version, bool) else {}
