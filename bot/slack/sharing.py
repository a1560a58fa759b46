"""Papers shared with a channel: once for each key, however often and wherever the button is pressed."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from slack_sdk import WebClient

from bot.slack.answers import as_message
from bot.slack.metadata import metadata
from bot.slack.posting import Lost, Posted, post
from handlers.messages import Reply, Share

log = logging.getLogger(__name__)

ShareFailed = Callable[[str], Reply]
"""What to tell the person when Slack refused the message, from Slack's error code."""

LOST = Reply(
    "Slack did not answer, so I cannot tell whether the paper was posted. Please look in the channel. "
    "If it is not there, type the command again and share it from the new answer."
)


class Claims(Protocol):
    """Names taken once within a workspace, however often and from however many processes they are asked for."""

    def claim(self, team_id: str, key: str, now: datetime, lasting: timedelta | None = None) -> bool:
        """Whether the key was free and is now taken. One that is older than `lasting` is as good as free."""

    def release(self, team_id: str, key: str) -> None:
        """Makes the key free again."""


class Sharing:
    """Claims before it posts, so that a second press finds the key taken, even in another process."""

    def __init__(
        self, client: WebClient, claims: Claims, share_failed: ShareFailed, pause: Callable[[float], None]
    ) -> None:
        self._client = client
        self._claims = claims
        self._share_failed = share_failed
        self._pause = pause

    def share(self, share: Share, team_id: str, now: datetime) -> Reply:
        """Posts unless the key is taken; the private answer to who shared."""
        if not self._claims.claim(team_id, share.key, now):
            return share.again
        message = as_message(share.message, share.channel_id)
        if share.thread_ts:
            message["thread_ts"] = share.thread_ts
        if share.facts is not None:
            message["metadata"] = metadata(share.key, share.facts)
        fate = post(self._client, message, self._pause)
        if isinstance(fate, Posted):
            return share.done
        if isinstance(fate, Lost):
            # The key stays taken: pressing again must not post a second copy.
            return LOST
        self._claims.release(team_id, share.key)
        log.info("Slack refused a shared paper: %s", fate.code)
        return self._share_failed(fate.code)
