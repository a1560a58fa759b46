"""Threads that send answers through response URLs: however slow those are, nobody else's answer waits for them."""

import logging

from bot.seldom import Seldom
from bot.slack.answers import Shape
from bot.slack.failures import Failures
from bot.slack.response_urls import ResponseUrl, ResponseUrls
from bot.slack.workers import Busy, Workers

log = logging.getLogger(__name__)


class Senders:
    """Never raises and never waits: what cannot be sent is logged."""

    def __init__(self, workers: Workers, urls: ResponseUrls, failures: Failures) -> None:
        self._workers = workers
        self._urls = urls
        self._failures = failures
        self._full = Seldom(log)

    def at(self, address: str | None) -> ResponseUrl:
        """The response URL of one interaction."""
        return ResponseUrl(address, self._urls)

    def send(self, response_url: ResponseUrl, message: Shape) -> None:
        """Sends soon."""
        try:
            self._workers.submit(lambda: self._send(response_url, message))
        except Busy:
            self._full.warn("Too many answers were waiting to be sent: dropped one")

    def _send(self, response_url: ResponseUrl, message: Shape) -> None:
        try:
            response_url.send(message)
        except Exception as error:
            self._failures.report(error, "Sending an answer")
