"""`/papers nominate ID-or-name [because ...]`: proposes a paper for the channel's paper of the week."""

from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import some_handle
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.weekly.nominating import Place, nominate_typed


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Which paper? Type its handle or its name, as in /papers nominate {handle} because we need it")
    place = Place(
        team_id=request.team_id, channel_id=request.channel_id, user_id=request.user_id, now=request.now
    )  # fmt: skip
    return nominate_typed(words, place, services)


NOMINATE = Command(
    name="nominate",
    usage="ID-or-name [because …]",
    summary="proposes a paper for this channel’s paper of the week.",
    example="nominate kvflow because it is about our own cache",
    run=_run,
)
