"""Requests that Slack delivers over HTTP: verified first, read carefully, then handed to Bolt."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from slack_bolt import App, BoltRequest

from bot.seldom import Seldom
from bot.slack.signatures import Signatures, Verdict

log = logging.getLogger(__name__)

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
Answered = tuple[int, dict[str, str], str]
"""Status, headers and body."""


class Deliveries:
    """Called with the raw body of a request and its headers by lower-case names."""

    def __init__(self, bolt: App, signatures: Signatures, seconds: Callable[[], float] = time.monotonic) -> None:
        self._bolt = bolt
        self._signatures = signatures
        self._refusals = Seldom(log, seconds)

    def __call__(self, body: bytes, headers: Mapping[str, str]) -> Answered:
        verdict = self._signatures.check(body, headers)
        if verdict is not Verdict.GENUINE:
            self._refusals.warn(f"Refused a request {verdict.value}")
            return _plain(401, "This request is not signed as Slack signs its requests.")
        if not _readable(body, headers.get("content-type", "")):
            self._refusals.warn("Refused a request that was signed, but unreadable")
            return _plain(400, "This request cannot be read.")
        try:
            response = self._bolt.dispatch(BoltRequest(body=body.decode(), headers=dict(headers)))
        except (AttributeError, LookupError, TypeError, ValueError):
            # Our listeners' errors go to Bolt's error handler. What comes out here is Bolt itself, which takes the
            # form of a payload for granted.
            self._refusals.warn("Refused a request that was signed, but of a strange form")
            return _plain(400, "This request cannot be read.")
        first = {name: values[0] for name, values in response.headers.items() if name != "set-cookie"}
        return response.status, first, response.body


def _plain(status: int, sentence: str) -> Answered:
    return status, {"content-type": "text/plain; charset=utf-8"}, sentence


def _readable(body: bytes, content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == JSON:
            return _is_typed(json.loads(body))
        return kind == FORM and _is_form(parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100))
    except (ValueError, RecursionError):
        return False


def _is_form(fields: dict[str, list[str]]) -> bool:
    """A slash command, an interaction as JSON in `payload`, or a look at our certificate."""
    if "payload" not in fields:
        return "command" in fields or "ssl_check" in fields
    return _is_typed(json.loads(fields["payload"][0]))


def _is_typed(payload: Any) -> bool:
    """Everything that Slack sends as JSON says what it is."""
    if not isinstance(payload, dict) or not isinstance(payload.get("type"), str):
        return False
    return payload["type"] != "event_callback" or isinstance(payload.get("event"), dict)
