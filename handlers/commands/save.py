"""`/papers save ID-or-name`: puts a paper on one's own reading list."""

from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import named_paper, some_handle, unnamed_reply
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.saving import save
from handlers.shelves import Whose


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        raise UserError(f"Which paper? Type its handle or its name, as in /papers save {some_handle(services)}")
    paper = named_paper(words, services)
    if paper is None:
        return unnamed_reply(words, words, services)
    return save(paper, Whose(request.team_id, request.user_id, paper.id), request.channel_id, services, request.now)


SAVE = Command(
    name="save",
    usage="ID-or-name",
    summary="puts a paper on your reading list, which only you see.",
    example="save kvflow",
    run=_run,
)
