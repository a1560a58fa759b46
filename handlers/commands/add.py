"""`/papers add LINK, number or BibTeX`: looks papers up, shows them, and adds them to the library."""

from handlers.adding.looking import look_up, names_papers
from handlers.command import Command
from handlers.errors import UserError
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        raise UserError(
            "Which paper? Type its link, arXiv number, DOI or OpenReview id, or paste its BibTeX entry, as in /papers "
            "add https://arxiv.org/abs/2405.00001"
        )
    return look_up(words, services)


ADD = Command(
    name="add",
    usage="link, arXiv number, DOI, OpenReview id or BibTeX",
    summary="looks a paper up, shows it, and adds it to the library; up to five at once.",
    example="add 1706.03762",
    run=_run,
    takes=names_papers,
)
