"""`/papers subscribe [#channel] QUERY [timing]`: brings new papers on a topic to a channel at regular times."""

import re

from handlers.blocks.subscription import start_reply
from handlers.command import Command
from handlers.errors import UserError
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.subscriptions.subscribed import made_reply
from handlers.subscriptions.subscribing import Wish, in_place, subscribe, topic, zone_of
from handlers.timing import EXAMPLES, read_timing, unread

_CHANNEL = re.compile(r"<#([A-Z0-9]+)(?:\|[^<>]*)?>\s*")
_UNKNOWN_CHANNEL = re.compile(r"#[\w-]+(?:\s|$)")
_TO = re.compile(r"to\s+(?=\S)", re.IGNORECASE)
_QUIET = re.compile(r"(?:^|\s)quiet[ :=]+(on|off)[.,;]?$", re.IGNORECASE)


def _run(request: Request, words: str, services: Services) -> Reply:
    if not words:
        return start_reply()
    named = _CHANNEL.match(words)
    if not named and _UNKNOWN_CHANNEL.match(words):
        raise UserError(
            "I cannot tell which channel that is. Choose it from the list that Slack opens after #, or type this there."
        )
    channel_id = named[1] if named else request.channel_id
    wish, notes = _wish(words[named.end() :] if named else words, channel_id, request, services)
    note = in_place(channel_id, request.channel_id, request.team_id, request.user_id, services)
    done = subscribe(wish, services)
    return made_reply(done, (note, *notes) if note else notes, request.channel_id, services, request.now)


def _wish(text: str, channel_id: str, request: Request, services: Services) -> tuple[Wish, tuple[str, ...]]:
    """What is wanted, and what was read otherwise than typed. `quiet off` may stand before the timing or after it."""
    text, quiet = _quiet(_TO.sub("", text, count=1) if _TO.match(text) else text)
    timed = read_timing(text, zone_of(request.team_id, request.user_id, services))
    rest, earlier = _quiet(timed.rest)
    query = topic(rest, services)
    wish = Wish(
        team_id=request.team_id,
        channel_id=channel_id,
        user_id=request.user_id,
        topic=query,
        timetable=timed.timetable,
        quiet=earlier if quiet is None else quiet,
        now=request.now,
    )
    return wish, (*query.notes, *_unread(rest))


def _unread(topic: str) -> tuple[str, ...]:
    """A subscription to `agents monthly` would wait for papers on months, and nobody would know why."""
    left = unread(topic)
    how = f"When it comes stands at the end, in your own time zone: {EXAMPLES}."
    return (f"I took “{left}” for a part of the topic. {how}",) if left else ()


def _quiet(text: str) -> tuple[str, bool | None]:
    said = _QUIET.search(text)
    return (text[: said.start()], said[1].lower() == "on") if said else (text, None)


SUBSCRIBE = Command(
    name="subscribe",
    usage="[#channel] topic [daily, weekdays or weekly on Mon] [at 9:00] [quiet off]",
    summary="brings new papers on a topic to a channel; without more, on Mondays at 9:00, and only when there are any.",
    example="subscribe language models weekly on Mon at 9:00",
    run=_run,
)
