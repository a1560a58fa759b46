"""Pressed buttons: acknowledged at once, then a reply, a window, or a paper shared with the channel."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient

from bot.slack.answers import as_press_response
from bot.slack.commands import BUSY
from bot.slack.failures import Failures
from bot.slack.requests import Way, press_of, pressed_action, way_of
from bot.slack.response_urls import ResponseUrl
from bot.slack.seldom import Seldom
from bot.slack.senders import Senders
from bot.slack.sharing import Sharing
from bot.slack.windows import open_window
from bot.slack.workers import Busy, Workers
from handlers.dispatch import answered
from handlers.messages import Modal, Outcome, Press, Reply, Share

log = logging.getLogger(__name__)

HandlePress = Callable[[Press], Outcome]


class Presses:
    """`press` decides what a button leads to; this does it."""

    def __init__(
        self,
        press: HandlePress,
        *,
        client: WebClient,
        sharing: Sharing,
        workers: Workers,
        senders: Senders,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._press = press
        self._client = client
        self._sharing = sharing
        self._workers = workers
        self._senders = senders
        self._failures = failures
        self._clock = clock
        self._busy = Seldom(log)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener; the work goes on after the acknowledgement."""
        if "url" in pressed_action(body):
            # A link button: the browser has opened it, and Slack only wants to be told that we know.
            return ack()
        press, way = press_of(body, self._clock()), way_of(body)
        response_url = self._senders.at(way.response_url)
        try:
            self._workers.submit(lambda: self._carry_out(press, way, response_url), press.user_id)
        except Busy:
            self._busy.warn("Too many buttons pressed at once: told someone to try again")
            self._senders.send(response_url, as_press_response(BUSY))
        return ack()

    def _carry_out(self, press: Press, way: Way, response_url: ResponseUrl) -> None:
        try:
            reply = self._reply_to(press, way)
        except Exception as error:
            reply = self._failures.report(error, "Answering a button")
        if reply is not None:
            self._senders.send(response_url, as_press_response(reply))

    def _reply_to(self, press: Press, way: Way) -> Reply | None:
        outcome = self._press(press)
        if isinstance(outcome, Modal):
            return open_window(self._client, outcome, way)
        if isinstance(outcome, Share):
            # The store may be out of reach for a moment, which deserves a sentence and not an alarm.
            return answered(lambda: self._sharing.share(outcome, press))
        return outcome
