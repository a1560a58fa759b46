"""Answers the questions that were kept: each is taken by one thread, and its answer is planned once."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.seldom import Seldom
from bot.slack.assistant import Pane
from bot.slack.failures import Failures, slack_code
from bot.slack.inbox import Inbox, Outcome
from bot.slack.loops import Loops
from handlers.conversation import Answer, Question, React, Talk
from handlers.errors import Unavailable
from handlers.intake import parted
from handlers.mending import answered
from handlers.messages import Reply
from handlers.schedules import Posting
from handlers.talk.pace import Taken, pace, too_many

log = logging.getLogger(__name__)

THREADS = 4
LEASE = timedelta(seconds=30)
"""Nobody else answers a question for so long."""
READING = timedelta(minutes=10)
"""The same where there are files to be fetched and read."""
IDLE = 1.0
"""Seconds between two looks at the store while nobody tells of a question: for what others left behind."""
TRIES = 5
"""A question that ended so many processes is not tried again."""
TOO_OLD = timedelta(days=1)
"""After so long nobody waits for an answer any more."""

Converse = Callable[[Question], Talk]
Plan = Callable[[Posting], bool]


class Answering:
    """`converse` decides what a question leads to; an answer is planned as a post, which the poster sends."""

    def __init__(
        self,
        converse: Converse,
        *,
        inbox: Inbox,
        plan: Plan,
        client: WebClient,
        pane: Pane,
        failures: Failures,
        clock: Callable[[], datetime],
        idle: float = IDLE,
    ) -> None:
        self._converse = converse
        self._inbox = inbox
        self._plan = plan
        self._client = client
        self._pane = pane
        self._failures = failures
        self._clock = clock
        self._idle = idle
        self._planned: Callable[[], None] = lambda: None
        self._unavailable = Seldom(log)
        self._loops = Loops({f"answering-{number}": self._run for number in range(THREADS)})

    def start(self, planned: Callable[[], None]) -> None:
        """Begins to answer, in threads of its own; `planned` is called when there is something to send."""
        self._planned = planned
        self._loops.start()

    def wake(self) -> None:
        """Looks at once: something was asked."""
        self._loops.wake()

    def stop(self, seconds: float) -> bool:
        """Takes nothing more and finishes what was begun; False when `seconds` were not enough."""
        return self._loops.stop(seconds)

    def trouble(self) -> str | None:
        """A sentence when nothing would be answered any more."""
        return "Questions are not being answered any more." if all(self._loops.ended()) else None

    def answer_next(self) -> bool:
        """Answers one question, in this thread; False when there is none. Raises Unavailable; then it is taken again
        once its lease has run out."""
        now = self._clock()
        taken = self._inbox.take(now, LEASE)
        if taken is None:
            return False
        outcome, talk = self._decide(taken, now)
        match talk:
            case Answer():
                self._plan(_posting(taken.question, talk, now))
                self._planned()
            case React(name):
                self._react(taken.question, name)
                self._pane.look_idle(taken.question)
            case None:
                self._pane.look_idle(taken.question)
        self._inbox.done(taken, outcome, self._clock())
        if outcome == "answered" and taken.first:
            self._pane.entitle(taken.question)
        return True

    def _run(self) -> None:
        self._loops.repeat(lambda: 0.0 if self._safely() else self._idle)

    def _safely(self) -> bool:
        """The threads must go on: the next try may succeed."""
        try:
            return self.answer_next()
        except Unavailable as error:
            self._unavailable.warn(f"Answering has to wait: {error}")
        except Exception as error:
            self._failures.report(error, "Answering questions")
        return False

    def _decide(self, taken: Taken, now: datetime) -> tuple[Outcome, Talk]:
        if now - taken.question.now > TOO_OLD:
            return "silent", None
        match pace(taken):
            case "silence":
                return "silent", None
            case "warn":
                return "warned", Answer(too_many(), {})
        return "answered", self._answer(taken)

    def _answer(self, taken: Taken) -> Talk:
        if taken.attempts > TRIES:
            return Answer(self._failures.report(_TooOften(), "Answering a question"), {})
        self._pane.look_busy(taken.question)
        if parted(taken.question.text)[1]:
            self._inbox.hold(taken, self._clock(), READING)
        try:
            talk = answered(lambda: self._converse(taken.question))
        except Exception as error:
            talk = self._failures.report(error, "Answering a question")
        return Answer(talk, {}) if isinstance(talk, Reply) else talk

    def _react(self, question: Question, name: str) -> None:
        """Where it is there already, a process that ended has put it there; and a lost one is no harm."""
        try:
            self._client.reactions_add(channel=question.channel_id, timestamp=question.ts, name=name)
        except SlackApiError as error:
            if slack_code(error) != "already_reacted":
                log.info("Slack did not take a reaction: %s", slack_code(error))
        except OSError as error:
            log.info("A reaction was lost: %s", type(error).__name__)


class _TooOften(Exception):
    """Each try ended the process that made it."""


def _posting(question: Question, answer: Answer, now: datetime) -> Posting:
    """`about` travels with the message; `asker` is told when it cannot be sent where it was asked for."""
    message: dict[str, Any] = {"text": answer.message.text}
    if answer.message.blocks:
        message["blocks"] = list(answer.message.blocks)
    asker = {} if question.direct else {"asker": question.user_id}
    return Posting(
        key=f"answer:{question.channel_id}:{question.ts}",
        team_id=question.team_id,
        channel_id=question.channel_id,
        kind="answer",
        at=now,
        slots=(),
        message=message,
        thread_ts=question.thread_ts or question.ts,
        facts={"about": dict(answer.facts), **asker},
    )
