"""A store that is read and never written, to see what would be planned."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from handlers.ports.posting import Outbox, Schedules
from handlers.schedules import Posting, PostingKind, Schedule


@dataclass(frozen=True, slots=True)
class NothingKept:
    """Stands in for an outbox: everything can be planned, and nothing is."""

    outbox: Outbox

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:  # noqa: ARG002
        """As if it were kept, as long as nobody has planned it yet."""
        return self.posting(posting.team_id, posting.key) is None

    def plan_all(self, plans: Sequence[tuple[Posting, Iterable[tuple[str, str]]]]) -> bool:
        """As if they were kept, as long as nobody has planned one of them yet."""
        return all(self.plan(posting, shown) for posting, shown in plans)

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        """Keeps nothing."""

    def shown(self, schedule_id: str) -> frozenset[str]:
        """As it is."""
        return self.outbox.shown(schedule_id)

    def shown_by(self, schedule_ids: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """As it is."""
        return self.outbox.shown_by(schedule_ids)

    def taken(self, team_id: str, keys: Iterable[str]) -> frozenset[str]:
        """As it is."""
        return self.outbox.taken(team_id, keys)

    def posting(self, team_id: str, key: str) -> Posting | None:
        """As it is."""
        return self.outbox.posting(team_id, key)

    def latest(self, team_id: str, channel_id: str, kind: PostingKind, limit: int) -> tuple[Posting, ...]:
        """As it is."""
        return self.outbox.latest(team_id, channel_id, kind, limit)

    def of_schedule(self, schedule_id: str, limit: int) -> tuple[Posting, ...]:
        """As it is."""
        return self.outbox.of_schedule(schedule_id, limit)


@dataclass(frozen=True, slots=True)
class NothingChanged:
    """Stands in for the schedules: what would be changed is not."""

    schedules: Schedules

    def schedule(self, team_id: str, schedule_id: str) -> Schedule | None:
        """As it is."""
        return self.schedules.schedule(team_id, schedule_id)

    def in_channels(self, team_id: str, channel_ids: Iterable[str]) -> tuple[Schedule, ...]:
        """As they are."""
        return self.schedules.in_channels(team_id, channel_ids)

    def active(self) -> tuple[Schedule, ...]:
        """As they are."""
        return self.schedules.active()

    def hidden(self, schedule_id: str) -> tuple[str, ...]:
        """As they are."""
        return self.schedules.hidden(schedule_id)

    def hidden_by(self, schedule_ids: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """As they are."""
        return self.schedules.hidden_by(schedule_ids)

    def add(self, schedule: Schedule) -> bool:  # noqa: ARG002
        """Adds nothing."""
        return False

    def change(self, schedule: Schedule) -> bool:  # noqa: ARG002
        """Changes nothing."""
        return True

    def remove(self, team_id: str, schedule_id: str) -> bool:  # noqa: ARG002
        """Removes nothing."""
        return False

    def pause_channel(self, team_id: str, channel_id: str, why: str) -> tuple[Schedule, ...]:  # noqa: ARG002
        """Pauses nothing."""
        return ()

    def hide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:  # noqa: ARG002
        """Hides nothing."""
        return False

    def unhide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:  # noqa: ARG002
        """Shows nothing again."""
        return False
