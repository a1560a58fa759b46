"""The bot's own port, once it listens: where deliveries over HTTP go, and where its health pages are."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from http.client import HTTPConnection, HTTPException

from bot.workspace.delivery.transport import Acknowledgement, Kind, NotDelivered
from bot.workspace.delivery.transport_http import HttpTransport
from bot.workspace.model import Json
from bot.workspace.reading import Unreadable, read

HOST = "127.0.0.1"
EVENTS = "/slack/events"
PATIENCE = 5.0
"""Seconds that a health page may take."""


class BotDoor:
    """A transport that has nobody to deliver to before `opened`, as an app that has no address yet."""

    def __init__(self, signing_secret: str, now: Callable[[], datetime]) -> None:
        self._secret = signing_secret
        self._now = now
        self._port: int | None = None
        self._transport: HttpTransport | None = None

    @property
    def is_open(self) -> bool:
        """Whether the bot has told where it listens."""
        return self._transport is not None

    def opened(self, port: int, path: str = EVENTS) -> None:
        """The bot listens now, on this machine."""
        self._port = port
        self._transport = HttpTransport(f"http://{HOST}:{port}{path}", self._secret, self._now)

    def deliver(self, kind: Kind, payload: Json, *, retry: tuple[int, str] | None = None) -> Acknowledgement | None:
        """As every transport does. Raises NotDelivered."""
        if self._transport is None:
            raise NotDelivered("connection_failed")
        return self._transport.deliver(kind, payload, retry=retry)

    def health(self, path: str) -> tuple[int, Json]:
        """What the bot's health page says, or that there is none to ask."""
        if self._port is None:
            return _ill("The bot has not started yet.")
        with closing(HTTPConnection(HOST, self._port, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", path)
                response = connection.getresponse()
                status, body = response.status, read(response.read())
            except (OSError, HTTPException, Unreadable):
                body = None
        return (status, body) if isinstance(body, dict) else _ill("The bot's health pages do not answer.")


def _ill(sentence: str) -> tuple[int, Json]:
    return 503, {"ok": False, "problems": [sentence]}
