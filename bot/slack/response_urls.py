"""Answers sent through Slack's response URLs, and to no other address."""

import json
import logging
from collections.abc import Callable
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from bot.seldom import Seldom
from bot.slack.clients import tls
from bot.slack.origins import is_at

log = logging.getLogger(__name__)

SLACK_ORIGIN = ("https", "hooks.slack.com")
USES = 5
"""How often Slack takes an answer to one interaction (docs.slack.dev, "Handling user interaction")."""
LONGEST_WAIT = 30.0
"""Seconds that we wait at most when Slack asks to slow down."""


class NoRedirects(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Slack's addresses never move; following would send answers and tokens wherever the other side likes."""


class ResponseUrls:
    """Sends to `https://hooks.slack.com/` and to `own_origin`, scheme and host of the server that stands in for
    Slack. `pause` waits a number of seconds."""

    def __init__(self, *, own_origin: tuple[str, str] | None, timeout: float, pause: Callable[[float], None]) -> None:
        self._origins = {SLACK_ORIGIN} | ({own_origin} if own_origin else set())
        self._opener = build_opener(NoRedirects, HTTPSHandler(context=tls()))
        self._lost = Seldom(log)
        self._timeout = timeout
        self._pause = pause

    def allows(self, address: str) -> bool:
        """Whether this may be a response URL."""
        return is_at(address, self._origins)

    def post(self, address: str, message: dict[str, Any]) -> bool:
        """Sends once; whether Slack took it. Only a request to slow down is followed by a second try."""
        try:
            return self._post_once(address, message)
        except HTTPError as refusal:
            with refusal:
                wait = retry_after(refusal.headers.get("Retry-After")) if refusal.code == 429 else None
            if wait is None:
                log.warning("Slack refused an answer through a response URL: status %d", refusal.code)
                return False
        self._pause(wait)
        try:
            return self._post_once(address, message)
        except HTTPError as refusal:
            refusal.close()
            log.warning("Slack refused an answer through a response URL twice: status %d", refusal.code)
            return False

    def _post_once(self, address: str, message: dict[str, Any]) -> bool:
        body = json.dumps(message).encode()
        request = Request(address, data=body, headers={"Content-Type": "application/json; charset=utf-8"})  # noqa: S310 - `allows` checked the scheme
        try:
            with self._opener.open(request, timeout=self._timeout):
                return True
        except HTTPError:
            raise
        except (OSError, HTTPException) as lost:
            # Slack may have shown the answer already: a second copy would be worse than none.
            self._lost.warn(f"An answer through a response URL was lost: {type(lost).__name__}")
            return False


class ResponseUrl:
    """The response URL of one interaction; `address` is None where Slack gave none."""

    def __init__(self, address: str | None, urls: ResponseUrls) -> None:
        self._address = address
        self._urls = urls
        self._uses = 0

    def send(self, message: dict[str, Any]) -> bool:
        """Whether Slack took the message. Every reason why not is logged, never with the address."""
        if self._address is None:
            log.warning("There is no response URL to answer through")
            return False
        if not self._urls.allows(self._address):
            log.warning("Refused to answer through a response URL that is not Slack's")
            return False
        if self._uses >= USES:
            log.warning("A response URL has been used %d times; Slack takes no more", USES)
            return False
        self._uses += 1
        return self._urls.post(self._address, message)


def retry_after(header: str | None) -> float | None:
    """Seconds to wait before the second try, None when it is too long to wait."""
    seconds = seconds_asked(header)
    return seconds if seconds <= LONGEST_WAIT else None


def seconds_asked(header: str | None) -> float:
    """What a `Retry-After` asks for; 1 when it does not say."""
    if header is None or not header.isascii() or not header.isdigit():
        return 1.0
    return float(header[:9])
