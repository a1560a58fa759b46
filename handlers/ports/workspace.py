"""What Slack tells of the people and the threads of a workspace."""

from typing import Protocol

from handlers.conversation import Said


class People(Protocol):
    """What Slack tells of the people of a workspace."""

    def zone(self, team_id: str, user_id: str) -> str | None:
        """The time zone in this person's profile, a name of the IANA database; None where it is not known."""

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:
        """The channels that this person and the bot are both in."""


class Threads(Protocol):
    """What was said in Slack's threads."""

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:
        """The messages of a thread, the oldest first: its parent and the last hundred or so. Empty when it is gone, or
        we may not read it. Raises `handlers.errors.Unavailable` when Slack does not answer."""
