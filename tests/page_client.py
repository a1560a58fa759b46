"""What the workspace's page does over HTTP, and what programs around it do, with every header in the test's hands."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

WAIT = 20.0
"""Seconds after which a test that waits in vain has failed."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer; `json` reads its body."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def ask(
    origin: str, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
) -> Told:
    """One request, with these headers and no others but Host."""
    with closing(HTTPConnection(urlsplit(origin).netloc, timeout=WAIT)) as connection:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        named = {name.lower(): value for name, value in response.getheaders()}
        return Told(response.status, named, response.read().decode())


@dataclass(frozen=True, slots=True)
class Page:
    """The page as one person has it open."""

    origin: str
    me: str = "U0READER"

    def get(self, what: str, **parameters: str) -> Any:
        told = ask(self.origin, "GET", f"/page-api/{what}?{urlencode({'as': self.me, **parameters}, quote_via=quote)}")
        assert told.status == 200, told.text
        return told.json

    def try_to(self, verb: str, **fields: Any) -> Told:
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        return ask(self.origin, "POST", f"/page-api/do/{verb}", json.dumps({"as": self.me, **fields}), headers)

    def do(self, verb: str, **fields: Any) -> Any:
        told = self.try_to(verb, **fields)
        assert told.status == 200, told.text
        return told.json

    def messages(self, channel: str = "C0PAPERS") -> list[dict[str, Any]]:
        return list(self.get("messages", channel=channel)["messages"])

    def wait_for_messages(self, count: int, channel: str = "C0PAPERS") -> list[dict[str, Any]]:
        until(lambda: len(self.messages(channel)) >= count)
        return self.messages(channel)

    @contextmanager
    def changes(self) -> Iterator["Changes"]:
        """The stream of changes, open by the time that this begins."""
        with closing(HTTPConnection(urlsplit(self.origin).netloc, timeout=WAIT)) as connection:
            connection.request("GET", f"/page-api/changes?{urlencode({'as': self.me})}")
            with connection.getresponse() as response:
                changes = Changes(response)
                assert changes.line() == ": open"
                yield changes


class Changes:
    """What an open page is told."""

    def __init__(self, response: HTTPResponse) -> None:
        self.headers = dict(response.getheaders())
        self._response = response

    def line(self) -> str | None:
        """The next line that is not empty; None when the stream has ended."""
        while raw := self._response.readline():
            if raw.strip():
                return raw.decode().strip()
        return None

    def next(self, kind: str) -> dict[str, Any]:
        """The next change of this kind."""
        while (line := self.line()) is not None:
            change: dict[str, Any] = json.loads(line.removeprefix("data: "))
            if change["kind"] == kind:
                return change
        raise AssertionError(f"the stream ended before a change of kind {kind}")


def until(holds: Callable[[], object], seconds: float = WAIT) -> None:
    """Waits for what nobody tells of."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "waited in vain"
        sleep(0.02)
