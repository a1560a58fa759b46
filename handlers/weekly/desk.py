"""What planning reads of the store for several papers of the week at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from handlers.ballots import Told
from handlers.calendar import Slot
from handlers.ports import Services
from handlers.schedules import Schedule

SEARCHED_SINCE = timedelta(days=90)
"""How far back searches count."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What counts of one channel: what its people said and looked for, its active subscriptions, and how many people
    saved which papers."""

    told: Told
    subscriptions: tuple[Schedule, ...]
    saves: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Desk:
    """What is read for several channels at once; `taken` are the keys that postings of their workspaces have."""

    heard: Mapping[tuple[str, str], Heard]
    taken: frozenset[tuple[str, str]]

    def of(self, schedule: Schedule) -> Heard:
        """What counts of this schedule's channel."""
        return self.heard[schedule.team_id, schedule.channel_id]

    def key(self, schedule: Schedule, slot: Slot, kind: str) -> str:
        """The posting's name, the same in every process. Another schedule may have settled the same moment of this
        channel, which was switched off and on again: what is there already keeps the key."""
        key = _key(schedule, slot, kind)
        return f"{key}:{schedule.id}" if (schedule.team_id, key) in self.taken else key


def desk_for(few: Iterable[tuple[Schedule, Slot]], services: Services) -> Desk:
    """What these need. Raises `Unavailable`."""
    few = tuple(few)
    keys: dict[str, list[str]] = {}
    for schedule, slot in few:
        keys.setdefault(schedule.team_id, []).extend(_key(schedule, slot, kind) for kind in ("week", "missed"))
    taken = ((team_id, key) for team_id, asked in keys.items() for key in services.outbox.taken(team_id, asked))
    return Desk(heard_in([(schedule, slot.at) for schedule, slot in few], services), frozenset(taken))


def heard_in(weeks: Iterable[tuple[Schedule, datetime]], services: Services) -> dict[tuple[str, str], Heard]:
    """What counts of the channels of these schedules at their moments. Raises `Unavailable`."""
    since: dict[str, dict[str, datetime]] = {}
    for schedule, now in weeks:
        since.setdefault(schedule.team_id, {})[schedule.channel_id] = now - SEARCHED_SINCE
    found: dict[tuple[str, str], Heard] = {}
    for team_id, channels in since.items():
        told = services.week.told(team_id, channels)
        saves = services.shelf.saves(team_id, channels)
        subscriptions: dict[str, list[Schedule]] = {channel_id: [] for channel_id in channels}
        for held in services.schedules.in_channels(team_id, channels):
            if held.kind == "digest" and held.paused is None:
                subscriptions[held.channel_id].append(held)
        for channel_id in channels:
            heard = Heard(told[channel_id], tuple(subscriptions[channel_id]), saves[channel_id])
            found[team_id, channel_id] = heard
    return found


def _key(schedule: Schedule, slot: Slot, kind: str) -> str:
    return f"{kind}:{schedule.channel_id}:{slot.at.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
