"""What a person has said of a paper, in words, and the buttons with which they say more."""

import re
from collections.abc import Iterator, Sequence

from handlers.blocks import kit
from handlers.blocks.shapes import Run, bold, button, context, mention, rich
from handlers.blocks.shelf_state import FORM, MARK, REMOVE, SAVE, ShelfEntry, ShelfPage, entry_value
from handlers.messages import Block
from handlers.shelves import MOST_STARS, ReadState, Shelved

NOTE = 600
"""Characters of a note beside its paper; all of it is in the window where it is written."""
NOTES = 3
"""Notes of other people beside a paper."""
NEXT_STATE: dict[ReadState, ReadState] = {"to read": "reading", "reading": "read", "read": "to read"}
MARK_LABELS: dict[ReadState, str] = {"to read": "Read it again", "reading": "Reading now", "read": "Done reading"}

_MEMBER = re.compile(r"[UW][A-Z0-9]{2,20}")


def stars(rating: int | None) -> str:
    """`★★★★☆`; empty where there are none."""
    return "" if rating is None else "★" * rating + "☆" * (MOST_STARS - rating)


def standing(shelved: Shelved) -> tuple[str, ...]:
    """How far they are with it, its stars, and who sees it on the list."""
    seen = "shared" if shelved.shared else ""
    return tuple(filter(None, (shelved.state or "", stars(shelved.rating), seen)))


def save_button(paper_id: str, name: str, *, here: str = "") -> Block:
    """For wherever a paper is shown; in a window, `here` is the channel behind it."""
    return button("Save", SAVE, entry_value(ShelfEntry(paper_id, here=here)), about=name)


def entry_buttons(shelved: Shelved, page: ShelfPage | None = None, *, here: str = "") -> tuple[Block, ...]:
    """What can be done with a paper on the list."""
    name = shelved.paper_id
    turns = NEXT_STATE[shelved.state or "read"]
    return (
        button(MARK_LABELS[turns], MARK, entry_value(ShelfEntry(name, turns, page)), about=name),
        note_button(name, page, here=here),
        button("Remove", REMOVE, entry_value(ShelfEntry(name, shelved.state, page)), about=f"{name} from the list"),
    )


def note_button(paper_id: str, page: ShelfPage | None = None, *, here: str = "") -> Block:
    """Opens the window for a note."""
    return button("Note and stars…", FORM, entry_value(ShelfEntry(paper_id, page=page, here=here)), about=paper_id)


def note_said(shelved: Shelved, limit: int = NOTE) -> str:
    """The note on one line, and for whom it is."""
    text = kit.cut(kit.tidy(shelved.note), limit)
    who = "Your note" if shelved.note_channel is None else "Your note, for a channel"
    return f"{who}: {text}" if text else ""


def kept_blocks(mine: Shelved, others: Sequence[Shelved] = ()) -> Iterator[Block]:
    """For the person alone, beside a paper: what they said of it, and what others noted for the channel."""
    if told := standing(mine):
        yield context(f"On your reading list: {' · '.join(told)}" if mine.state else f"You gave it {told[0]}")
    yield from rich([Run(note_said(mine), italic=True)])
    for other in others[-NOTES:]:
        yield from _noted(other)


def kept_text(mine: Shelved, others: Sequence[Shelved] = ()) -> Iterator[str]:
    """The same in lines, ready for mrkdwn."""
    if told := standing(mine):
        yield kit.inert(f"On your reading list: {'; '.join(told)}" if mine.state else f"You gave it {told[0]}")
    yield kit.inert(note_said(mine))
    for other in others[-NOTES:]:
        yield f"{_named(other)} noted here: {kit.inert(_of_other(other))}"


def _noted(other: Shelved) -> Iterator[Block]:
    known = _MEMBER.fullmatch(other.user_id)
    yield mention(other.user_id, "", " noted here:") if known else context("Somebody noted here:")
    yield from rich([Run(_of_other(other))])


def _of_other(other: Shelved) -> str:
    return kit.cut(kit.tidy(other.note), NOTE)


def _named(other: Shelved) -> str:
    return f"<@{other.user_id}>" if _MEMBER.fullmatch(other.user_id) else "Somebody"


def person(user_id: str) -> str:
    """A person's name in plain text, ready for mrkdwn, as Slack sets it."""
    return f"<@{user_id}>" if _MEMBER.fullmatch(user_id) else "this person"


def whose_list(user_id: str) -> tuple[Block, ...]:
    """Above another one's list."""
    known = _MEMBER.fullmatch(user_id)
    return (mention(user_id, "From the reading list of ", ""),) if known else rich([bold("From this reading list")])
