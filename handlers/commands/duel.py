"""`/papers duel`: which of two papers a person would rather read."""

from handlers.command import Command, no_words
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.weekly.duels import duel


def _run(request: Request, _words: str, services: Services) -> Reply:
    return duel(request.team_id, request.channel_id, request.user_id, services, request.now)


DUEL = Command(
    name="duel",
    usage="",
    summary="asks which of two papers you would rather read; the answers count for the paper of the week.",
    example="duel",
    run=_run,
    takes=no_words,
)
