"""Pressed buttons: acknowledged at once, then a reply, a window, or a message shared with the channel."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol

from slack_bolt import Ack
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_message, as_press_response, as_view
from bot.slack.commands import BUSY
from bot.slack.failures import Failures, slack_code
from bot.slack.posting import Lost, Posted, post
from bot.slack.requests import Way, press_of, pressed_action, way_of
from bot.slack.response_urls import ResponseUrl, ResponseUrls
from bot.slack.seldom import Seldom
from bot.slack.workers import Busy, Workers
from handlers.dispatch import answered
from handlers.messages import Modal, Outcome, Press, Reply, Share

log = logging.getLogger(__name__)

HandlePress = Callable[[Press], Outcome]
ShareFailed = Callable[[str], Reply]
"""What to tell the person when Slack refused the message, from Slack's error code."""

TOO_LATE = Reply("Slack gave the window up before it could open. Please press the button again.")
NOT_OPENED = Reply("Slack could not be reached to open the window. Please press the button again in a moment.")

LOST = Reply(
    "Slack did not answer, so I cannot tell whether the paper was posted. Please look in the channel. "
    "If it is not there, type the command again and share it from the new answer."
)


class Claims(Protocol):
    """Names taken once within a workspace, however often and from however many processes they are asked for."""

    def claim(self, team_id: str, key: str, now: datetime) -> bool:
        """Whether the key was free and is now taken."""

    def release(self, team_id: str, key: str) -> None:
        """Makes the key free again."""


class Presses:
    """`press` decides what a button leads to; this does it."""

    def __init__(
        self,
        press: HandlePress,
        *,
        claims: Claims,
        share_failed: ShareFailed,
        client: WebClient,
        workers: Workers,
        notices: Workers,
        urls: ResponseUrls,
        failures: Failures,
        clock: Callable[[], datetime],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._press = press
        self._claims = claims
        self._share_failed = share_failed
        self._client = client
        self._workers = workers
        self._notices = notices
        self._urls = urls
        self._failures = failures
        self._clock = clock
        self._pause = pause
        self._busy = Seldom(log)
        self._mute = Seldom(log)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener; the work begins after the acknowledgement."""
        if "url" in pressed_action(body):
            # A link button: the browser has opened it, and Slack only wants to be told that we know.
            return ack()
        press, way = press_of(body, self._clock()), way_of(body)
        response_url = ResponseUrl(way.response_url, self._urls)
        try:
            self._workers.submit(lambda: self._carry_out(press, way, response_url), press.user_id)
        except Busy:
            self._say_busy(response_url)
        return ack()

    def _say_busy(self, response_url: ResponseUrl) -> None:
        self._busy.warn("Too many buttons pressed at once: told someone to try again")
        try:
            self._notices.submit(lambda: self._tell(response_url, BUSY))
        except Busy:
            self._mute.warn("Too many buttons pressed at once, even to say so")

    def _carry_out(self, press: Press, way: Way, response_url: ResponseUrl) -> None:
        try:
            reply = self._reply_to(press, way)
        except Exception as error:
            reply = self._failures.report(error, "Answering a button")
        if reply is not None:
            self._tell(response_url, reply)

    def _tell(self, response_url: ResponseUrl, reply: Reply) -> None:
        try:
            response_url.send(as_press_response(reply))
        except Exception as error:
            self._failures.report(error, "Sending an answer to a button")

    def _reply_to(self, press: Press, way: Way) -> Reply | None:
        outcome = self._press(press)
        if isinstance(outcome, Modal):
            return self._open(outcome, way)
        if isinstance(outcome, Share):
            # The store may be out of reach for a moment, which deserves a sentence and not an alarm.
            return answered(lambda: self._share(outcome, press))
        return outcome

    def _open(self, modal: Modal, way: Way) -> Reply | None:
        # Slack refuses to open a second window; it has to be laid on top of the first.
        method = self._client.views_push if way.in_modal else self._client.views_open
        try:
            method(trigger_id=way.trigger_id, view=as_view(modal))
        except SlackApiError as error:
            if slack_code(error) in {"expired_trigger_id", "exchanged_trigger_id"}:
                log.info("A window came too late for its button")
                return TOO_LATE
            if slack_code(error) is None:
                log.warning("Slack's answer to opening a window could not be read")
                return NOT_OPENED
            raise
        except OSError as error:
            log.warning("Opening a window got no answer: %s", type(error).__name__)
            return NOT_OPENED
        return None

    def _share(self, share: Share, press: Press) -> Reply:
        if not self._claims.claim(press.team_id, share.key, press.now):
            return share.again
        fate = post(self._client, as_message(share.message, share.channel_id), self._pause)
        if isinstance(fate, Posted):
            return share.done
        if isinstance(fate, Lost):
            # The key stays taken: pressing again must not post a second copy.
            return LOST
        self._claims.release(press.team_id, share.key)
        log.info("Slack refused a shared paper: %s", fate.code)
        return self._share_failed(fate.code)
