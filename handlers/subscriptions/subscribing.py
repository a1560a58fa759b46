"""Subscribing a channel to a topic: which topics can be watched, where, and what becomes of one that is there."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from handlers.calendar import Timetable, known_zone
from handlers.errors import UserError
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.subscriptions.topics import topic_key
from handlers.timing import standard
from search.grammar import parse
from search.query import Query

LIMIT = 20
"""Subscriptions of one channel at most."""
EXAMPLE = "/papers subscribe kv cache weekly on Mon at 9:00"

_ID_BITS = 48
_UNKNOWN_ZONE = "UTC"

Fate = Literal["new", "same", "changed", "resumed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Who wants what in which channel; `timetable` and `quiet` are None where nothing was said of them."""

    team_id: str
    channel_id: str
    user_id: str
    topic: Query
    timetable: Timetable | None = None
    quiet: bool | None = None
    now: datetime


@dataclass(frozen=True, slots=True)
class Subscribed:
    """The subscription as it now is, and what was done for that."""

    schedule: Schedule
    fate: Fate


def topic(text: str, services: Services) -> Query:
    """The topic that this text names.

    Raises `UserError` and `InvalidQuery` for what cannot be watched, so that no digest ever meets it.
    """
    if not text.strip():
        raise UserError(f"Which topic shall I watch? Type its words after subscribe, as in {EXAMPLE}")
    query = parse(parse(text).typed)  # what is kept is what will be read again
    if query.identifier:
        raise UserError(f"That names one paper, and digests bring new ones. Type the words of a topic, as in {EXAMPLE}")
    services.engine.search(query, 1)
    return query


def zone_of(team_id: str, user_id: str, services: Services) -> str:
    """The time zone of this person, as Slack knows it."""
    zone = services.people.zone(team_id, user_id)
    return zone if zone and known_zone(zone) else _UNKNOWN_ZONE


def in_place(channel_id: str, here: str, team_id: str, user_id: str, services: Services) -> str:
    """What has to be done before anything can be posted in this channel; empty where all is well.

    Raises `UserError` when the person cannot subscribe it from `here`.
    """
    if channel_id in services.people.channels_of(team_id, user_id):
        return ""
    if not channel_id.startswith(("C", "G")):
        # Direct messages, or the prompt of a terminal.
        raise UserError(
            "Digests come to channels. Type this in one, or name one: /papers subscribe #channel and the topic"
        )
    if channel_id != here:
        raise UserError("One of us is not in that channel. Join it, type /invite @paperboy there, and subscribe again.")
    return "I am not in this channel yet. Type /invite @paperboy here, so that I can post."


def subscribe(wish: Wish, services: Services) -> Subscribed:
    """Subscribes the channel, or changes the subscription that it has to this topic, in whatever spelling.

    Raises `UserError` where there are too many.
    """
    wanted = _schedule(wish, services)
    theirs = subscriptions([wish.channel_id], wish.team_id, services)
    known = next((schedule for schedule in theirs if schedule.key == wanted.key), None)
    if known:
        return _changed(known, wish, services)
    if len(theirs) >= LIMIT:
        raise UserError(f"This channel has {LIMIT} subscriptions, which is the most. Remove one: /papers subscriptions")
    if not services.schedules.add(wanted):  # somebody else was faster
        raise UserError("Somebody has just subscribed this channel to that. See /papers subscriptions")
    return Subscribed(wanted, "new")


def subscriptions(channel_ids: list[str] | tuple[str, ...], team_id: str, services: Services) -> tuple[Schedule, ...]:
    """Those of these channels."""
    every = services.schedules.in_channels(team_id, channel_ids)
    return tuple(schedule for schedule in every if schedule.kind == "digest")


def rescheduled(schedule: Schedule, timetable: Timetable, now: datetime) -> Schedule:
    """With this timetable; another one counts from now on."""
    return schedule if timetable == schedule.timetable else replace(schedule, timetable=timetable, since=now)


def resumed(schedule: Schedule, now: datetime) -> Schedule:
    """Coming again from now on: what was not posted in the pause is not made up for."""
    return schedule if schedule.paused is None else replace(schedule, paused=None, since=now)


def _schedule(wish: Wish, services: Services) -> Schedule:
    zone = "" if wish.timetable else zone_of(wish.team_id, wish.user_id, services)
    return Schedule(
        id=f"{services.random.getrandbits(_ID_BITS):012x}",
        team_id=wish.team_id,
        channel_id=wish.channel_id,
        kind="digest",
        query=wish.topic.typed,
        key=topic_key(wish.topic),
        timetable=wish.timetable or standard(zone),
        creator=wish.user_id,
        created=wish.now,
        since=wish.now,
        quiet=wish.quiet is not False,
    )


def _changed(known: Schedule, wish: Wish, services: Services) -> Subscribed:
    timed = rescheduled(known, wish.timetable or known.timetable, wish.now)
    changed = timed if wish.quiet is None else replace(timed, quiet=wish.quiet)
    active = resumed(changed, wish.now)
    if active == known:
        return Subscribed(known, "same")
    if not services.schedules.change(active):
        raise UserError("Somebody has just removed that subscription. Type the command again to have it back.")
    return Subscribed(active, "changed" if changed != known else "resumed")
