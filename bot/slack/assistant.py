"""Slack's assistant pane: greeted once, told what we do while it waits, and given a title."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack
from slack_bolt.response import BoltResponse
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.answers import as_message
from bot.slack.failures import Failures, slack_code
from bot.slack.posting import post
from bot.slack.requests import UnreadablePayload
from bot.slack.sharing import Claims
from bot.slack.workers import Busy, Workers
from handlers.conversation import Question
from handlers.errors import Unavailable
from handlers.talk.welcome import Welcome, title_of

log = logging.getLogger(__name__)

STARTED, MOVED = "assistant_thread_started", "assistant_thread_context_changed"
PROMPTS_TITLE = "Try one of these"


class Pane:
    """What is shown around a conversation. Whatever goes wrong here costs nobody an answer."""

    def __init__(self, client: WebClient, busy: Callable[[], str]) -> None:
        self._client = client
        self._busy = busy

    def look_busy(self, question: Question) -> None:
        """Says what we do; Slack takes it away when we answer."""
        if where := _pane_of(question):
            self._safely(lambda: self._set_status(where, self._busy()))

    def look_idle(self, question: Question) -> None:
        """Takes that away where no answer comes."""
        if where := _pane_of(question):
            self._safely(lambda: self._set_status(where, ""))

    def entitle(self, question: Question) -> None:
        """Calls the conversation what it began with."""
        if where := _pane_of(question):
            title = title_of(question.text)
            self._safely(lambda: self._client.assistant_threads_setTitle(title=title, **where))

    def suggest(self, where: dict[str, str], prompts: tuple[str, ...]) -> None:
        """Shows things to ask."""
        shown = [{"title": prompt, "message": prompt} for prompt in prompts]
        if shown:
            suggest = self._client.assistant_threads_setSuggestedPrompts
            self._safely(lambda: suggest(title=PROMPTS_TITLE, prompts=shown, **where))

    def _set_status(self, where: dict[str, str], status: str) -> None:
        self._client.assistant_threads_setStatus(
            channel_id=where["channel_id"], thread_ts=where["thread_ts"], status=status
        )

    def _safely(self, show: Callable[[], object]) -> None:
        try:
            show()
        except SlackApiError as error:
            log.info("Slack did not take what belongs beside an answer: %s", slack_code(error))
        except (OSError, Unavailable) as error:
            log.info("What belongs beside an answer was not shown: %s", type(error).__name__)


class Conversations:
    """Greets in every new thread of the pane. Slack delivers an event again when we did not answer in time."""

    def __init__(
        self,
        welcome: Callable[[], Welcome],
        *,
        client: WebClient,
        pane: Pane,
        claims: Claims,
        pause: Callable[[float], None],
        workers: Workers,
        failures: Failures,
        clock: Callable[[], datetime],
    ) -> None:
        self._welcome = welcome
        self._client = client
        self._pane = pane
        self._claims = claims
        self._pause = pause
        self._workers = workers
        self._failures = failures
        self._clock = clock

    def listen(self, ack: Ack, body: dict[str, Any]) -> BoltResponse:
        """Bolt's listener. Answers an error, so that Slack delivers again, when there is no room for the work."""
        event = body.get("event") or {}
        if event.get("type") == MOVED:
            # Where the person looks meanwhile makes no difference to what the library holds.
            return ack()
        where, team_id = _thread_of(event), str(body.get("team_id"))
        try:
            self._workers.submit(lambda: self._greet(where, team_id))
        except Busy:
            return BoltResponse(status=503, body="")
        return ack()

    def _greet(self, where: dict[str, str], team_id: str) -> None:
        try:
            greeting = self._welcome()
            key = f"welcome:{where['channel_id']}:{where['thread_ts']}"
            if self._claims.claim(team_id, key, self._clock()):
                message = as_message(greeting.message, where["channel_id"]) | {"thread_ts": where["thread_ts"]}
                post(self._client, message, self._pause)
                self._pane.suggest(where, greeting.prompts)
        except Unavailable as error:
            log.warning("A new conversation was not greeted: %s", error)
        except Exception as error:
            self._failures.report(error, "Greeting in a new conversation")


def _pane_of(question: Question) -> dict[str, str] | None:
    """All that is said in the pane is said in a thread of the direct messages."""
    if not question.direct or question.thread_ts is None:
        return None
    return {"channel_id": question.channel_id, "thread_ts": question.thread_ts}


def _thread_of(event: dict[str, Any]) -> dict[str, str]:
    thread = event.get("assistant_thread")
    named = {name: thread.get(name) for name in ("channel_id", "thread_ts")} if isinstance(thread, dict) else {}
    if not named or not all(isinstance(value, str) and value for value in named.values()):
        raise UnreadablePayload("assistant_thread")
    return {name: str(value) for name, value in named.items()}
