"""What the people of a channel say about papers, for its paper of the week."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from handlers.ballots import Comparison, Nomination, Picked, Searched, Told, Vote


class Week(Protocol):
    """What the people of a channel say about papers, for its paper of the week. A paper's nominations and comparisons
    are of one channel and count there only."""

    def vote(self, vote: Vote) -> None:
        """Keeps this person's last word on a pick."""

    def unvote(self, team_id: str, posting_key: str, user_id: str) -> bool:
        """Takes it back; False when there was none."""

    def votes(self, team_id: str, channel_id: str) -> tuple[Vote, ...]:
        """All of the channel, the oldest first."""

    def nominate(self, nomination: Nomination) -> bool:
        """False when this person's nomination of the paper stands already; its reason is the new one then."""

    def withdraw(self, team_id: str, channel_id: str, paper_id: str, user_id: str) -> bool:
        """Takes a nomination back; False when there was none."""

    def nominations(self, team_id: str, channel_id: str) -> tuple[Nomination, ...]:
        """Those of papers that were not picked since, the oldest first."""

    def compare(self, comparison: Comparison) -> None:
        """Keeps this person's last word on two papers, in whichever order they were shown."""

    def comparisons(self, team_id: str, channel_id: str) -> tuple[Comparison, ...]:
        """All of the channel, the oldest first."""

    def searched(self, team_id: str, channel_id: str, query: str, key: str, now: datetime) -> None:
        """Notes that a topic (`key` as that of a subscription) was searched in a channel; kept at the next tick,
        without who it was, and never in the way of an answer."""

    def searches(self, team_id: str, channel_id: str, since: datetime) -> tuple[Searched, ...]:
        """What was searched, the latest first."""

    def picked(self, team_id: str, channel_id: str) -> tuple[Picked, ...]:
        """All papers of the week that the channel had or that are on their way, the newest first, with their votes."""

    def told(self, team_id: str, since: Mapping[str, datetime]) -> Mapping[str, Told]:
        """All this of several channels at once, each with the moment since when its searches count."""
