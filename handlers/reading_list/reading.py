"""The window in which a paper is read: what the person keeps of it stands there, and changes in its place."""

from dataclasses import replace

from handlers.blocks import home_state, shelf_state, state
from handlers.blocks.home_state import HomeEntry, place_of
from handlers.blocks.reader import reader
from handlers.blocks.reader_state import ReaderState, reader_of, reader_value
from handlers.blocks.shapes import Run, actions, bold, button, rich
from handlers.blocks.shelved import entry_buttons, kept_blocks, note_button, save_button
from handlers.messages import Block, Look, Modal, Outcome, Press, Reply
from handlers.ports import Services
from handlers.reading_list.notes import notes_here
from handlers.reading_list.saving import found
from handlers.shelves import Whose
from search.models import Paper

_DONE = {
    shelf_state.SAVE: "Saved; it is on your reading list.",
    shelf_state.REMOVE: "Taken off your reading list.",
    shelf_state.HIDE: "I will not draw it for you again. Searches still find it.",
    shelf_state.UNHIDE: "It may be drawn for you again.",
}


def opened(paper: Paper, press: Press, services: Services) -> Modal:
    """Where it was pressed is remembered: in a channel, in Home, or in a window above Home."""
    above = reader_of(press.state)
    home = press.state if place_of(press.state) and not above else above.home if above else ""
    here = press.channel_id or (above.here if above else "")
    return _window(paper, ReaderState(paper.id, here, home), press, services)


def in_place(press: Press, outcome: Outcome, services: Services) -> Outcome:
    """What something pressed in the window leads to: the window as it is now, and Home behind it. A note has a window
    of its own, and a paper that has left gets the sentence that says so."""
    reading = reader_of(press.state)
    paper = found(reading.id, services) if reading else None
    if not reading or not paper:
        return outcome
    if isinstance(outcome, Reply):
        window = _window(paper, reading, press, services, _DONE.get(press.action_id, ""))
        return replace(window, replaces=True, behind=_behind(reading, press))
    place = place_of(reading.home)
    if isinstance(outcome, Modal) and place:
        # What comes of the note is to be seen in Home.
        kept = home_state.entry_value(HomeEntry(paper.id, place))
        return replace(outcome, callback_id=home_state.FORM, state=kept)
    return outcome


def _window(paper: Paper, reading: ReaderState, press: Press, services: Services, done: str = "") -> Modal:
    told = rich([bold(done)]) if done else ()
    return replace(reader(paper, (*told, *_beside(paper, reading, press, services))), state=reader_value(reading))


def _beside(paper: Paper, reading: ReaderState, press: Press, services: Services) -> tuple[Block, ...]:
    """What the person and others have said of it, and what to do with it."""
    here = reading.here
    mine = services.shelf.shelved(Whose(press.team_id, press.user_id, paper.id))
    others = notes_here(paper.id, here, press.user_id, press.team_id, services)
    not_there = save_button(paper.id, paper.id, here=here), note_button(paper.id, here=here)
    kept = entry_buttons(mine, here=here) if mine.state else not_there
    return *kept_blocks(mine, others), *_hidden(mine.hidden), actions(*kept, _hiding(paper.id, hidden=mine.hidden))


def _hidden(hidden: bool) -> tuple[Block, ...]:
    return rich([Run("You said that it is not for you.")]) if hidden else ()


def _hiding(paper_id: str, *, hidden: bool) -> Block:
    value = state.written(state.PaperState(paper_id))
    if hidden:
        return button("For me again", shelf_state.UNHIDE, value, about=paper_id)
    return button("Not for me", shelf_state.HIDE, value, about=paper_id)


def _behind(reading: ReaderState, press: Press) -> Look | None:
    if not place_of(reading.home):
        return None
    return Look(user_id=press.user_id, team_id=press.team_id, place=reading.home, now=press.now)
