"""Threads as Slack keeps them: what was said there, and what our own answers in them were about."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.clients import web_client
from bot.slack.failures import slack_code
from bot.slack.metadata import facts_of
from bot.slack.settings import SlackSettings
from handlers.conversation import Said
from handlers.errors import Unavailable

LAST = 100
"""Messages of a thread that are told, beside the first one."""
PAGE, PAGES = 200, 10
"""Messages that Slack gives at a time, the oldest first, and how often we ask on."""
SHORT = 4.0
"""Seconds for a call: somebody waits for the answer."""
NOT_TOLD = frozenset({
    "channel_not_found", "missing_scope", "no_permission", "not_in_channel", "thread_not_found",
})  # fmt: skip
AWAY = "Slack could not be asked what was said in this thread. Please ask again in a minute."


class SlackThreads:
    """Stands behind `handlers.ports.workspace.Threads`. `own_id` is the bot's user id: only what it said
    itself has facts, since every app can write what it likes beside its own messages."""

    def __init__(self, client: WebClient, own_id: Callable[[], str | None]) -> None:
        self._client = client
        self._own_id = own_id

    @classmethod
    def over(cls, settings: SlackSettings, own_id: Callable[[], str | None]) -> "SlackThreads":
        """With a client of its own, which does not wait for long."""
        return cls(web_client(replace(settings, timeout=SHORT), settings.bot_token), own_id)

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:  # noqa: ARG002 - one team's token
        """Its first message and the last hundred, the oldest first. Raises Unavailable."""
        said = tuple(self._messages(channel_id, thread_ts))
        return said[:1] + said[1:][-LAST:]

    def _messages(self, channel_id: str, thread_ts: str) -> Iterator[Said]:
        where: dict[str, Any] = {"channel": channel_id, "ts": thread_ts, "limit": PAGE, "include_all_metadata": True}
        own_id = self._own_id()
        for _ in range(PAGES):
            answer = self._asked(where)
            for message in answer.get("messages") or ():
                yield _said(message, own_id)
            cursor = (answer.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return
            where["cursor"] = cursor

    def _asked(self, where: dict[str, Any]) -> dict[str, Any]:
        try:
            data = self._client.conversations_replies(**where).data
            return data if isinstance(data, dict) else {}
        except SlackApiError as error:
            if slack_code(error) in NOT_TOLD:
                return {}
            raise Unavailable(AWAY) from error
        except OSError as error:
            raise Unavailable(AWAY) from error


def _said(message: dict[str, Any], own_id: str | None) -> Said:
    user = str(message.get("user") or message.get("bot_id") or "")
    ours = own_id is not None and user == own_id
    return Said(str(message.get("ts")), user, str(message.get("text") or ""), facts_of(message) if ours else None)
