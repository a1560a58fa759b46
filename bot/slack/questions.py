"""Questions as they come in: kept before Slack is told that we have them, and then handed to whoever answers."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.seldom import Seldom
from bot.slack.failures import Failures
from bot.slack.handover import Handover
from bot.slack.inbox import Inbox
from bot.slack.speech import question_of
from bot.slack.workers import Busy, Workers
from handlers.conversation import Question
from handlers.errors import Unavailable

log = logging.getLogger(__name__)

KINDS = ("app_mention", "message")


class Questions:
    """An event that cannot be kept is answered with an error, so that Slack delivers it again: nothing that Slack was
    told we have is lost, and nothing is asked twice, since a message is kept once. `asked` is called for new ones."""

    def __init__(
        self,
        inbox: Inbox,
        asked: Callable[[], None],
        *,
        own_id: Callable[[], str | None],
        workers: Workers,
        patience: float,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._inbox = inbox
        self._asked = asked
        self._own_id = own_id
        self._workers = workers
        self._patience = patience
        self._failures = failures
        self._clock = clock
        self._trouble = Seldom(log)
        self._waiting: list[tuple[Question, Handover[bool]]] = []
        self._late, self._lock = 0, Lock()

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener."""
        question = question_of(body, self._own_id(), self._clock())
        if question is None or self._is_kept(question):
            return ack()
        return BoltResponse(status=503, body="")

    def _is_kept(self, question: Question) -> bool:
        if self._late > 0:
            # The store hangs: those that wait for it are enough, and more would leave no thread to anybody else.
            return False
        handover = Handover[bool](lambda _: self._count_late(-1))
        try:
            self._wait_in_line(question, handover)
        except Busy:
            self._trouble.warn("We are stopping: asked Slack to deliver a question again")
            return False
        kept = handover.wait(self._patience)
        if kept is None:
            self._count_late(1)
        return bool(kept)

    def _wait_in_line(self, question: Question, handover: Handover[bool]) -> None:
        with self._lock:
            self._waiting.append((question, handover))
            is_first = len(self._waiting) == 1
        if is_first:
            self._workers.submit(self._keep_waiting)

    def _keep_waiting(self) -> None:
        """All that came while the last ones were kept are kept together: one after the other would take too long."""
        with self._lock:
            together, self._waiting = self._waiting, []
        kept = self._keep([question for question, _ in together])
        for (_, handover), answer in zip(together, kept, strict=True):
            handover.give(answer)

    def _keep(self, asked: list[Question]) -> list[bool]:
        """Which are kept now."""
        try:
            if self._inbox.add(*asked):
                self._asked()
        except Unavailable as error:
            self._trouble.warn(f"Questions could not be kept: {error}")
            return [False] * len(asked)
        except Exception as error:
            if len(asked) > 1:
                # One that cannot be kept must not cost the others their answers.
                return [self._keep([question])[0] for question in asked]
            self._failures.report(error, "Keeping a question")
            return [False]
        return [True] * len(asked)

    def _count_late(self, change: int) -> None:
        with self._lock:
            self._late += change
