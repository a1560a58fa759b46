"""The window in which a paper is read: what the person keeps of it stands there, and changes in its place."""

from dataclasses import replace

from handlers.blocks import note_form, shelf_state, state
from handlers.blocks.home_state import place_of
from handlers.blocks.notice import OLD_BUTTON
from handlers.blocks.other_names import other_names
from handlers.blocks.reader import reader
from handlers.blocks.reader_state import NOTED, ReaderState, reader_of, reader_value
from handlers.blocks.shapes import Run, actions, bold, button, rich
from handlers.blocks.shelf_state import FormState, form_value
from handlers.blocks.shelved import entry_buttons, kept_blocks, note_button, save_button
from handlers.messages import Block, Reply
from handlers.ports import Services
from handlers.reading_list.notes import handle_note, notes_here
from handlers.reading_list.saving import channel_of, found
from handlers.shelves import Whose
from handlers.windows import Look, Mend, Modal, Outcome, Press, Renewed, Submission, Submitted
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
        return replace(_as_now(paper, reading, press, services, _DONE.get(press.action_id, "")), replaces=True)
    if isinstance(outcome, Modal):
        kept = reader_value(replace(reading, window=press.window))
        return replace(outcome, callback_id=NOTED, state=kept)
    return outcome


def handle_noted(submission: Submission, services: Services) -> Submitted:
    """The window for a note was sent off that was opened in this one. Raises Unavailable."""
    reading = reader_of(submission.state)
    paper = found(reading.id, services) if reading else None
    form = form_value(FormState(reading.id, channel_of(reading.here) or "")) if reading else ""
    told = handle_note(replace(submission, state=form), services)
    if not reading or not paper or isinstance(told, Mend):
        return told if isinstance(told, Mend) else Mend({note_form.STATE: OLD_BUTTON})
    window = _as_now(paper, replace(reading, window=""), submission, services, "Kept.")
    # On top of as many windows as there can be the note stood in the place of the one that it was opened in.
    return Renewed(window) if reading.window and submission.below == reading.window else window


def _as_now(paper: Paper, reading: ReaderState, seen: Press | Submission, services: Services, done: str) -> Modal:
    return replace(_window(paper, reading, seen, services, done), behind=_behind(reading, seen))


def _window(paper: Paper, reading: ReaderState, seen: Press | Submission, services: Services, done: str = "") -> Modal:
    told = rich([bold(done)]) if done else ()
    return replace(reader(paper, (*told, *_beside(paper, reading, seen, services))), state=reader_value(reading))


def _beside(paper: Paper, reading: ReaderState, seen: Press | Submission, services: Services) -> tuple[Block, ...]:
    """What else it is called, what the person and others have said of it, and what to do with it."""
    here = reading.here
    mine = services.shelf.shelved(Whose(seen.team_id, seen.user_id, paper.id))
    others = notes_here(paper.id, here, seen.user_id, seen.team_id, services)
    not_there = save_button(paper.id, paper.id, here=here), note_button(paper.id, here=here)
    kept = entry_buttons(mine, here=here) if mine.state else not_there
    named = other_names(paper, services.library.records(paper.id))
    return (
        *named,
        *kept_blocks(mine, others),
        *_hidden(mine.hidden),
        actions(*kept, _hiding(paper.id, hidden=mine.hidden)),
    )


def _hidden(hidden: bool) -> tuple[Block, ...]:
    return rich([Run("You said that it is not for you.")]) if hidden else ()


def _hiding(paper_id: str, *, hidden: bool) -> Block:
    value = state.written(state.PaperState(paper_id))
    if hidden:
        return button("For me again", shelf_state.UNHIDE, value, about=paper_id)
    return button("Not for me", shelf_state.HIDE, value, about=paper_id)


def _behind(reading: ReaderState, seen: Press | Submission) -> Look | None:
    if not place_of(reading.home):
        return None
    return Look(user_id=seen.user_id, team_id=seen.team_id, place=reading.home, now=seen.now)
