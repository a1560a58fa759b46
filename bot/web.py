"""The HTTP side: Slack's requests at one address, the health pages at two, and nothing else."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from socket import SOCK_STREAM, getaddrinfo
from threading import Thread
from typing import Any

from flask import Flask, Response, jsonify, request
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

log = logging.getLogger(__name__)

Receive = Callable[[bytes, Mapping[str, str]], tuple[int, dict[str, str], str]]
"""From the raw body and the headers (names in lower case) to status, headers and body."""
Problems = Callable[[], Sequence[str]]
"""A sentence for each part that does not do its work."""

BODY_LIMIT = 1024 * 1024
"""Bytes; Slack's requests are a few kilobytes."""
CONNECTIONS = 500
"""Open connections at most; further ones wait in the listen queue. A process may commonly open 1,024 files, and store
and index need some."""
ARRIVAL = 15.0
"""Seconds that a request may take to arrive; Slack itself gives up after three."""
IDLE = 120
"""Seconds after which a connection on which nothing happens is closed. Proxies close theirs after about 60; were we to
close first, a request that is just being sent would be lost."""


def build_site(*, receive: Receive | None, alive: Problems, ready: Problems) -> Flask:
    """`GET /healthz` and `/readyz` answer 200, or 503 with what is wrong; `receive` answers `POST /slack/events`."""
    site = Flask("paperboy", static_folder=None)
    site.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    site.add_url_rule("/healthz", "healthz", lambda: _report(alive), methods=["GET"])
    site.add_url_rule("/readyz", "readyz", lambda: _report(ready), methods=["GET"])
    if receive is not None:
        site.add_url_rule("/slack/events", "events", lambda: _receive(receive), methods=["POST"])
    return site


def _receive(receive: Receive) -> Response:
    headers = {name.lower(): value for name, value in request.headers.items()}
    status, answer_headers, body = receive(request.get_data(cache=False), headers)
    return Response(body, status=status, headers=answer_headers)


def _report(problems: Problems) -> tuple[Response, int]:
    try:
        found = list(problems())
    except Exception:
        # A health page that breaks must be red, not absent; the log has the reason.
        log.exception("A health check failed")
        found = ["A health check failed; the log says why."]
    return jsonify(ok=not found, problems=found), 503 if found else 200


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    """A connection that is closed when a request comes too slowly: any byte would keep it open otherwise, and enough
    such connections would keep everybody else out."""

    _began: float | None = None

    def received(self, data: bytes) -> bool:
        """Takes what came in."""
        taken = bool(super().received(data))
        now = time.monotonic()
        self._began = None if self.request is None else (self._began or now)
        if self._began is not None and now - self._began > ARRIVAL:
            self.will_close = True
        return taken


class WebServer:
    """waitress in a thread of its own; `port` 0 takes a free one. From here on the address is bound and requests wait.

    Raises OSError when the host is unknown or the address cannot be bound.
    """

    def __init__(self, site: Flask, *, host: str, port: int, threads: int) -> None:
        # Its queue warns for every request of a busy moment.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._sockets: dict[int, Any] = {}
        # waitress makes a ValueError without a reason of a host that has no address.
        getaddrinfo(host, port, type=SOCK_STREAM)
        self._server = create_server(
            site,
            map=self._sockets,
            host=host,
            port=port,
            threads=threads,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE,
            cleanup_interval=5,
            max_request_body_size=BODY_LIMIT,
            max_request_header_size=32 * 1024,
            # select() cannot watch a thousand connections.
            asyncore_use_poll=True,
            ident=None,
        )
        self._doors: list[BaseWSGIServer] = [one for one in self._sockets.values() if isinstance(one, BaseWSGIServer)]
        for door in self._doors:
            door.channel_class = _Channel
        self._thread = Thread(target=self._server.run, name="http", daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._doors[0].effective_port)

    def start(self) -> None:
        """Begins to answer."""
        self._thread.start()

    def trouble(self) -> str | None:
        """A sentence when nobody answers requests any more."""
        return None if self._thread.is_alive() else "The HTTP server has stopped."

    def stop(self, seconds: float) -> bool:
        """Takes no more connections, lets the requests that came be answered, and closes; False when they were not
        answered within `seconds`."""
        end = time.monotonic() + seconds
        self._in_loop(lambda: [wasyncore.dispatcher.close(door) for door in self._doors])
        while (busy := self._unanswered()) and time.monotonic() < end:
            time.sleep(0.02)
        self._doors[0].task_dispatcher.shutdown(timeout=max(0.0, end - time.monotonic()))
        self._in_loop(lambda: wasyncore.close_all(self._sockets))
        self._thread.join(timeout=2)
        return not busy

    def _in_loop(self, act: Callable[[], object]) -> None:
        """waitress's sockets may be closed by its own thread only. Its lock is held until it is woken: else it could
        act at once, woken by another, and close the very pipe that we wake it with."""
        trigger = self._doors[0].trigger
        with trigger.lock:
            trigger.thunks.append(act)
            trigger.pull_trigger()

    def _unanswered(self) -> bool:
        channels = [one for one in list(self._sockets.values()) if isinstance(one, HTTPChannel)]
        return any(channel.requests or channel.total_outbufs_len for channel in channels)
