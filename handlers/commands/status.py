"""`/papers status`: how the bot is."""

from handlers.blocks.status import status_reply
from handlers.command import Command, no_words
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, _words: str, services: Services) -> Reply:
    return status_reply(services.health.status().facts)


STATUS = Command(
    name="status",
    usage="",
    summary="says how many papers there are and how I am.",
    example="status",
    run=_run,
    takes=no_words,
)
