"""What a channel has asked for at regular times, and the posts that come of it, as values."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from handlers.calendar import Slot, Timetable, due_slot, next_slot

ScheduleKind = Literal["digest", "week"]
"""A subscription to a topic, or the paper of the week."""
PostingKind = ScheduleKind | Literal["notice", "answer"]
"""What a schedule brings, a word to a person about it, or the answer to a question."""
PostingState = Literal["pending", "sending", "unknown", "sent", "failed", "empty", "missed"]
"""`unknown`: Slack may have taken it. `empty`: nothing was to be said. `missed`: too late. The last four are final."""

_LOOKED_AHEAD = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """`query` is what people typed and read (empty for a paper of the week from everything), `key` the same for all
    spellings of one query. Slots up to `since` do not count: it is when the schedule was made or resumed, or its
    timetable changed. `settled` is the name of the last slot that is done with. `paused` says why nothing comes;
    None while it is active. `quiet` schedules say nothing when there is nothing. `skip` names a slot to leave out."""

    id: str
    team_id: str
    channel_id: str
    kind: ScheduleKind
    query: str
    key: str
    timetable: Timetable
    creator: str
    created: datetime
    since: datetime
    quiet: bool = True
    paused: str | None = None
    settled: str | None = None
    skip: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """One message that is due in a channel, frozen when it is planned: sending it again sends the very same.

    `key` is unique in the workspace (`digest:C1:2026-12-01T08:00Z`). `message` has text and blocks, as JSON; None
    where nothing is sent. `papers` are the handles in the order in which they are shown, those behind "more" too.
    `slots` names the schedules that it settles with the slot of each. `at` is the slot's moment.
    """

    key: str
    team_id: str
    channel_id: str
    kind: PostingKind
    at: datetime
    slots: tuple[tuple[str, str], ...]
    message: dict[str, Any] | None = None
    papers: tuple[str, ...] = ()
    state: PostingState = "pending"
    thread_ts: str | None = None
    attempts: int = 0
    error: str | None = None
    ts: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    """What else is to be remembered of it, as JSON: the pick's reason, its questions."""


def next_run(schedule: Schedule, now: datetime) -> Slot | None:
    """When it comes next; None while it is paused, and while slots after `now` are settled already (the clock was set
    back by weeks)."""
    slot = next_slot(schedule.timetable, now)
    for _ in range(_LOOKED_AHEAD):
        if schedule.paused is None and _is_open(schedule, slot):
            return slot
        slot = next_slot(schedule.timetable, slot.at)
    return None


def _is_open(schedule: Schedule, slot: Slot) -> bool:
    """Another timetable may put a slot that is settled, the week of a weekly one, at a later time."""
    return due_slot(schedule.timetable, since=schedule.since, settled=schedule.settled, now=slot.at) == slot
