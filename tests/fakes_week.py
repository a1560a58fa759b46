"""What people say about papers, in memory, held to the same contracts as the real store."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeVar

from handlers.ballots import Comparison, Nomination, Picked, Searched, Told, Vote
from handlers.errors import Unavailable
from handlers.schedules import Posting
from search.record import writable
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import BUSY

PICKS = ("pending", "sending", "unknown", "sent")
Kept = TypeVar("Kept", Vote, Nomination, Comparison)


class MemoryWeek:
    """Over the outbox that holds the picks; while `unavailable` it cannot be asked, but for searches."""

    def __init__(self, outbox: MemoryOutbox, *, unavailable: bool = False) -> None:
        self.unavailable = unavailable
        self._outbox = outbox
        self._votes: dict[tuple[str, str, str], Vote] = {}
        self._nominations: dict[tuple[str, str, str, str], Nomination] = {}
        self._comparisons: dict[tuple[str, str, str, frozenset[str]], Comparison] = {}
        self._searched: list[tuple[str, str, str, str, datetime]] = []

    def vote(self, vote: Vote) -> None:
        self._reach()
        self._votes[vote.team_id, vote.posting_key, vote.user_id] = vote

    def unvote(self, team_id: str, posting_key: str, user_id: str) -> bool:
        self._reach()
        return self._votes.pop((team_id, posting_key, user_id), None) is not None

    def votes(self, team_id: str, channel_id: str) -> tuple[Vote, ...]:
        self._reach()
        kept = _of(self._votes.values(), team_id, channel_id)
        return tuple(sorted(kept, key=lambda vote: (vote.at, vote.posting_key, vote.user_id)))

    def nominate(self, nomination: Nomination) -> bool:
        self._reach()
        one = nomination
        key = one.team_id, one.channel_id, one.paper_id, one.user_id
        known = self._nominations.get(key)
        stands = known is not None and known in self.nominations(one.team_id, one.channel_id)
        self._nominations[key] = Nomination(
            team_id=one.team_id, channel_id=one.channel_id, paper_id=one.paper_id, user_id=one.user_id,
            because=writable(one.because), at=known.at if known and stands else one.at,
        )  # fmt: skip
        return not stands

    def withdraw(self, team_id: str, channel_id: str, paper_id: str, user_id: str) -> bool:
        key = team_id, channel_id, paper_id, user_id
        stands = self._nominations.get(key) in self.nominations(team_id, channel_id)
        return self._nominations.pop(key, None) is not None and stands

    def nominations(self, team_id: str, channel_id: str) -> tuple[Nomination, ...]:
        self._reach()
        since = {
            (row.posting.papers[0], row.changed)
            for row in self._outbox.rows.values()
            if _is_pick(row.posting, team_id, channel_id)
        }
        kept = [
            each
            for each in _of(self._nominations.values(), team_id, channel_id)
            if not any(paper == each.paper_id and changed >= each.at for paper, changed in since)
        ]
        return tuple(sorted(kept, key=lambda each: (each.at, each.user_id, each.paper_id)))

    def compare(self, comparison: Comparison) -> None:
        self._reach()
        one = comparison
        pair = frozenset({one.winner, one.loser})
        self._comparisons[one.team_id, one.channel_id, one.user_id, pair] = one

    def comparisons(self, team_id: str, channel_id: str) -> tuple[Comparison, ...]:
        self._reach()
        kept = _of(self._comparisons.values(), team_id, channel_id)
        return tuple(sorted(kept, key=lambda each: (each.at, each.user_id, each.winner, each.loser)))

    def searched(self, team_id: str, channel_id: str, query: str, key: str, now: datetime) -> None:
        self._searched.append((team_id, channel_id, writable(query), writable(key), now))

    def flush(self) -> None:
        """What is searched here is there at once."""
        self._reach()

    def searches(self, team_id: str, channel_id: str, since: datetime) -> tuple[Searched, ...]:
        self._reach()
        found: dict[str, Searched] = {}
        for team, channel, query, key, at in sorted(self._searched, key=lambda each: each[-1]):
            if (team, channel) == (team_id, channel_id) and at >= since:
                found[key] = Searched(query, key, found[key].count + 1 if key in found else 1, at)
        return tuple(sorted(found.values(), key=lambda each: each.latest, reverse=True))

    def picked(self, team_id: str, channel_id: str) -> tuple[Picked, ...]:
        self._reach()
        picks = [row.posting for row in self._outbox.rows.values() if _is_pick(row.posting, team_id, channel_id)]
        picks.sort(key=lambda posting: (posting.at, posting.key), reverse=True)
        return tuple(
            Picked(
                posting.papers[0],
                posting.key,
                posting.at,
                posting.ts,
                self._count(team_id, posting.key, up=True),
                self._count(team_id, posting.key, up=False),
            )
            for posting in picks
        )

    def told(self, team_id: str, since: Mapping[str, datetime]) -> dict[str, Told]:
        return {
            channel: Told(
                self.nominations(team_id, channel),
                self.comparisons(team_id, channel),
                self.searches(team_id, channel, moment),
                self.picked(team_id, channel),
            )
            for channel, moment in since.items()
        }

    def _count(self, team_id: str, key: str, *, up: bool) -> int:
        return sum((vote.team_id, vote.posting_key, vote.up) == (team_id, key, up) for vote in self._votes.values())

    def _reach(self) -> None:
        if self.unavailable:
            raise Unavailable(BUSY)


def _is_pick(posting: Posting, team_id: str, channel_id: str) -> bool:
    place = posting.team_id, posting.channel_id, posting.kind
    return place == (team_id, channel_id, "week") and posting.state in PICKS and bool(posting.papers)


def _of(kept: Iterable[Kept], team_id: str, channel_id: str) -> list[Kept]:
    return [each for each in kept if (each.team_id, each.channel_id) == (team_id, channel_id)]
