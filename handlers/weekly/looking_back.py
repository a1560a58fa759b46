"""Earlier papers of the week: what became of them, told by the next one and in the channel's history."""

from collections.abc import Sequence
from dataclasses import dataclass

from handlers.ballots import Picked
from handlers.blocks.weekly import MANY_REPLIES, Past, message_link, paper_name
from handlers.errors import Unavailable
from handlers.ports import Services

ASKED = 20
"""Threads that are read in one minute at most, so that planning is not held up."""


@dataclass(slots=True)
class Replies:
    """Counts replies until Slack does not answer, or enough was asked; unknown from then on."""

    services: Services
    left: int = ASKED

    def to(self, team_id: str, channel_id: str, ts: str) -> int | None:
        """How many replies the message has, `MANY_REPLIES` at most."""
        if self.left <= 0:
            return None
        self.left -= 1
        try:
            said = self.services.threads.thread(team_id, channel_id, ts)
        except Unavailable:
            self.left = 0
            return None
        return min(len(said) - 1, MANY_REPLIES) if said else None


def past(
    picks: Sequence[Picked], team_id: str, channel_id: str, zone: str, services: Services,
    replies: Replies | None = None,
) -> tuple[Past, ...]:  # fmt: skip
    """These picks as they are told; a paper that has left the library by its handle."""
    names = {paper.id: paper_name(paper) for paper in services.library.papers([pick.paper_id for pick in picks])}
    return tuple(
        Past(
            name=names.get(pick.paper_id, pick.paper_id),
            at=pick.at,
            zone=zone,
            ups=pick.ups,
            downs=pick.downs,
            replies=replies.to(team_id, channel_id, pick.ts) if replies and pick.ts else None,
            url=message_link(team_id, channel_id, pick.ts) if pick.ts else None,
        )
        for pick in picks
    )
