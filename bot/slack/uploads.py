"""Files that people uploaded to Slack, fetched from Slack's file hosts and from no other address."""

import logging
import time
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.clients import tls, web_client
from bot.slack.failures import slack_code
from bot.slack.origins import is_at
from bot.slack.response_urls import NoRedirects
from bot.slack.settings import SlackSettings
from handlers.errors import Unavailable, UserError

log = logging.getLogger(__name__)

HOSTS = ("files.slack.com", "files-origin.slack.com")
LARGEST = 50_000_000
"""Bytes; larger ones are for the command line."""
PART = 1 << 16
WHOLE = 120.0
"""Seconds for one file."""
GONE = "That file is not there any more. Please upload it again."
NOT_ALLOWED = (
    "Slack does not let me read files. Please tell whoever looks after me: the app needs the scope files:read, and has "
    "to be installed again."
)
ELSEWHERE = "That file lies outside of Slack, where I do not go. Please upload the file itself."
TOO_LARGE = (
    f"That file is too large for me to fetch from Slack ({LARGEST // 1_000_000} MB at most). Split it, or "
    "ask whoever looks after me to import it with the command paperboy import."
)
SLOW = "Slack did not hand the file over in time. Please upload it again in a few minutes."
_REFUSALS = {
    **dict.fromkeys(("file_not_found", "file_deleted", "not_visible", "access_denied"), GONE),
    **dict.fromkeys(("missing_scope", "no_permission", "not_allowed_token_type"), NOT_ALLOWED),
}


class SlackUploads:
    """`elapsed` tells the seconds of some clock that is never set."""

    def __init__(
        self, client: WebClient, settings: SlackSettings, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._token = settings.bot_token
        self._timeout = settings.timeout
        self._elapsed = elapsed
        own = settings.own_origin
        self._origins = {("https", host) for host in HOSTS} | ({own} if own else set())
        # Plain http is only ever this machine, where no proxy has anything to do.
        proxies = [ProxyHandler({})] if own and own[0] == "http" else []
        self._opener = build_opener(NoRedirects, HTTPSHandler(context=tls()), *proxies)

    @classmethod
    def over(cls, settings: SlackSettings) -> "SlackUploads":
        """With a client of its own."""
        return cls(web_client(settings, settings.bot_token), settings)

    def fetch(self, file_id: str, into: Path) -> None:
        """Writes the file there. Raises UserError with what to do, and Unavailable when Slack does not answer."""
        file = self._described(file_id)
        address = file.get("url_private_download") or file.get("url_private")
        if file.get("is_external") or not isinstance(address, str):
            raise UserError(ELSEWHERE)
        if not is_at(address, self._origins):
            log.warning("Refused to fetch a file from an address that is not Slack's")
            raise UserError(ELSEWHERE)
        if int(file.get("size") or 0) > LARGEST:
            raise UserError(TOO_LARGE)
        self._fetched(address, str(file.get("mimetype") or ""), into)

    def _described(self, file_id: str) -> dict[str, Any]:
        try:
            file = self._client.files_info(file=file_id).get("file")
        except SlackApiError as error:
            code = slack_code(error)
            log.info("Slack did not describe a file: %s", code)
            raise UserError(_REFUSALS[code]) if code in _REFUSALS else Unavailable(SLOW) from error
        except OSError as error:
            raise Unavailable(SLOW) from error
        if not isinstance(file, dict) or file.get("mode") in ("tombstone", "hidden_by_limit"):
            raise UserError(GONE)
        return file

    def _fetched(self, address: str, kind: str, into: Path) -> None:
        request = Request(address, headers={"Authorization": f"Bearer {self._token}"})  # noqa: S310 - `is_at` checked the scheme
        end = self._elapsed() + WHOLE
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                # Slack shows who may not read a file the page on which people log in.
                if answer.headers.get_content_type() == "text/html" and kind != "text/html":
                    raise UserError(NOT_ALLOWED)
                self._copied(answer, into, end)
        except HTTPError as refusal:
            with refusal:
                log.info("Slack did not hand a file over: status %d", refusal.code)
            raise _refused(refusal.code) from refusal
        except (OSError, HTTPException) as error:
            raise Unavailable(SLOW) from error

    def _copied(self, answer: HTTPResponse, into: Path, end: float) -> None:
        left = LARGEST
        with into.open("wb") as file:
            # What is there, and not a whole part: a trickle must not outlast its time.
            while part := answer.read1(PART):
                left -= len(part)
                if left < 0:
                    raise UserError(TOO_LARGE)
                if self._elapsed() > end:
                    raise Unavailable(SLOW)
                file.write(part)
        expected = answer.length
        if expected:  # what is left of the announced length
            raise Unavailable(SLOW)


def _refused(status: int) -> Exception:
    if status in (301, 302, 303, 307, 308, 401, 403):
        return UserError(NOT_ALLOWED)
    return UserError(GONE) if status in (404, 410) else Unavailable(SLOW)
