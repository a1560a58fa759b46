"""What follows when Slack will never take a post: its creator is told once, and what brought it rests."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from handlers.blocks.happenings import farewell
from handlers.messages import Say
from handlers.ports import Services
from handlers.schedules import Posting, Schedule

_REASONS = {
    "is_archived": "the channel is archived",
    "not_in_channel": "I am no longer in the channel",
    "channel_not_found": "I cannot see the channel any more",
    "restricted_action": "I may not post in the channel",
    "msg_too_long": "Slack found the message too long",
}
"""By Slack's code; people read it."""


def farewells(posting: Posting, code: str, services: Services) -> tuple[Say, ...]:
    """What is to be said to the creators, before their schedules are paused. Raises Unavailable."""
    return tuple(_told(_active(posting, services), posting, _why(code)))


def put_to_rest(posting: Posting, code: str, services: Services) -> None:
    """Pauses the schedules of the post. Raises Unavailable."""
    for schedule in _active(posting, services):
        services.schedules.change(replace(schedule, paused=_why(code)))


def _why(code: str) -> str:
    return _REASONS.get(code, f"Slack refuses the messages ({code})")


def _active(posting: Posting, services: Services) -> list[Schedule]:
    named = [services.schedules.schedule(posting.team_id, schedule_id) for schedule_id, _ in posting.slots]
    return [one for one in named if one and one.paused is None]


def _told(resting: list[Schedule], posting: Posting, why: str) -> Iterable[Say]:
    ordered = sorted(resting, key=lambda one: (one.creator, one.created))
    for creator, schedules in groupby(ordered, key=lambda one: one.creator):
        yield Say(creator, f"failed:{posting.key}:{creator}", farewell(posting.channel_id, tuple(schedules), why))
