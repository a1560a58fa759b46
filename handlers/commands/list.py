"""`/papers list [@person] [to read, reading or read]`: one's own reading list, or what another person shares."""

import re

from handlers.blocks.shelf_state import ShelfPage
from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.listing import own, shared
from handlers.shelves import READ_STATES, ReadState

_PERSON = re.compile(r"<@([UW][A-Z0-9]{2,20})(?:\|[^<>]*)?>")
_MINE = ("", "me", "mine", "all")


def _run(request: Request, words: str, services: Services) -> Reply:
    person = _PERSON.fullmatch(words)
    if person and person[1] != request.user_id:
        return shared(request.team_id, ShelfPage(user_id=person[1]), request.channel_id, services)
    return own(request.team_id, request.user_id, ShelfPage(state=_state(words)), services)


def _state(words: str) -> ReadState | None:
    return next((state for state in READ_STATES if state == words.casefold()), None)


def _takes(words: str) -> bool:
    """`list reading` is the command; `list decoding` is a search."""
    return words.casefold() in (*_MINE, *READ_STATES) or bool(_PERSON.fullmatch(words))


LIST = Command(
    name="list",
    usage="[@person, to read, reading or read]",
    summary="shows your reading list, or what another person shares of theirs.",
    example="list to read",
    run=_run,
    takes=_takes,
)
