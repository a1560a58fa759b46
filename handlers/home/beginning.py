"""How a person's Home begins: a little of everything that is theirs."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from handlers.blocks.home_parts import (
    CHANNELS,
    FIRST,
    Pick,
    Subscription,
    list_part,
    new_part,
    notes_part,
    subscriptions_part,
    tips,
    week_part,
)
from handlers.blocks.home_state import HomePlace
from handlers.blocks.shapes import Run, rich
from handlers.errors import Unavailable
from handlers.home.finding import entries_of, news
from handlers.home.shelf import by_paper, counts, in_state, mine, rows, with_notes
from handlers.messages import Block
from handlers.ports import Services
from handlers.schedules import Schedule, next_run
from handlers.shelves import READ_STATES, Shelved
from handlers.visits import Visit
from handlers.weekly.looking_back import past
from handlers.windows import Look

THIS_WEEK = timedelta(days=8)
"""A paper of the week may come a little late, and stays that of its week until the next one is there."""
EMPTY_LIBRARY = "The library is empty so far. Whoever looks after me can add papers to it."
ASKED = 20
"""Channels that are looked through for papers of the week."""


def beginning(
    place: HomePlace, look: Look, visit: Visit, services: Services
) -> tuple[HomePlace, Sequence[Block]]:  # fmt: skip
    """The first thing that a person sees."""
    own = mine(look, services)
    channels = _channels(look, services)
    schedules = services.schedules.in_channels(look.team_id, channels or ())
    picks = _picks(schedules, look, own, services)
    noted = with_notes(own)
    blocks: list[Block] = [*(tips() if visit.before is None else ())]
    blocks += () if visit.revision else rich([Run(EMPTY_LIBRARY)])
    blocks += week_part(picks, None if channels is None else len(channels))
    if visit.before is not None:
        arrived = news(visit, own, services)
        shown = entries_of(arrived[: FIRST + 1])
        blocks += new_part(shown, by_paper(own), len(arrived), visit.before)
    blocks += list_part(rows(_next_to_read(own), services), counts(own))
    blocks += notes_part(rows(noted[:FIRST], services), len(noted))
    if channels:
        held = _subscriptions(schedules, look.now)
        blocks += subscriptions_part(held[:CHANNELS], len(held))
    return place, blocks


def _channels(look: Look, services: Services) -> tuple[str, ...] | None:
    """None where Slack does not tell: all the rest can be shown."""
    try:
        return services.people.channels_of(look.team_id, look.user_id)
    except Unavailable:
        return None


def _picks(
    schedules: Sequence[Schedule], look: Look, own: Sequence[Shelved], services: Services
) -> tuple[Pick, ...]:  # fmt: skip
    """The latest of each channel, as long as it is this week's and has arrived; the newest first."""
    saved = {one.paper_id for one in own if one.state}
    found: list[Pick] = []
    for schedule in [one for one in schedules if one.kind == "week"][:ASKED]:
        latest = [pick for pick in services.week.picked(look.team_id, schedule.channel_id) if pick.ts][:1]
        recent = [pick for pick in latest if look.now - pick.at < THIS_WEEK]
        there = {paper.id for paper in services.library.papers([pick.paper_id for pick in recent])}
        told = past(recent, look.team_id, schedule.channel_id, schedule.timetable.zone, services)
        for pick, said in zip(recent, told, strict=True):
            handle = pick.paper_id
            found.append(Pick(schedule.channel_id, said, handle, handle in there, handle in saved))
    return tuple(sorted(found, key=lambda pick: pick.past.at, reverse=True)[:CHANNELS])


def _next_to_read(own: Sequence[Shelved]) -> tuple[Shelved, ...]:
    """What they are reading, and then what waits."""
    to_read, reading, _ = READ_STATES
    return (*in_state(own, reading), *in_state(own, to_read))[:FIRST]


def _subscriptions(schedules: Sequence[Schedule], now: datetime) -> tuple[Subscription, ...]:
    """Topics first."""
    ordered = sorted(schedules, key=lambda one: one.kind != "digest")
    coming = ((one, next_run(one, now)) for one in ordered)
    return tuple(Subscription(one, slot.at if slot else None) for one, slot in coming)
