"""Notes and stars: the window in which they are given, and what comes of it."""

from collections.abc import Iterator, Mapping

from handlers.blocks.note_form import (
    AS_NOW,
    HERE,
    LISTED,
    NO_STARS,
    NOT_LISTED,
    NOTE,
    OTHERS,
    STARS,
    STATE,
    WHO,
    note_form,
)
from handlers.blocks.notice import OLD_BUTTON, gone
from handlers.blocks.saved import standing_reply
from handlers.blocks.shelf_state import form_of
from handlers.messages import Whisper
from handlers.ports import Services
from handlers.reading_list.saving import channel_of, found
from handlers.shelves import (
    LONGEST_NOTE,
    MOST_STARS,
    READ_STATES,
    Marked,
    Noted,
    Rated,
    Removed,
    Shared,
    Shelved,
    Whose,
    Word,
    after,
)
from handlers.typed import said
from handlers.windows import Mend, Modal, Outcome, Submission, Submitted

WINDOW = "Reading list"


def open_form(whose: Whose, here: str, services: Services) -> Outcome:
    """The window, filled with how it stands; `here` is where a note can be for others."""
    paper = found(whose.paper_id, services)
    if paper is None:
        return gone(whose.paper_id)
    return note_form(paper, services.shelf.shelved(whose), channel_of(here) or "")


def notes_here(paper_id: str, channel_id: str, user_id: str, team_id: str, services: Services) -> tuple[Shelved, ...]:
    """What other people noted on a paper for this channel."""
    channel = channel_of(channel_id)
    noted = services.shelf.notes(team_id, channel, paper_id) if channel else ()
    return tuple(each for each in noted if each.user_id != user_id)


def handle_note(submission: Submission, services: Services) -> Submitted:
    """The window was sent off: what differs from how it stands is said. Raises Unavailable."""
    form = form_of(submission.state)
    paper = found(form.id, services) if form else None
    if not form or not paper:
        return Mend({STATE: "That paper has left the library." if form else OLD_BUTTON})
    whose = Whose(submission.team_id, submission.user_id, form.id)
    before = services.shelf.shelved(whose)
    for word in _words(submission, form.channel_id, before):
        services.shelf.say(whose, word)
    told = standing_reply(paper, services.shelf.shelved(whose))
    if not form.channel_id:
        return Modal(WINDOW, told.blocks)
    return Whisper(form.channel_id, submission.user_id, told)


def _words(submission: Submission, channel_id: str, before: Shelved) -> Iterator[Word]:
    """What this window changes, and nothing that it only repeats: another one may say something else meanwhile."""
    now = before
    for word in (
        *_marked(submission),
        _rated(submission.values),
        _noted(submission, channel_id, before),
        _open(submission),
    ):
        if after(now, word) != now and not _same_note(word, now):
            now = after(now, word)
            yield word


def _marked(submission: Submission) -> Iterator[Word]:
    entered = submission.values.get(STATE)
    if entered == NOT_LISTED:
        yield Removed()
    yield from (Marked(state, submission.now) for state in READ_STATES if state == entered)


def _rated(values: Mapping[str, str]) -> Word:
    known = {str(number): number for number in range(1, MOST_STARS + 1)}
    return Rated(known.get(values.get(STARS, NO_STARS)))


def _noted(submission: Submission, channel_id: str, before: Shelved) -> Noted:
    who = submission.values.get(WHO)
    channel = {HERE: channel_id or None, AS_NOW: before.note_channel}.get(who or "")
    return Noted(said(submission.values.get(NOTE, ""))[:LONGEST_NOTE], channel, submission.now)


def _open(submission: Submission) -> Word:
    return Shared(submission.values.get(LISTED) == OTHERS)


def _same_note(word: Word, now: Shelved) -> bool:
    return isinstance(word, Noted) and (word.text, word.channel_id) == (now.note, now.note_channel)
