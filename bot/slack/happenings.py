"""What happens to channels: the bot comes and goes, channels are archived; each event is acted on once."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Literal

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.slack.failures import Failures
from bot.slack.requests import happening_of
from bot.slack.sharing import Claims
from bot.slack.speech import addressed
from bot.slack.telling import Telling
from bot.slack.workers import Busy, Workers
from handlers.errors import Unavailable
from handlers.happenings import Happening
from handlers.messages import Say

log = logging.getLogger(__name__)

HandleHappening = Callable[[Happening], Iterable[Say]]
Kind = Literal["joined", "left", "archived", "unarchived"]

KINDS: dict[str, Kind] = {
    "member_joined_channel": "joined",
    "channel_left": "left",
    "group_left": "left",
    "channel_archive": "archived",
    "group_archive": "archived",
    "channel_unarchive": "unarchived",
    "group_unarchive": "unarchived",
}
"""Slack's events, and what they are to us."""
OTHERS_TOO = "member_joined_channel"
"""Also told of everybody else who joins."""


class Happenings:
    """`handle` decides what a happening leads to. Slack delivers an event again when we did not answer in time."""

    def __init__(
        self,
        handle: HandleHappening,
        *,
        own_id: Callable[[], str | None],
        claims: Claims,
        telling: Telling,
        workers: Workers,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._handle = handle
        self._own_id = own_id
        self._claims = claims
        self._telling = telling
        self._workers = workers
        self._failures = failures
        self._clock = clock

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener. Answers an error, so that Slack delivers again, when there is no room for the work."""
        event = body.get("event") or {}
        if event.get("type") == OTHERS_TOO and event.get("user") != (self._own_id() or addressed(body)):
            return ack()
        happening = happening_of(body, KINDS[event["type"]], self._clock())
        try:
            self._workers.submit(lambda: self._act_on(happening, str(body.get("event_id"))))
        except Busy:
            return BoltResponse(status=503, body="")
        return ack()

    def _act_on(self, happening: Happening, event_id: str) -> None:
        try:
            if self._claims.claim(happening.team_id, f"event:{event_id}", happening.now):
                self._tell(happening)
        except Unavailable as error:
            log.warning("A channel's change could not be acted on: %s", error)
        except Exception as error:
            self._failures.report(error, "Acting on a channel's change")

    def _tell(self, happening: Happening) -> None:
        for said in self._handle(happening):
            self._telling.say(said, happening.team_id)
