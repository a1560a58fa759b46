"""`/papers show ID-or-name`: one paper in three sentences."""

from handlers.blocks.asked import quoted
from handlers.blocks.paper import paper_reply
from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import named_paper, search_reply, some_handle
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Which paper shall I show? Type its handle or its name, as in /papers show {handle}")
    paper = named_paper(words, services)
    if paper:
        return paper_reply(paper)
    return search_reply(words, services, note=f"No paper is called {quoted((words,))}; this is a search for the words.")


SHOW = Command(
    name="show",
    usage="ID-or-name",
    summary="shows one paper: its problem, its idea and its result.",
    example="show kvflow",
    run=_run,
)
