"""`/papers forget [me or hidden]`: what is kept of a person, and forgetting it."""

from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.forgetting import kept, reset

ME, HIDDEN = "me", "hidden"


def _run(request: Request, words: str, services: Services) -> Reply:
    if words.casefold() == HIDDEN:
        return reset(request.team_id, request.user_id, services)
    return kept(request.team_id, request.user_id, services, ask=words.casefold() == ME)


FORGET = Command(
    name="forget",
    usage="[me or hidden]",
    summary="shows what I keep about you; with me it can all be deleted, with hidden papers not for you come back.",
    example="forget me",
    run=_run,
    takes=lambda words: words.casefold() in ("", ME, HIDDEN),
)
