"""Pressed buttons: acknowledged at once, then a reply, a window, Home, or a paper shared."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.seldom import Seldom
from bot.slack.answers import as_press_response, as_window
from bot.slack.commands import BUSY
from bot.slack.failures import Failures
from bot.slack.files import Files
from bot.slack.home import Homes
from bot.slack.later import Later
from bot.slack.requests import Way, press_of, pressed_action, way_of
from bot.slack.response_urls import ResponseUrl
from bot.slack.senders import Senders
from bot.slack.sharing import Sharing
from bot.slack.windows import Windows
from bot.slack.workers import Busy, Workers
from handlers.mending import answered
from handlers.messages import File, Reply, Share
from handlers.windows import Look, Modal, Outcome, Press

log = logging.getLogger(__name__)

HandlePress = Callable[[Press], Outcome]


class Presses:
    """`press` decides what a button leads to; this does it."""

    def __init__(
        self,
        press: HandlePress,
        *,
        windows: Windows,
        homes: Homes,
        sharing: Sharing,
        files: Files,
        workers: Workers,
        senders: Senders,
        later: Later,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._press = press
        self._windows = windows
        self._homes = homes
        self._sharing = sharing
        self._files = files
        self._workers = workers
        self._senders = senders
        self._later = later
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
            if way.response_url:
                self._senders.send(response_url, as_press_response(BUSY))
        return ack()

    def _carry_out(self, press: Press, way: Way, response_url: ResponseUrl) -> None:
        try:
            reply = self._reply_to(press, way)
        except Exception as error:
            reply = self._failures.report(error, "Answering a button")
        if reply is not None and reply.then:
            self._later.follow(reply, response_url, as_press_response, press.user_id)
        elif reply is not None and (way.response_url or not way.trigger_id):
            self._senders.send(response_url, as_press_response(reply))
        elif reply is not None:
            self._show(reply, way)

    def _show(self, reply: Reply, way: Way) -> None:
        """In App Home and in windows there is no message to answer beside."""
        try:
            if self._windows.show(as_window(reply), way):
                log.warning("An answer could not be shown in a window")
        except Exception as error:
            self._failures.report(error, "Answering in a window")

    def _reply_to(self, press: Press, way: Way) -> Reply | None:
        outcome = self._press(press)
        if isinstance(outcome, Modal):
            if outcome.behind:
                self._homes.show_soon(outcome.behind)
            return self._windows.show(outcome, way)
        if isinstance(outcome, Look):
            self._homes.show(outcome)
            return None
        if isinstance(outcome, File):
            return self._files.send(outcome, press.user_id)
        if isinstance(outcome, Share):
            # The store may be out of reach for a moment, which deserves a sentence and not an alarm.
            return answered(lambda: self._sharing.share(outcome, press.team_id, press.now))
        return outcome
