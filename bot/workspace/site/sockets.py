"""The WebSocket side of Socket Mode: addresses that open one connection each, and the connections themselves."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import token_urlsafe
from socket import socket
from threading import Lock, Thread
from typing import Any

from simple_websocket import ConnectionClosed, Server

from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.errors import Refusal
from bot.workspace.site.server import cut

TICKETS = 100
"""Addresses that may wait to be used; the oldest goes first."""
LONGEST = 1024 * 1024
"""Bytes of one message from the bot."""


class Sockets:
    """`changed` is called when a connection has come or gone. Without a transport, the bot is reached over HTTP."""

    def __init__(self, origin: str, transport: SocketTransport | None, changed: Callable[[], None]) -> None:
        self._base = origin.replace("http", "ws", 1)
        self._transport = transport
        self._changed = changed
        self._tickets: OrderedDict[str, None] = OrderedDict()
        self._open: set[Any] = set()
        self._lock = Lock()

    def address(self) -> str:
        """A new address, good for one connection. Raises Refusal where the app has no Socket Mode."""
        if self._transport is None:
            raise Refusal("internal_error", ("Socket Mode is not turned on for this app.",))
        ticket = token_urlsafe(24)
        with self._lock:
            self._tickets[ticket] = None
            if len(self._tickets) > TICKETS:
                self._tickets.popitem(last=False)
        return f"{self._base}/socket?ticket={ticket}"

    def admits(self, ticket: str) -> bool:
        """Uses the ticket up; whether it was good."""
        with self._lock:
            return self._tickets.pop(ticket, False) is None

    def serve(self, environ: dict[str, Any]) -> None:
        """Holds the connection until it is over. Raises OSError or SimpleWebsocketError when it never began."""
        connection = environ["werkzeug.socket"]
        # A bot may say nothing for as long as it likes.
        connection.settimeout(None)
        wire = _Wire(connection)
        websocket = Server(
            environ | {"werkzeug.socket": wire}, max_message_size=LONGEST, thread_class=partial(Thread, daemon=True)
        )
        with self._lock:
            self._open.add(connection)
        try:
            self._converse(websocket, wire)
        finally:
            with self._lock:
                self._open.discard(connection)
            cut(connection)

    def _converse(self, websocket: Server, wire: "_Wire") -> None:
        if self._transport is None:
            return
        session = self._transport.connect(_Line(websocket, wire))
        self._changed()
        try:
            # It goes on until one of the sides ends it.
            with suppress(ConnectionClosed):
                while True:
                    session.receive(str(websocket.receive()))
        finally:
            session.closed()
            self._changed()

    def close(self) -> None:
        """Ends every connection."""
        with self._lock:
            connections = tuple(self._open)
        for connection in connections:
            cut(connection)


class _Wire:
    """The connection below a WebSocket, as much of it as simple-websocket uses."""

    def __init__(self, connection: socket) -> None:
        self.silent = False
        self.recv = connection.recv
        self.close = connection.close
        self._connection = connection
        self._lock = Lock()

    def send(self, data: bytes) -> int:
        """All of it, and nothing in between: the answer to a ping is sent by another thread than an envelope."""
        if not self.silent:
            with self._lock:
                self._connection.sendall(data)
        return len(data)

    def cut(self) -> None:
        """Ends it without a word."""
        cut(self._connection)


class _Line:
    """What the transport is given of a WebSocket."""

    def __init__(self, websocket: Server, wire: _Wire) -> None:
        self.hang_up = wire.cut
        self._websocket = websocket
        self._wire = wire
        self._lock = Lock()

    def send(self, text: str) -> None:
        """Raises OSError when nobody is there any more."""
        try:
            with self._lock:
                self._websocket.send(text)
        except ConnectionClosed as error:
            raise ConnectionError("The connection is closed.") from error

    def push(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self._wire.send(data)

    def fall_silent(self) -> None:
        """Sends nothing any more."""
        self._wire.silent = True
