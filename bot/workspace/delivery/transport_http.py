"""Deliveries over HTTP: signed posts to the bot's address, as Slack sends them."""

import hmac
import json
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode, urlsplit

from bot.clock import stopwatch
from bot.workspace.delivery.transport import PATIENCE, Acknowledgement, Kind, NotDelivered
from bot.workspace.model import Json
from bot.workspace.reading import Unreadable, read

_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
_AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"


class HttpTransport:
    """`url` is where the bot receives, `now` the time that goes into the signature."""

    def __init__(
        self, url: str, signing_secret: str, now: Callable[[], datetime], *, patience: float = PATIENCE
    ) -> None:
        parts = urlsplit(url)
        self._address = (parts.hostname or "", parts.port or 80)
        self._path = parts.path or "/"
        self._secret = signing_secret.encode()
        self._now = now
        self._patience = patience

    def deliver(self, kind: Kind, payload: Json, *, retry: tuple[int, str] | None = None) -> Acknowledgement | None:
        """Posts once. Raises NotDelivered when nobody listens or the answer is no success."""
        body = _body(kind, payload)
        headers = self._signed(body) | {"content-type": _JSON if kind == "events_api" else _FORM}
        if retry is not None:
            headers |= {"x-slack-retry-num": str(retry[0]), "x-slack-retry-reason": retry[1]}
        seconds = stopwatch()
        host, port = self._address
        with closing(HTTPConnection(host, port, timeout=self._patience)) as connection:
            try:
                connection.request("POST", self._path, body, headers)
                response = connection.getresponse()
                return Acknowledgement(_answer(response), seconds())
            except TimeoutError:
                return None
            except (OSError, HTTPException) as error:
                raise NotDelivered("connection_failed") from error

    def _signed(self, body: bytes) -> dict[str, str]:
        timestamp = str(int(self._now().timestamp()))
        signature = hmac.new(self._secret, b"v0:" + timestamp.encode() + b":" + body, sha256).hexdigest()
        return {
            "user-agent": _AGENT,
            "accept": "application/json,*/*",
            "x-slack-request-timestamp": timestamp,
            "x-slack-signature": f"v0={signature}",
        }


def _body(kind: Kind, payload: Json) -> bytes:
    if kind == "events_api":
        return json.dumps(payload).encode()
    return urlencode(payload if kind == "slash_commands" else {"payload": json.dumps(payload)}).encode()


def _answer(response: HTTPResponse) -> Json | None:
    """Text that is not JSON is what a command answers in its shortest form."""
    text = response.read().decode(errors="replace")
    if not 200 <= response.status < 300:
        raise NotDelivered("http_error", no_retry=response.headers.get("x-slack-no-retry") == "1")
    if not text.strip():
        return None
    try:
        value = read(text)
    except Unreadable:
        return {"text": text}
    return value if isinstance(value, dict) else {"text": text}
