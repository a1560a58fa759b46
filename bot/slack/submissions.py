"""Windows that were sent off: read, decided on, and answered within the three seconds that Slack waits."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.slack.answers import as_submitted
from bot.slack.failures import Failures
from bot.slack.handover import Handover
from bot.slack.requests import first_input, submission_of
from bot.slack.seldom import Seldom
from bot.slack.telling import Telling
from bot.slack.workers import Busy, Workers
from handlers.messages import Mend, Modal, Reply, Submission, Submitted, Whisper

log = logging.getLogger(__name__)

HandleSubmission = Callable[[Submission], Submitted]

BUSY = "I am answering many questions at once. Please try again in a moment."
LATE = Reply("That took too long for the window, which is closed. What was entered is lost; please open it again.")


class Submissions:
    """`submit` decides what sending off leads to; this says it in time, `patience` seconds at most."""

    def __init__(
        self,
        submit: HandleSubmission,
        *,
        telling: Telling,
        workers: Workers,
        failures: Failures,
        clock: Callable[[], datetime],
        patience: float,
    ) -> None:
        self._submit = submit
        self._telling = telling
        self._workers = workers
        self._failures = failures
        self._clock = clock
        self._patience = patience
        self._busy = Seldom(log)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener."""
        submission, field = submission_of(body, self._clock()), first_input(body)
        handover = Handover[Submitted](lambda outcome: self._tell_late(outcome, submission))
        try:
            self._workers.submit(lambda: handover.give(self._outcome(submission, field)), submission.user_id)
        except Busy:
            self._busy.warn("Too many windows sent off at once: told someone to try again")
            return ack(as_submitted(Mend({field: BUSY})))
        outcome = handover.wait(self._patience)
        return ack() if outcome is None else ack(as_submitted(outcome))

    def _outcome(self, submission: Submission, field: str) -> Submitted:
        try:
            outcome = self._submit(submission)
        except Exception as error:
            return Mend({field: self._failures.report(error, "Taking in a window").text})
        if isinstance(outcome, Whisper):
            self._telling.whisper(outcome)
        return outcome

    def _tell_late(self, outcome: Submitted, submission: Submission) -> None:
        """The window is closed by now; a whisper has been said already."""
        if isinstance(outcome, Mend | Modal):
            self._telling.directly(submission.user_id, LATE)
