"""When a channel's next paper of the week comes, and which one is left out before it."""

from dataclasses import dataclass
from datetime import datetime

from handlers.calendar import Slot
from handlers.schedules import Schedule, next_run


@dataclass(frozen=True, slots=True)
class Coming:
    """The next slot that brings a paper; None while nothing comes. `left_out` comes before it and brings none."""

    slot: Slot | None
    left_out: Slot | None = None


def coming(schedule: Schedule, now: datetime) -> Coming:
    """What comes after `now`."""
    slot = next_run(schedule, now)
    if slot is None or slot.name != schedule.skip:
        return Coming(slot)
    return Coming(next_run(schedule, slot.at), slot)
