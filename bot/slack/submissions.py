"""Windows that were sent off: read, decided on, and answered within the three seconds that Slack waits."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse

from bot.seldom import Seldom
from bot.slack.answers import as_submitted, as_window
from bot.slack.failures import Failures
from bot.slack.handover import Handover
from bot.slack.home import Homes
from bot.slack.requests import first_input, submission_of
from bot.slack.sharing import Sharing
from bot.slack.telling import Telling
from bot.slack.windows import Windows
from bot.slack.workers import Busy, Workers
from handlers.mending import answered
from handlers.messages import Reply, Share, Whisper
from handlers.windows import Look, Mend, Modal, Renewed, Submission, Submitted

log = logging.getLogger(__name__)

HandleSubmission = Callable[[Submission], Submitted]

BUSY = "I am answering many questions at once. Please try again in a moment."
LATE = Reply("That took too long for the window, which is closed. What was entered is lost; please open it again.")


@dataclass(frozen=True, slots=True)
class Taken:
    """What is shown in the window's place, and what is told in direct messages when the window is closed by then."""

    shown: Mend | Modal | Renewed | Whisper | Look
    late: Reply | None = LATE


class Submissions:
    """`submit` decides what sending off leads to; this says it in time, `patience` seconds at most."""

    def __init__(
        self,
        submit: HandleSubmission,
        *,
        telling: Telling,
        sharing: Sharing,
        homes: Homes,
        windows: Windows,
        workers: Workers,
        failures: Failures,
        clock: Callable[[], datetime],
        patience: float,
    ) -> None:
        self._submit = submit
        self._telling = telling
        self._sharing = sharing
        self._homes = homes
        self._windows = windows
        self._workers = workers
        self._failures = failures
        self._clock = clock
        self._patience = patience
        self._busy = Seldom(log)

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener."""
        submission, field = submission_of(body, self._clock()), first_input(body)
        handover = Handover[Taken](lambda taken: self._tell_late(taken, submission))
        try:
            self._workers.submit(lambda: handover.give(self._outcome(submission, field)), submission.user_id)
        except Busy:
            self._busy.warn("Too many windows sent off at once: told someone to try again")
            return ack(as_submitted(Mend({field: BUSY})))
        taken = handover.wait(self._patience)
        return ack() if taken is None else ack(as_submitted(taken.shown))

    def _outcome(self, submission: Submission, field: str) -> Taken:
        try:
            outcome = self._submit(submission)
        except Exception as error:
            return Taken(Mend({field: self._failures.report(error, "Taking in a window").text}))
        if isinstance(outcome, Share):
            return self._shared(outcome, submission, field)
        if isinstance(outcome, Whisper):
            # Said before the window is acknowledged, so that nothing is left to be told late.
            self._telling.whisper(outcome)
            return Taken(outcome, None)
        if isinstance(outcome, Look):
            # The window need not wait for what is behind it.
            self._homes.show_soon(outcome)
            return Taken(outcome, None)
        if isinstance(outcome, Renewed):
            self._renew(outcome.window, submission)
            return Taken(outcome, None)
        return Taken(outcome)

    def _renew(self, window: Modal, submission: Submission) -> None:
        """Changed before the window above it closes, so that nobody sees it as it was."""
        self._windows.renew(submission.below, window)
        if window.behind:
            self._homes.show_soon(window.behind)

    def _shared(self, share: Share, submission: Submission, field: str) -> Taken:
        """Where it cannot be posted another channel can be chosen: the window stays."""
        told = answered(lambda: self._sharing.share(share, submission.team_id, submission.now))
        done = told in (share.done, share.again)
        return Taken(as_window(told) if done else Mend({field: told.text}), told)

    def _tell_late(self, taken: Taken, submission: Submission) -> None:
        if taken.late:
            self._telling.directly(submission.user_id, taken.late)
