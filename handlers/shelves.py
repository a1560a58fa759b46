"""What people keep of papers for themselves: a reading list, stars, notes, and what is not for them."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

ReadState = Literal["to read", "reading", "read"]
READ_STATES: tuple[ReadState, ...] = ("to read", "reading", "read")
MOST_STARS = 5
LONGEST_NOTE = 2_000


@dataclass(frozen=True, slots=True)
class Whose:
    """A person of a workspace, and the paper that they speak of."""

    team_id: str
    user_id: str
    paper_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """All that a person has said of a paper. `state` is None while it is not on their reading list; `shared` lets
    others see it there. A note is private unless `note_channel` names a channel. `hidden`: it is not for them."""

    paper_id: str
    user_id: str
    state: ReadState | None = None
    saved: datetime | None = None
    saved_in: str | None = None
    shared: bool = False
    rating: int | None = None
    note: str = ""
    note_channel: str | None = None
    noted: datetime | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """It goes on the reading list, to be read; nothing changes where it is there already. `channel_id` is where it was
    found, if that is a channel."""

    channel_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Marked:
    """How far they are with it; it goes on the list where it is not there."""

    state: ReadState
    at: datetime


@dataclass(frozen=True, slots=True)
class Removed:
    """It leaves the list. Stars and note stay."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Whether others see it on the list."""

    shared: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """So many stars, from 1 to 5; None takes them back."""

    rating: int | None


@dataclass(frozen=True, slots=True)
class Noted:
    """A note, for oneself or for a channel; an empty one takes it back."""

    text: str
    channel_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Hidden:
    """Whether it is not for them."""

    hidden: bool


Word = Saved | Marked | Removed | Shared | Rated | Noted | Hidden


def after(before: Shelved, word: Word) -> Shelved:
    """How it stands once this was said."""
    match word:
        case Saved(channel_id, at):
            return before if before.state else replace(before, state="to read", saved=at, saved_in=channel_id)
        case Marked(state, at):
            return replace(before, state=state, saved=before.saved if before.state else at)
        case Removed():
            return replace(before, state=None, saved=None, saved_in=None, shared=False)
        case Shared(shared):
            return replace(before, shared=shared and before.state is not None)
        case Rated(rating):
            return replace(before, rating=rating)
        case Noted(text, channel_id, at):
            return replace(before, note=text, note_channel=channel_id if text else None, noted=at if text else None)
        case Hidden(hidden):
            return replace(before, hidden=hidden)


def seen_by_others(shelved: Shelved, channel_id: str) -> Shelved | None:
    """What somebody else may see of it in this channel; None where that is nothing."""
    noted = shelved.note_channel == channel_id and bool(shelved.note)
    if not (shelved.shared or noted):
        return None
    shown = Shelved(paper_id=shelved.paper_id, user_id=shelved.user_id)
    if shelved.shared:
        shown = replace(shown, state=shelved.state, saved=shelved.saved, shared=True, rating=shelved.rating)
    if noted:
        shown = replace(shown, note=shelved.note, note_channel=channel_id, noted=shelved.noted)
    return shown
