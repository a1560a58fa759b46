"""Previews below the addresses of papers: each once in a while in a channel, and none where anything goes wrong."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_unfurl
from bot.slack.failures import Failures, slack_code
from bot.slack.requests import UnreadablePayload
from bot.slack.sharing import Claims
from bot.slack.workers import Busy, Workers
from handlers.errors import Unavailable
from handlers.previews import Linked, Preview

log = logging.getLogger(__name__)

LINK_SHARED = "link_shared"
SENT = "conversations_history"
"""Where the link stands; it may also stand in what somebody types, and has not sent."""

HandleLinks = Callable[[Linked], Iterable[Preview]]


class Unfurling:
    """`preview` decides what is shown of the links. Nobody waits for it, so that what cannot be done is left out."""

    def __init__(
        self,
        preview: HandleLinks,
        *,
        client: WebClient,
        claims: Claims,
        workers: Workers,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._preview = preview
        self._client = client
        self._claims = claims
        self._workers = workers
        self._failures = failures
        self._clock = clock

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener."""
        linked = linked_of(body, self._clock())
        try:
            # Those of one channel leave room for what people press.
            self._workers.submit(lambda: self._show(linked), linked.channel_id)
        except Busy:
            log.info("There was no room for a preview")
        return ack()

    def _show(self, linked: Linked) -> None:
        try:
            made = [one for one in self._preview(linked) if self._is_new(one, linked)]
            if made and not self._unfurl(made, linked):
                for one in made:
                    self._claims.release(linked.team_id, one.key)
        except Unavailable as error:
            log.info("A link has no preview: %s", error)
        except Exception as error:
            self._failures.report(error, "Showing a preview")

    def _is_new(self, one: Preview, linked: Linked) -> bool:
        return self._claims.claim(linked.team_id, one.key, linked.now, one.quiet)

    def _unfurl(self, made: Iterable[Preview], linked: Linked) -> bool:
        """False when Slack did not take it; where its answer was lost, the preview may be there."""
        unfurls = {one.link: as_unfurl(one.message) for one in made}
        try:
            self._client.chat_unfurl(channel=linked.channel_id, ts=linked.message_ts, unfurls=unfurls)
        except SlackApiError as error:
            log.info("Slack did not take a preview: %s", slack_code(error))
            return False
        except OSError as error:
            log.info("Showing a preview got no answer: %s", type(error).__name__)
        return True


def linked_of(body: dict[str, Any], now: datetime) -> Linked:
    """The links of an event. Raises UnreadablePayload."""
    event = body.get("event")
    links = event.get("links") if isinstance(event, dict) else None
    if not isinstance(event, dict) or not isinstance(links, list):
        raise UnreadablePayload("links")
    named = (event.get("channel"), event.get("message_ts"), body.get("team_id"))
    addresses = [link.get("url") if isinstance(link, dict) else None for link in links]
    texts = [text for text in (*named, *addresses) if isinstance(text, str) and text]
    if len(texts) != len(named) + len(addresses):
        raise UnreadablePayload("links")
    channel_id, message_ts, team_id, *urls = texts
    return Linked(
        links=tuple(urls),
        channel_id=channel_id,
        message_ts=message_ts,
        team_id=team_id,
        member=event.get("is_bot_user_member") is True,
        sent=event.get("source", SENT) == SENT,
        now=now,
    )
