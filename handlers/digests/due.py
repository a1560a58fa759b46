"""Which subscriptions have their time together: those of one channel and one moment are one digest."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from handlers.calendar import Slot
from handlers.schedules import Schedule

Find = Callable[..., Slot | None]


@dataclass(frozen=True, slots=True)
class Due:
    """The subscriptions of one channel whose slots have the same moment, the oldest first."""

    team_id: str
    channel_id: str
    at: datetime
    slots: tuple[tuple[Schedule, Slot], ...]

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """The slots as a posting names them."""
        return tuple((schedule.id, slot.name) for schedule, slot in self.slots)

    def key(self, kind: str) -> str:
        """The posting's name: the same in every process."""
        return f"{kind}:{self.channel_id}:{self.at.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


def together(digests: Iterable[Schedule], find: Find, now: datetime) -> Iterator[Due]:
    """The slots that `find` finds, by channel and moment; the earlier moments first."""
    found = [
        (schedule, slot)
        for schedule in digests
        if (slot := find(schedule.timetable, since=schedule.since, settled=schedule.settled, now=now))
    ]
    found.sort(key=lambda pair: (_place(pair), pair[0].created, pair[0].id))
    for (at, team_id, channel_id), slots in groupby(found, key=_place):
        yield Due(team_id, channel_id, at, tuple(slots))


def _place(pair: tuple[Schedule, Slot]) -> tuple[datetime, str, str]:
    schedule, slot = pair
    return slot.at, schedule.team_id, schedule.channel_id
