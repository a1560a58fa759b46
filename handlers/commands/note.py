"""`/papers note ID-or-name [text]`: a note on a paper, for oneself unless `shared:` stands before its text."""

from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import some_handle
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.noting import note_typed


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(
            f"On which paper? Type its handle or its name and your note, as in /papers note {handle} try it"
        )
    return note_typed(words, request, services)


NOTE = Command(
    name="note",
    usage="ID-or-name [text]",
    summary="keeps a note on a paper for you alone, or with shared: before the text for this channel.",
    example="note kvflow try it on our prompts",
    run=_run,
)
