"""`/papers show ID-or-name`: one paper in three sentences."""

from handlers.blocks.paper import paper_reply
from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import named_paper, some_handle, unnamed_reply
from handlers.messages import Reply, Request
from handlers.ports import Services
from search.grammar import asked


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Which paper shall I show? Type its handle or its name, as in /papers show {handle}")
    about = _meant(words)
    paper = named_paper(words, services) or named_paper(about, services)
    return paper_reply(paper) if paper else unnamed_reply(words, about, services)


def _meant(words: str) -> str:
    """What `show me kvflow` or `show papers about diffusion` is about."""
    request = f"show {words}"
    about = asked(request)
    return asked(words) if about == request else about


SHOW = Command(
    name="show",
    usage="ID-or-name",
    summary="shows one paper: its problem, its idea and its result.",
    example="show kvflow",
    run=_run,
)
