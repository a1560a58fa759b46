"""What the bot does when it comes into a channel, leaves it, or the channel is archived."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Literal

from handlers.blocks.happenings import farewell, hello
from handlers.messages import Say
from handlers.ports import Services
from handlers.schedules import Schedule

WHY = {"left": "I was put out of the channel", "archived": "the channel was archived"}
"""Why schedules are paused. People read it for as long as they rest, also when the bot is back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that happened to a channel: the bot was invited or put out, or the channel archived or opened again."""

    kind: Literal["joined", "left", "archived", "unarchived"]
    channel_id: str
    user_id: str
    team_id: str
    now: datetime


def handle_happening(happening: Happening, services: Services) -> tuple[Say, ...]:
    """What is to be said, and to whom. Raises Unavailable."""
    if happening.kind == "joined":
        waiting = services.schedules.in_channels(happening.team_id, [happening.channel_id])
        return (_hello(happening, [schedule for schedule in waiting if schedule.paused], services),)
    if happening.kind == "unarchived":
        # The bot is not brought back with the channel: it says hello when it is invited again.
        return ()
    why = WHY[happening.kind]
    paused = services.schedules.pause_channel(happening.team_id, happening.channel_id, why)
    return tuple(_farewells(paused, happening, why))


def _hello(happening: Happening, paused: list[Schedule], services: Services) -> Say:
    papers = services.library.draw(1, services.random)
    subscriptions = sum(schedule.kind == "digest" for schedule in paused)
    key = f"hello:{happening.channel_id}:{happening.now:%Y-%m-%dT%H:%M}"
    return Say(happening.channel_id, key, hello(papers, subscriptions, week_rests=subscriptions < len(paused)))


def _farewells(paused: Iterable[Schedule], happening: Happening, why: str) -> Iterable[Say]:
    """One message for each creator, however many schedules are theirs."""
    by_creator = groupby(sorted(paused, key=lambda one: (one.creator, one.created)), key=lambda one: one.creator)
    for creator, schedules in by_creator:
        if not creator:  # who was forgotten is told nothing
            continue
        key = f"paused:{happening.channel_id}:{creator}:{happening.now:%Y-%m-%dT%H:%M:%S}"
        yield Say(creator, key, farewell(happening.channel_id, tuple(schedules), why))
