"""`/papers subscriptions [all]`: what this channel is subscribed to, with buttons to change it."""

from handlers.blocks.state import ListState
from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.subscriptions.subscribed import channels, listing

_ALL = ("all", "everywhere")
HOW_TO_END = "To end a subscription, press Remove below it."


def _run(request: Request, words: str, services: Services) -> Reply:
    page = ListState(everywhere=words.casefold() in _ALL)
    where = channels(request.team_id, request.user_id, request.channel_id, page, services)
    note = HOW_TO_END if words and not page.everywhere else ""
    return listing(request.team_id, where, page, services, request.now, note)


SUBSCRIPTIONS = Command(
    name="subscriptions",
    usage="[all]",
    summary="lists what this channel is subscribed to, or with all every channel you are in, to change it.",
    example="subscriptions all",
    run=_run,
    aliases=("unsubscribe",),
    takes=lambda words: not words or words.casefold() in _ALL,
    any_after=("unsubscribe",),
)
