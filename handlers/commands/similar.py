"""`/papers similar ID-or-name`: the papers most like one paper."""

from handlers.blocks.asked import quoted
from handlers.blocks.neighbours import similar_reply
from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import entries, named_paper, search_reply, some_handle
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Similar to which paper? Type its handle or its name, as in /papers similar {handle}")
    paper = named_paper(words, services)
    if paper:
        return similar_reply(paper, entries(services.engine.similar(paper.id, 5), services))
    return search_reply(words, services, note=f"No paper is called {quoted((words,))}; this is a search for the words.")


SIMILAR = Command(
    name="similar",
    usage="ID-or-name",
    summary="lists the papers most like one paper.",
    example="similar kvflow",
    run=_run,
)
