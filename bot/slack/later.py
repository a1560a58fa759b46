"""Answers that take long: what follows a first message is worked out by threads of its own, and sent after it."""

import logging
from collections.abc import Callable

from bot.seldom import Seldom
from bot.slack.answers import Shape
from bot.slack.failures import Failures
from bot.slack.response_urls import ResponseUrl
from bot.slack.workers import Busy, Workers
from handlers.mending import answered
from handlers.messages import Reply

log = logging.getLogger(__name__)

FULL = Reply("I am looking up and reading a lot at the moment. Please try again in a few minutes.")


class Later:
    """Through response URLs, which Slack takes for half an hour. `as_sent` gives a reply the shape they take."""

    def __init__(self, workers: Workers, failures: Failures) -> None:
        self._workers = workers
        self._failures = failures
        self._full = Seldom(log)

    def follow(
        self,
        reply: Reply,
        url: ResponseUrl,
        as_sent: Callable[[Reply], Shape],
        owner: str,
        *,
        said: bool = False,
    ) -> None:
        """Sends what the reply says first, unless it was `said` already, and then what it leads to."""

        def work() -> None:
            if reply.text and not said:
                url.send(as_sent(reply))
            url.send(as_sent(self._worked_out(reply)))

        try:
            self._workers.submit(work, owner)
        except Busy:
            self._full.warn("Too much was to be looked up at once: told someone to try again")
            url.send(as_sent(FULL))

    def _worked_out(self, reply: Reply) -> Reply:
        then = reply.then
        if then is None:
            return reply
        try:
            return answered(then)
        except Exception as error:
            return self._failures.report(error, "Working out a long answer")
