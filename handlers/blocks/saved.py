"""What is said when a paper is saved, marked, removed or hidden, with the way back."""

from collections.abc import Sequence

from handlers.blocks import lines, state
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, button, reply, rich
from handlers.blocks.shelf_state import HIDE, MARK, UNHIDE, UNSAVE, ShelfEntry, entry_value
from handlers.blocks.shelved import entry_buttons, note_button, note_said, standing
from handlers.messages import Block, Reply
from handlers.shelves import ReadState, Shelved
from search.models import Paper

_LIST = "To see your list, type /papers list"


def saved_reply(paper: Paper, before: Shelved, *, replaces: bool = False) -> Reply:
    """It is on the list now, or was before."""
    name = bold(lines.name(paper, 150))
    if before.state:
        told = " · ".join(standing(before))
        first: Line = [Run("It is on your reading list already: "), name, Run(f" ({told})")]
        return _reply([first, [Run(_LIST)]], entry_buttons(before), replaces)
    undo = button("Undo", UNSAVE, entry_value(ShelfEntry(paper.id)), about=f"saving {paper.id}")
    first = [Run("Saved; it is on your reading list: "), name]
    return _reply([first, [Run(f"Only you see it there. {_LIST}")]], (undo, note_button(paper.id)), replaces)


def standing_reply(paper: Paper, shelved: Shelved, *, replaces: bool = False) -> Reply:
    """How it stands now."""
    told = [part for part in standing(shelved) if part != shelved.state]
    place = f"is marked as {shelved.state} on your reading list" if shelved.state else "is not on your reading list"
    first: Line = [bold(lines.name(paper, 150)), Run(f" {place}{''.join(f' · {part}' for part in told)}.")]
    buttons = entry_buttons(shelved) if shelved.state else (_save_again(paper.id, "to read"), note_button(paper.id))
    return _reply([first, [Run(note_said(shelved), italic=True)]], buttons, replaces)


def removed_line(name: str, shelved: Shelved) -> Line:
    """It has left the list."""
    kept = [word for word, there in (("stars", shelved.rating), ("note", shelved.note)) if there]
    stays = f" Your {' and '.join(kept)} on it stay{'s' if kept == ['note'] else ''}." if kept else ""
    return [Run("Taken off your reading list: "), bold(name), Run(f".{stays}")]


def removed_reply(paper_id: str, name: str, shelved: Shelved) -> Reply:
    """In the place of the message in which Undo or Remove was pressed; `shelved` is how it stood before."""
    again = (_save_again(paper_id, shelved.state or "to read"),)
    return _reply([removed_line(name, shelved)], again, replaces=True)


def hidden_reply(paper: Paper, *, hidden: bool, replaces: bool = False) -> Reply:
    """It is not for this person, or is again."""
    name = bold(lines.name(paper, 150))
    value = state.written(state.PaperState(paper.id))
    if hidden:
        told: list[Line] = [[Run("I will not draw it for you again: "), name]]
        told.append([Run("Searches still find it. To have all such papers back, type /papers forget hidden")])
        return _reply(told, (button("Undo", UNHIDE, value, about=paper.id),), replaces)
    back: list[Line] = [[Run("It may be drawn for you again: "), name]]
    return _reply(back, (button("Not for me", HIDE, value, about=paper.id),), replaces)


def _save_again(paper_id: str, mark: ReadState) -> Block:
    return button("Put it on the list", MARK, entry_value(ShelfEntry(paper_id, mark)), about=paper_id)


def _reply(told: Sequence[Line], buttons: Sequence[Block], replaces: bool) -> Reply:
    return reply(map(line_said, told), [*rich(*told), actions(*buttons)], replaces=replaces)
