"""The one error handler: a traceback with a reference id for the log, an apology with the same id for the person."""

import logging
import re
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError

from bot.logs import new_reference, redacted
from bot.slack.requests import UnreadablePayload
from handlers.messages import Reply

log = logging.getLogger(__name__)

PASSING = frozenset({"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"})
"""What Slack says when another try may help."""


class Failures:
    """Reports what nobody expected. The words of an exception may quote what a person typed, so that they are logged
    at DEBUG only; the kinds of the exceptions and the places where they were raised are logged as errors."""

    def __init__(self, new_reference: Callable[[], str] = new_reference) -> None:
        self._new_reference = new_reference

    def report(self, error: BaseException, doing: str) -> Reply:
        """Logs `error`, which happened while `doing` something, and returns the apology."""
        reference = self._new_reference()
        log.error("%s failed, reference %s\n%s", doing, reference, "\nbecause of\n".join(_tracebacks(error)))
        log.debug("Reference %s says: %s", reference, redacted(str(error)))
        return Reply(
            f"Sorry, something went wrong on my side. Please try again; if it happens again, "
            f"tell whoever looks after me the reference {reference}."
        )

    def in_bolt(self, error: Exception, body: dict[str, Any]) -> BoltResponse:
        """Bolt's error handler: answers what no listener wanted or a listener failed at."""
        if isinstance(error, BoltUnhandledRequestError):
            log.info("Ignored a request of a kind that nobody listens to: %s", _kind(body))
            return BoltResponse(status=200, body="")
        if isinstance(error, UnreadablePayload):
            log.warning("Refused a request of kind %s without a readable part: %s", _kind(body), error)
            return BoltResponse(status=400, body="This request cannot be read.")
        apology = self.report(error, f"Handling a request of kind {_kind(body)}")
        return BoltResponse(status=200, body={"response_type": "ephemeral", "text": apology.text})


def slack_code(error: SlackApiError) -> str | None:
    """Slack's own name for the refusal, None when its answer could not be read."""
    answer = getattr(error.response, "data", error.response)
    code = answer.get("error") if isinstance(answer, dict) else None
    return code if isinstance(code, str) and re.fullmatch(r"[a-z0-9_]{1,60}", code) else None


def _tracebacks(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        code = slack_code(error) if isinstance(error, SlackApiError) else None
        kind = type(error).__qualname__ + (f" ({code})" if code else "")
        yield "Traceback (most recent call last):\n" + "".join(traceback.format_tb(error.__traceback__)) + kind
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(body: dict[str, Any]) -> str:
    """Only names that Slack's documentation has are logged: anything else may be a person's words."""
    event = body.get("event")
    names = (body.get("type"), event.get("type") if isinstance(event, dict) else None, body.get("command"))
    known = [name for name in names if isinstance(name, str) and re.fullmatch(r"/?[a-z_.-]{1,60}", name)]
    return " ".join(known) or "unknown"
