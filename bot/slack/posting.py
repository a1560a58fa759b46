"""Messages posted to a channel, with the truth about what became of them."""

import logging
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.failures import slack_code
from bot.slack.response_urls import LONGEST_WAIT, seconds_asked

log = logging.getLogger(__name__)

UNCERTAIN = frozenset({"fatal_error", "internal_error", "service_unavailable"})
"""Refusals after which the message may still have been posted (docs.slack.dev, chat.postMessage, "Errors")."""


@dataclass(frozen=True, slots=True)
class Posted:
    """Slack took the message and gave it the name `ts`."""

    ts: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Slack did not take the message; `code` is Slack's reason, or `unreachable` when it could not be asked."""

    code: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The answer was lost: the message may or may not have been posted."""


@dataclass(frozen=True, slots=True)
class Limited:
    """Slack took nothing and asks to wait so many seconds, which may be very many."""

    seconds: float


Fate = Posted | Refused | Lost


def post(client: WebClient, message: dict[str, Any], pause: Callable[[float], None]) -> Fate:
    """Posts once. Only where Slack said to slow down, and thus took nothing, is there a second try, after `pause`."""
    fate = post_once(client, message)
    if isinstance(fate, Limited) and fate.seconds <= LONGEST_WAIT:
        pause(fate.seconds)
        fate = post_once(client, message)
    return Refused("ratelimited") if isinstance(fate, Limited) else fate


def post_once(client: WebClient, message: dict[str, Any]) -> Fate | Limited:
    """Posts, and says what became of it."""
    try:
        answer = client.chat_postMessage(**message)
    except SlackApiError as error:
        return _refusal(error)
    except OSError as error:
        log.warning("Posting got no answer: %s", type(error).__name__)
        return Refused("unreachable") if _never_sent(error) else Lost()
    ts = answer.get("ts")
    if not isinstance(ts, str):
        return Lost()
    if message.get("thread_ts") and _strayed(answer.get("message")):
        _take_back(client, answer.get("channel"), ts)
        return Refused("thread_not_found")
    return Posted(ts)


def _strayed(said: Any) -> bool:
    """Where the message that a thread hung on is gone, a reply must not stand in the channel by itself."""
    return isinstance(said, dict) and not said.get("thread_ts")


def _take_back(client: WebClient, channel: Any, ts: str) -> None:
    try:
        client.chat_delete(channel=channel, ts=ts)
    except (SlackApiError, OSError) as error:
        log.warning("A reply stands outside of its thread, and could not be taken back: %s", type(error).__name__)


def _refusal(error: SlackApiError) -> Fate | Limited:
    if (limited := limit_of(error)) is not None:
        return limited
    status = error.response.status_code
    code = slack_code(error)
    if status >= 500 or code is None or code in UNCERTAIN:
        log.warning("Posting got an unclear answer: status %s", status)
        return Lost()
    return Refused(code)


def limit_of(error: SlackApiError) -> Limited | None:
    """The wait that Slack asks for; None where it refused for another reason."""
    limited = error.response.status_code == 429
    return Limited(seconds_asked(_header(error, "retry-after"))) if limited else None


def _header(error: SlackApiError, name: str) -> str | None:
    # The SDK keeps the header names as they came, and its values sometimes as lists.
    for key, value in error.response.headers.items():
        if key.lower() == name:
            return str(value[0] if isinstance(value, list) else value)
    return None


def _never_sent(error: Exception) -> bool:
    reason = error.reason if isinstance(error, URLError) else None
    return isinstance(reason, ConnectionRefusedError | socket.gaierror | ssl.SSLCertVerificationError)
