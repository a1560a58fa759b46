"""Threads where no Slack stands behind the bot: none, or the one that a person at a terminal has with it."""

from dataclasses import dataclass, field

from handlers.conversation import Said


class NoThreads:
    """Every thread is empty."""

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:  # noqa: ARG002
        """None of its messages."""
        return ()


@dataclass(slots=True)
class OneThread:
    """All that is said at a terminal stands in one thread, for as long as the prompt is open."""

    said: list[Said] = field(default_factory=list)

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:  # noqa: ARG002
        """What was said so far."""
        return tuple(self.said)

    @property
    def root(self) -> str | None:
        """The message that it hangs on; None before the first."""
        return self.said[0].ts if self.said else None

    def next_ts(self) -> str:
        """The name of the next message."""
        return f"{len(self.said) + 1}.000000"
