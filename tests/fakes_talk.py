"""What was said in threads, kept in memory."""

from collections.abc import Mapping
from typing import Any

from handlers.conversation import Answer, Said

BOT = "U0PAPERBOY"


class MemoryThreads:
    """Threads of one process; what is said in them gets a `ts` of its own, counted on from the thread's."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, str, str], list[Said]] = {}

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:
        return tuple(self._said.get((team_id, channel_id, thread_ts), ()))

    def say(
        self,
        team_id: str,
        channel_id: str,
        thread_ts: str,
        user_id: str,
        text: str,
        facts: Mapping[str, Any] | None = None,
    ) -> Said:
        """Adds a message to the thread, which begins with the first one."""
        said = self._said.setdefault((team_id, channel_id, thread_ts), [])
        seconds, _, count = thread_ts.partition(".")
        ts = f"{seconds}.{int(count or 0) + len(said):06d}"
        said.append(Said(ts, user_id, text, facts))
        return said[-1]

    def answer(self, team_id: str, channel_id: str, thread_ts: str, answer: Answer) -> Said:
        """Adds an answer of ours."""
        return self.say(team_id, channel_id, thread_ts, BOT, answer.message.text, answer.facts)
