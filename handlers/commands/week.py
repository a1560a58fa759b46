"""`/papers week`: the channel's paper of the week, when it comes, what it is picked from, and those that it had."""

import re
from collections.abc import Callable

from handlers.blocks.asked import count
from handlers.blocks.notice import notice
from handlers.command import Command
from handlers.errors import UserError
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.weekly.overview import history, overview, standing
from handlers.weekly.planning import preview
from handlers.weekly.switching import (
    OFF,
    in_place,
    skipped,
    switch_off,
    switch_on,
    topic_off,
    topic_set,
    week_of,
)

_AT_ONCE = re.compile(
    r"(?:on\s+)?(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b", re.IGNORECASE
)


def _run(request: Request, words: str, services: Services) -> Reply:
    first, _, rest = words.partition(" ")
    run = _PARTS.get(first.casefold(), _on if _AT_ONCE.match(words) else None)
    if run is None:
        return overview(request.team_id, request.channel_id, services, request.now)
    return run(request, words if first.casefold() not in _PARTS else rest.strip(), services)


def _on(request: Request, when: str, services: Services) -> Reply:
    note = in_place(request.team_id, request.channel_id, request.user_id, services)
    switch_on(request.team_id, request.channel_id, request.user_id, when, services, request.now)
    return overview(request.team_id, request.channel_id, services, request.now, "It is on.", note)


def _off(request: Request, _rest: str, services: Services) -> Reply:
    schedule = _there(request, services)
    switch_off(schedule, services)
    return notice("Switched off. What the channel had stays in /papers week history; /papers week on brings it back.")


def _topic(request: Request, rest: str, services: Services) -> Reply:
    schedule = _there(request, services)
    if not rest:
        raise UserError("Which topic? Type its words, as in /papers week topic kv cache, or /papers week topic off")
    if rest.casefold() in ("off", "none"):
        topic_off(schedule, services)
        return overview(
            request.team_id, request.channel_id, services, request.now, "It is picked from all papers again."
        )
    _, query, found = topic_set(schedule, rest, services)
    told = f"{count(found)} {'has' if found == 1 else 'have'} all of that." if found else _NONE_YET
    return overview(request.team_id, request.channel_id, services, request.now, told, *query.notes)


def _skip(request: Request, _rest: str, services: Services) -> Reply:
    skipped(_there(request, services), services, request.now)
    return overview(request.team_id, request.channel_id, services, request.now, "The next one is left out.")


def _history(request: Request, _rest: str, services: Services) -> Reply:
    return history(request.team_id, request.channel_id, services)


def _preview(request: Request, _rest: str, services: Services) -> Reply:
    return preview(_there(request, services), services, request.now)


def _standings(request: Request, _rest: str, services: Services) -> Reply:
    return standing(request.team_id, request.channel_id, services)


def _there(request: Request, services: Services) -> Schedule:
    schedule = week_of(request.team_id, request.channel_id, services)
    if schedule is None:
        raise UserError(OFF)
    return schedule


_NONE_YET = "No paper has all of that yet; until one does, there is none to pick."
_PARTS: dict[str, Callable[[Request, str, Services], Reply]] = {
    "on": _on,
    "off": _off,
    "topic": _topic,
    "skip": _skip,
    "history": _history,
    "preview": _preview,
    "standings": _standings,
}


def _takes(words: str) -> bool:
    """`week on Mon 09:00` and `week off` are the command; `week lung cancer` is a search."""
    first, _, rest = words.casefold().partition(" ")
    alone = first in ("off", "skip", "history", "preview", "standings") and not rest
    return not words or alone or first in ("on", "topic") or bool(_AT_ONCE.match(words))


WEEK = Command(
    name="week",
    usage="[on Mon 09:00, off, topic words, topic off, skip, history, preview or standings]",
    summary="shows this channel’s paper of the week and when the next one comes, or sets it.",
    example="week on Mon 09:00",
    run=_run,
    takes=_takes,
)
