"""Shortcuts: acknowledged at once, then a private answer or a window."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.seldom import Seldom
from bot.slack.answers import as_response
from bot.slack.commands import BUSY
from bot.slack.failures import Failures
from bot.slack.requests import Way, shortcut_of, way_of
from bot.slack.response_urls import ResponseUrl
from bot.slack.senders import Senders
from bot.slack.telling import Telling
from bot.slack.windows import Windows
from bot.slack.workers import Busy, Workers
from handlers.messages import Reply
from handlers.windows import Chosen, Modal, Shortcut

log = logging.getLogger(__name__)

HandleShortcut = Callable[[Shortcut], Chosen]


class Shortcuts:
    """`choose` decides what a shortcut leads to; this does it. One of a message is answered beside the message, also
    where the bot is no member; one that is chosen everywhere has no place for an answer but the direct messages."""

    def __init__(
        self,
        choose: HandleShortcut,
        *,
        windows: Windows,
        telling: Telling,
        workers: Workers,
        senders: Senders,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._choose = choose
        self._windows = windows
        self._telling = telling
        self._workers = workers
        self._senders = senders
        self._failures = failures
        self._clock = clock
        self._busy = Seldom(log)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener; the work goes on after the acknowledgement."""
        shortcut, way = shortcut_of(body, self._clock()), way_of(body)
        response_url = self._senders.at(way.response_url)
        try:
            self._workers.submit(lambda: self._carry_out(shortcut, way, response_url), shortcut.user_id)
        except Busy:
            self._busy.warn("Too many shortcuts chosen at once: one was not answered")
            if way.response_url:
                self._senders.send(response_url, as_response(BUSY))
        return ack()

    def _carry_out(self, shortcut: Shortcut, way: Way, response_url: ResponseUrl) -> None:
        try:
            chosen = self._choose(shortcut)
            reply = self._windows.show(chosen, way) if isinstance(chosen, Modal) else chosen
        except Exception as error:
            reply = self._failures.report(error, "Answering a shortcut")
        if reply is not None:
            self._answer(reply, shortcut, way, response_url)

    def _answer(self, reply: Reply, shortcut: Shortcut, way: Way, response_url: ResponseUrl) -> None:
        if way.response_url:
            thread = {"thread_ts": shortcut.thread_ts} if shortcut.thread_ts else {}
            self._senders.send(response_url, as_response(reply) | thread)
        else:
            self._telling.directly(shortcut.user_id, reply)
