"""`/papers show ID-or-name`: one paper in three sentences."""

from handlers.blocks import kit
from handlers.blocks.other_names import other_names, other_names_said
from handlers.blocks.paper import paper_reply
from handlers.blocks.shelved import kept_blocks, kept_text
from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import named_paper, some_handle, unnamed_reply
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.notes import notes_here
from handlers.shelves import Whose
from search.grammar import asked
from search.models import Paper


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Which paper shall I show? Type its handle or its name, as in /papers show {handle}")
    about = _meant(words)
    paper = named_paper(words, services) or named_paper(about, services)
    return _paper(paper, request, services) if paper else unnamed_reply(words, about, services)


def _paper(paper: Paper, request: Request, services: Services) -> Reply:
    """With its other names, and what the person and others have said of it."""
    mine = services.shelf.shelved(Whose(request.team_id, request.user_id, paper.id))
    others = notes_here(paper.id, request.channel_id, request.user_id, request.team_id, services)
    named = services.library.records(paper.id)
    beside = (*other_names(paper, named), *kept_blocks(mine, others))
    text = (kit.inert(other_names_said(paper, named)), *kept_text(mine, others))
    return paper_reply(paper, beside=beside, beside_text=text)


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
