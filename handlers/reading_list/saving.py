"""Saving papers: what a press or a typed command puts on the list, marks, takes off, or hides."""

from datetime import datetime

from handlers.blocks.notice import gone
from handlers.blocks.saved import hidden_reply, removed_reply, saved_reply, standing_reply
from handlers.blocks.shelf_state import ShelfEntry
from handlers.blocks.weekly import paper_name
from handlers.messages import Reply
from handlers.ports import Services
from handlers.shelves import Hidden, Marked, Removed, Saved, Whose
from search.models import Paper


def save(paper: Paper, whose: Whose, channel_id: str, services: Services, now: datetime) -> Reply:
    """Puts it on the list, or says how it stands there already."""
    return saved_reply(paper, services.shelf.say(whose, Saved(channel_of(channel_id), now)))


def mark(entry: ShelfEntry, whose: Whose, services: Services, now: datetime) -> Reply:
    """How far the person is with it; it comes back to the list where it has left it."""
    paper = found(entry.id, services)
    if paper is None:
        return gone(entry.id)
    services.shelf.say(whose, Marked(entry.mark or "to read", now))
    return standing_reply(paper, services.shelf.shelved(whose), replaces=True)


def remove(entry: ShelfEntry, whose: Whose, services: Services) -> Reply:
    """Takes it off the list, also when it has left the library."""
    before = services.shelf.say(whose, Removed())
    return removed_reply(entry.id, name_of(entry.id, services), before)


def hide(paper: Paper, whose: Whose, services: Services, *, hidden: bool, replaces: bool) -> Reply:
    """It is not for this person, or is again."""
    services.shelf.say(whose, Hidden(hidden))
    return hidden_reply(paper, hidden=hidden, replaces=replaces)


def found(paper_id: str, services: Services) -> Paper | None:
    """The paper, if the library has it still."""
    return next(iter(services.library.papers([paper_id])), None)


def name_of(paper_id: str, services: Services) -> str:
    """What it is called."""
    paper = found(paper_id, services)
    return paper_name(paper) if paper else paper_id


def channel_of(channel_id: str) -> str | None:
    """The channel, if it is one that others are in."""
    return channel_id if channel_id.startswith(("C", "G")) else None


def hidden_from(team_id: str, user_id: str, services: Services) -> frozenset[str]:
    """The papers that are not for this person."""
    return frozenset(one.paper_id for one in services.shelf.of_person(team_id, user_id) if one.hidden)
