"""Schedules, and the posts that are planned for them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from handlers.schedules import Posting, PostingKind, Schedule


class Schedules(Protocol):
    """The schedules of all workspaces."""

    def schedule(self, team_id: str, schedule_id: str) -> Schedule | None:
        """The one with this id."""

    def in_channels(self, team_id: str, channel_ids: Iterable[str]) -> tuple[Schedule, ...]:
        """Those of these channels, paused ones too, by channel and then the oldest first."""

    def active(self) -> tuple[Schedule, ...]:
        """All that are not paused, of every workspace."""

    def add(self, schedule: Schedule) -> bool:
        """False, and nothing added, when the channel has one of this kind with the same key."""

    def change(self, schedule: Schedule) -> bool:
        """Keeps it as it now is, but for `settled`, which only planning moves; False when it has been removed, or its
        channel has another one of its kind with its key."""

    def remove(self, team_id: str, schedule_id: str) -> bool:
        """Whether it was there. What it has shown is forgotten with it."""

    def pause_channel(self, team_id: str, channel_id: str, why: str) -> tuple[Schedule, ...]:
        """Pauses the active ones of the channel; those that this call paused, so that their creators are told once."""

    def hide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Remembers that this paper is not for the schedule's channel; False when that was known, or it was removed."""

    def unhide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Takes that back; False when it was not hidden."""

    def hidden(self, schedule_id: str) -> tuple[str, ...]:
        """The papers that are not for the schedule's channel, the newest of them first."""

    def hidden_by(self, schedule_ids: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """The same for many schedules; those that have none may be missing."""


class Outbox(Protocol):
    """Posts that are due: planned once, sent once, and remembered."""

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:
        """Keeps a new posting, marks its `slots` as settled in their schedules, and these papers (schedule id, handle)
        as shown, all or nothing. False when the key is there already, or a schedule has settled its slot, been
        paused or removed meanwhile: another process was faster."""

    def plan_all(self, plans: Sequence[tuple[Posting, Iterable[tuple[str, str]]]]) -> bool:
        """Plans many at once as `plan` does. False, and none of them kept, when one of them cannot be."""

    def shown(self, schedule_id: str) -> frozenset[str]:
        """The handles that this schedule has shown; those of a posting that failed do not count."""

    def shown_by(self, schedule_ids: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """The same for many schedules; those that have shown nothing may be missing."""

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        """More papers (schedule id, handle) of a posting that were shown later, in its thread."""

    def posting(self, team_id: str, key: str) -> Posting | None:
        """The one with this key."""

    def taken(self, team_id: str, keys: Iterable[str]) -> frozenset[str]:
        """Those of these keys that a posting has."""

    def latest(self, team_id: str, channel_id: str, kind: PostingKind, limit: int) -> tuple[Posting, ...]:
        """The newest of a channel first, in any state."""

    def of_schedule(self, schedule_id: str, limit: int) -> tuple[Posting, ...]:
        """The newest that settled a slot of this schedule first."""
