"""Schedules and people in memory, held to the same contracts as the real ones."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from handlers.errors import Unavailable
from handlers.schedules import Schedule

BUSY = "The library is busy at the moment. Please try again in a minute."


@dataclass
class FakePeople:
    """People by id, with the zones and channels that are known of them."""

    zones: dict[str, str] = field(default_factory=dict)
    channels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unavailable: bool = False

    def zone(self, team_id: str, user_id: str) -> str | None:
        self._reach()
        return self.zones.get(user_id)

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:
        self._reach()
        return self.channels.get(user_id, ())

    def _reach(self) -> None:
        if self.unavailable:
            raise Unavailable("Slack did not answer. Please try again in a minute.")


class MemorySchedules:
    """Schedules that last as long as the object; while `unavailable` they cannot be asked."""

    def __init__(self, held: Iterable[Schedule] = ()) -> None:
        self.held = {schedule.id: schedule for schedule in held}
        self.unavailable = False
        self._hidden: dict[str, list[str]] = {}

    def schedule(self, team_id: str, schedule_id: str) -> Schedule | None:
        found = self._all().get(schedule_id)
        return found if found and found.team_id == team_id else None

    def in_channels(self, team_id: str, channel_ids: Iterable[str]) -> tuple[Schedule, ...]:
        wanted = set(channel_ids)
        return _sorted(held for held in self._all().values() if held.team_id == team_id and held.channel_id in wanted)

    def active(self) -> tuple[Schedule, ...]:
        return _sorted(held for held in self._all().values() if held.paused is None)

    def add(self, schedule: Schedule) -> bool:
        if self._clashes(schedule):
            return False
        assert schedule.id not in self.held
        self.held[schedule.id] = schedule
        return True

    def change(self, schedule: Schedule) -> bool:
        known = self.schedule(schedule.team_id, schedule.id)
        if known is None or self._clashes(schedule):
            return False
        self.held[schedule.id] = replace(schedule, settled=known.settled)
        return True

    def remove(self, team_id: str, schedule_id: str) -> bool:
        if self.schedule(team_id, schedule_id) is None:
            return False
        del self.held[schedule_id]
        self._hidden.pop(schedule_id, None)
        return True

    def pause_channel(self, team_id: str, channel_id: str, why: str) -> tuple[Schedule, ...]:
        active = (held for held in self.in_channels(team_id, [channel_id]) if held.paused is None)
        paused = tuple(replace(schedule, paused=why) for schedule in active)
        self.held |= {schedule.id: schedule for schedule in paused}
        return paused

    def hide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        if self.schedule(team_id, schedule_id) is None or paper_id in self.hidden(schedule_id):
            return False
        self._hidden.setdefault(schedule_id, []).insert(0, paper_id)
        return True

    def unhide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        if self.schedule(team_id, schedule_id) is None or paper_id not in self.hidden(schedule_id):
            return False
        self._hidden[schedule_id].remove(paper_id)
        return True

    def hidden(self, schedule_id: str) -> tuple[str, ...]:
        self._all()
        return tuple(self._hidden.get(schedule_id, ()))

    def hidden_by(self, schedule_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        return {schedule_id: self.hidden(schedule_id) for schedule_id in schedule_ids}

    def _all(self) -> dict[str, Schedule]:
        if self.unavailable:
            raise Unavailable(BUSY)
        return self.held

    def _clashes(self, schedule: Schedule) -> bool:
        return any(_place(held) == _place(schedule) and held.id != schedule.id for held in self._all().values())


def _place(schedule: Schedule) -> tuple[str, str, str, str]:
    return schedule.team_id, schedule.channel_id, schedule.kind, schedule.key


def _sorted(schedules: Iterable[Schedule]) -> tuple[Schedule, ...]:
    return tuple(sorted(schedules, key=lambda held: (held.team_id, held.channel_id, held.created, held.id)))
