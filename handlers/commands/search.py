"""`/papers search WORDS`, which is also what any other words mean."""

from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import search_reply
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        raise UserError("What shall I look for? Type a few words after search, as in /papers search cache eviction")
    return search_reply(words, services)


SEARCH = Command(
    name="search",
    usage="words",
    summary="finds papers; the word search itself can be left out.",
    example="search language models",
    run=_run,
    aliases=("find",),
)
