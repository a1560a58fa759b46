"""What follows when a post will not be sent: its creators are told once, and what Slack refused rests."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from handlers.blocks.happenings import farewell
from handlers.blocks.regrets import given_up
from handlers.messages import Say
from handlers.notices import tell
from handlers.ports import Services
from handlers.schedules import Posting, Schedule

GIVEN_UP = "no clear answer for a day"
"""In the place of Slack's code where there never was one; people read it."""
_REASONS = {
    "is_archived": "the channel was archived",
    "not_in_channel": "I was not in the channel any more",
    "channel_not_found": "I could not see the channel any more",
    "restricted_action": "I was not allowed to post in the channel",
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


def regret(posting: Posting, now: datetime, services: Services) -> None:
    """A post was given up: its creators are told, and nothing is paused. Raises Unavailable."""
    for creator, schedules in _by_creator(_active(posting, services)):
        key = f"given-up:{posting.key}:{creator}"
        message = given_up(schedules, posting.channel_id)
        tell(creator, key, message, team_id=posting.team_id, at=now, services=services)


def _why(code: str) -> str:
    return _REASONS.get(code, f"Slack refused the messages ({code})")


def _active(posting: Posting, services: Services) -> list[Schedule]:
    named = [services.schedules.schedule(posting.team_id, schedule_id) for schedule_id, _ in posting.slots]
    return [one for one in named if one and one.paused is None]


def _told(resting: list[Schedule], posting: Posting, why: str) -> Iterable[Say]:
    for creator, schedules in _by_creator(resting):
        yield Say(creator, f"failed:{posting.key}:{creator}", farewell(posting.channel_id, schedules, why))


def _by_creator(schedules: list[Schedule]) -> Iterable[tuple[str, tuple[Schedule, ...]]]:
    ordered = sorted(schedules, key=lambda one: (one.creator, one.created))
    for creator, theirs in groupby(ordered, key=lambda one: one.creator):
        if creator:  # those who were forgotten are told nothing
            yield creator, tuple(theirs)
