"""`/papers search WORDS`, which is also what any other words mean."""

from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import search_reply
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.weekly.searched import noting


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        raise UserError("What shall I look for? Type a few words after search, as in /papers search cache eviction")
    note = noting(request.team_id, request.channel_id, services, request.now)
    return search_reply(words, services, found=note)


SEARCH = Command(
    name="search",
    usage="words",
    summary="finds papers; the word search itself can be left out.",
    example="search language models",
    run=_run,
    aliases=("find",),
)
