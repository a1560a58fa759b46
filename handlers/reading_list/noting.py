"""Notes that are typed: which of the words name the paper, and what is noted on it."""

from handlers.blocks.noted import REMOVE, SHARED, note_reply
from handlers.errors import UserError
from handlers.finding import named_paper, unnamed_reply
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.saving import channel_of
from handlers.shelves import LONGEST_NOTE, Noted, Whose, after
from handlers.typed import as_meant
from search.models import Paper

MOST_WORDS = 24
"""Words that a paper's name may have; the longest name that is known is taken, and the rest is the note."""


def note_typed(words: str, request: Request, services: Services) -> Reply:
    """`kvflow halves our cost`: what was noted, or how it stands where there is nothing to note. Raises UserError."""
    paper, text = _parted(words, services)
    if paper is None:
        return unnamed_reply(words, words, services)
    whose = Whose(request.team_id, request.user_id, paper.id)
    here = channel_of(request.channel_id)
    if not text:
        held = services.shelf.shelved(whose)
        return note_reply(paper, held, held, here or "")
    word = _noted(text, here, request)
    before = services.shelf.say(whose, word)
    return note_reply(paper, after(before, word), before, here or "")


def _parted(words: str, services: Services) -> tuple[Paper | None, str]:
    """The paper, and what follows its name."""
    split = words.split(" ")
    for most in range(min(len(split), MOST_WORDS), 0, -1):
        name = " ".join(split[:most]).removesuffix(":")
        # Only a single word can be an address or a number: among several it would swallow the note.
        paper = named_paper(name, services) if most == 1 else services.library.named(name)
        if paper:
            return paper, " ".join(split[most:])
    return None, ""


def _noted(text: str, here: str | None, request: Request) -> Noted:
    if text.casefold() == REMOVE:
        return Noted("", None, request.now)
    shared = text.casefold().startswith(SHARED)
    said = as_meant(text[len(SHARED) :] if shared else text)
    if shared and not here:
        raise UserError("Here nobody else would read it. To share a note with a channel, type it there.")
    if not said:
        raise UserError("There is nothing to note; nothing was changed. Type the text after the paper’s name.")
    if len(said) > LONGEST_NOTE:
        raise UserError(f"A note holds {LONGEST_NOTE:,} characters, and this one has {len(said):,}; it was not kept.")
    return Noted(said, here if shared else None, request.now)
