"""Slash commands: the answer travels in the acknowledgement, or follows it when it takes too long."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import BoundedSemaphore
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.seldom import Seldom
from bot.slack.answers import as_response
from bot.slack.failures import Failures
from bot.slack.handover import Handover
from bot.slack.later import Later
from bot.slack.requests import command_request, response_url_of
from bot.slack.response_urls import ResponseUrl
from bot.slack.senders import Senders
from bot.slack.workers import Busy, Workers
from handlers.messages import Reply, Request

log = logging.getLogger(__name__)

Answer = Callable[[Request], Reply]

BUSY = Reply("I am answering many questions at once. Please try again in a moment.")


class Commands:
    """`patient` commands at a time wait `patience` seconds for their answers before they are acknowledged empty."""

    def __init__(
        self,
        answer: Answer,
        *,
        workers: Workers,
        senders: Senders,
        later: Later,
        failures: Failures,
        clock: Callable[[], datetime],
        patience: float,
        patient: int,
    ) -> None:
        self._answer = answer
        self._workers = workers
        self._senders = senders
        self._later = later
        self._failures = failures
        self._clock = clock
        self._patience = patience
        self._busy = Seldom(log)
        self._places_to_wait = BoundedSemaphore(patient)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener; it never works on the answer itself, so that it always acknowledges in time."""
        request = command_request(body, self._clock())
        response_url = self._senders.at(response_url_of(body))
        handover = Handover[Reply](lambda reply: self._senders.send(response_url, as_response(reply)))
        try:
            self._workers.submit(lambda: self._work(request, handover, response_url), request.user_id)
        except Busy:
            self._busy.warn("Too many questions at once: told someone to try again")
            return ack(as_response(BUSY))
        reply = self._wait(handover)
        return ack() if reply is None else ack(as_response(reply))

    def _work(self, request: Request, handover: Handover[Reply], response_url: ResponseUrl) -> None:
        reply = self._reply_to(request)
        handover.give(reply)
        if reply.then:
            self._later.follow(reply, response_url, as_response, request.user_id, said=True)

    def _wait(self, handover: Handover[Reply]) -> Reply | None:
        if not self._places_to_wait.acquire(blocking=False):
            return handover.wait(0)
        try:
            return handover.wait(self._patience)
        finally:
            self._places_to_wait.release()

    def _reply_to(self, request: Request) -> Reply:
        try:
            return self._answer(request)
        except Exception as error:
            return self._failures.report(error, "Answering a command")
