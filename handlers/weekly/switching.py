"""Switching a channel's paper of the week on and off, setting its topic, and leaving a week out."""

from dataclasses import replace
from datetime import datetime

from handlers.errors import UserError
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.subscriptions.subscribing import rescheduled, resumed, zone_of
from handlers.timing import read_timetable, standard
from handlers.weekly.coming import coming
from search.grammar import parse
from search.query import Query

ON_EXAMPLE = "/papers week on Mon 09:00"
OFF = f"This channel has no paper of the week. To have one, type {ON_EXAMPLE}"

_ID_BITS = 48


def week_of(team_id: str, channel_id: str, services: Services) -> Schedule | None:
    """The channel's schedule, paused or not."""
    every = services.schedules.in_channels(team_id, [channel_id])
    return next((schedule for schedule in every if schedule.kind == "week"), None)


def channel_only(channel_id: str) -> None:
    """Raises UserError in direct messages and at a terminal."""
    if not channel_id.startswith(("C", "G")):
        raise UserError("A paper of the week comes to a channel, and its people choose it. Type this in a channel.")


def in_place(team_id: str, channel_id: str, user_id: str, services: Services) -> str:
    """What has to be done before anything can be posted here; empty where all is well. Raises UserError where no paper
    of the week can come."""
    channel_only(channel_id)
    if channel_id in services.people.channels_of(team_id, user_id):
        return ""
    return "I am not in this channel yet. Type /invite @paperboy here, so that I can post."


def switch_on(
    team_id: str, channel_id: str, user_id: str, when: str, services: Services, now: datetime
) -> Schedule:  # fmt: skip
    """The schedule, made, or changed to this time and resumed. Raises UserError for a time that is none."""
    known = week_of(team_id, channel_id, services)
    zone = zone_of(team_id, user_id, services)
    timetable = read_timetable(when, zone) if when.strip() else known.timetable if known else standard(zone)
    if timetable.rhythm != "weekly":
        raise UserError(f"The paper of the week comes once a week. Write the day and the time: {ON_EXAMPLE}")
    if known:
        return _kept(resumed(rescheduled(known, timetable, now), now), services)
    made = Schedule(
        id=f"{services.random.getrandbits(_ID_BITS):012x}",
        team_id=team_id,
        channel_id=channel_id,
        kind="week",
        query="",
        key="",
        timetable=timetable,
        creator=user_id,
        created=now,
        since=now,
        quiet=False,
    )
    if not services.schedules.add(made):
        raise UserError("Somebody has just switched it on. See /papers week")
    return made


def switch_off(schedule: Schedule, services: Services) -> None:
    """Nothing comes any more; what came, and what people said of it, stays known."""
    services.schedules.remove(schedule.team_id, schedule.id)


def topic_set(schedule: Schedule, text: str, services: Services) -> tuple[Schedule, Query, int]:
    """Picked from this topic from now on: the schedule, the topic as it was read, and how many papers have all of it.
    Raises UserError and InvalidQuery for what cannot be a topic."""
    query = parse(parse(text).typed)  # what is kept is what will be read again
    if query.identifier:
        raise UserError(f"That names one paper. To propose it, type /papers nominate {query.identifier.value}")
    found = services.engine.search(query, 1).complete
    return _kept(replace(schedule, query=query.typed), services), query, found


def topic_off(schedule: Schedule, services: Services) -> Schedule:
    """Picked from everything."""
    return _kept(replace(schedule, query=""), services)


def skipped(schedule: Schedule, services: Services, now: datetime) -> Schedule:
    """Without the next paper. Raises UserError when none comes, or it is left out already."""
    next_one = coming(schedule, now)
    if next_one.left_out:
        raise UserError("The next paper of the week is left out already. To have it after all, see /papers week")
    if not next_one.slot:
        raise UserError("No paper of the week comes at the moment, so there is none to leave out.")
    return _kept(replace(schedule, skip=next_one.slot.name), services)


def unskipped(schedule: Schedule, name: str, services: Services) -> Schedule:
    """With the paper of this slot after all."""
    return _kept(replace(schedule, skip=None), services) if schedule.skip == name else schedule


def _kept(schedule: Schedule, services: Services) -> Schedule:
    if not services.schedules.change(schedule):
        raise UserError(f"Somebody has just switched it off. To have it back, type {ON_EXAMPLE}")
    return schedule
