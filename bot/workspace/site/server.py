"""The one port of the workspace: Werkzeug's threaded server on this machine's own address, and nowhere else."""

import logging
from collections.abc import Callable, Iterable
from socket import SHUT_RDWR, create_server, socket
from threading import Thread
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

HOST = "127.0.0.1"
PATIENCE = 60
"""Seconds that a connection may keep a thread waiting for a request, or for taking the answer."""
WAITING = 128
"""Connections that may wait to be taken."""

log = logging.getLogger(__name__)

Site = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""A WSGI application; `environ["werkzeug.socket"]` is the connection itself."""


class Server:
    """From here on the port is taken, and requests wait until `start`. Raises OSError when it is another's; port 0
    takes a free one. `patience` is for each wait."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self._door = create_server((HOST, port), backlog=WAITING)
        self._patience = patience
        self.port: int = self._door.getsockname()[1]
        self._stop: Callable[[], None] = self._door.close

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://{HOST}:{self.port}"

    def start(self, site: Site) -> None:
        """Begins to answer."""
        # Given a port that is taken, Werkzeug would print and leave the process; given a socket, it does neither.
        handler, door = type("Handler", (_Handler,), {"timeout": self._patience}), self._door.fileno()
        server = make_server(HOST, self.port, site, threaded=True, request_handler=handler, fd=door)
        self._door.close()
        thread = Thread(target=server.serve_forever, args=(0.05,), name="workspace", daemon=True)
        thread.start()

        def stop() -> None:
            # Wakes the thread, which would otherwise look up twenty times a second only.
            cut(server.socket)
            server.shutdown()
            thread.join()

        self._stop = stop

    def close(self) -> None:
        """Takes no more connections; those that are open end with whatever works on them."""
        self._stop()


class _Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:  # noqa: ARG002 - the names are Werkzeug's
        """Neither tickets nor the keys of response URLs: whoever has the log must not be able to answer for the bot."""
        path = getattr(self, "path", "").partition("?")[0]
        self.log("info", "%s %s: %s", self.command, "/response" if path.startswith("/response/") else path, code)

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - the name is Werkzeug's
        """Requests are seen on the page; what goes wrong in them is logged where it happens."""
        log.debug(f"%s: {message}", type, *args)


def cut(connection: socket) -> None:
    """Ends a connection without a word."""
    try:
        connection.shutdown(SHUT_RDWR)
    except OSError as error:
        log.debug("A connection had ended before it was cut: %s", type(error).__name__)
