"""A small stand-in for Slack on loopback: Web API, response URLs and Socket Mode, with answers that can be scripted."""

import json
import struct
from base64 import b64encode
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Event, Thread
from typing import Any
from urllib.parse import parse_qsl

WAIT = 10.0
"""Seconds after which a test that waits in vain has failed."""


@dataclass(frozen=True, slots=True)
class Call:
    """What was asked: a method's name or `response`, the token, and the arguments with JSON texts read."""

    method: str
    token: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scripted:
    """An answer. `drop` closes the connection without one; `after` holds it back until it is set."""

    body: dict[str, Any] | str = field(default_factory=lambda: {"ok": True})
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    after: Event | None = None


def refusal(code: str) -> Scripted:
    return Scripted({"ok": False, "error": code})


class SlackDouble:
    """`script(method, ...)` sets the next answers of a method; otherwise everything is well."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.scopes = "chat:write,commands"
        self.sockets: list[_Handler] = []
        self.answers_pings = True
        self._scripts: defaultdict[str, deque[Scripted]] = defaultdict(deque)
        self._changed = Condition()
        self._server = _Server(("127.0.0.1", 0), self)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def origin(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def api_url(self) -> str:
        return f"http://{self.origin}/api/"

    def response_url(self, name: str = "one") -> str:
        return f"http://{self.origin}/response/{name}"

    def script(self, method: str, *answers: Scripted) -> None:
        self._scripts[method].extend(answers)

    def called(self, method: str) -> list[dict[str, Any]]:
        with self._changed:
            return [call.body for call in self.calls if call.method == method]

    def wait_until(self, holds: Callable[[], object], seconds: float = WAIT) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, timeout=seconds), f"in vain; calls: {self.calls}"

    def wait_for(self, method: str, count: int = 1) -> list[dict[str, Any]]:
        self.wait_until(lambda: len(self.called(method)) >= count)
        return self.called(method)

    def note(self, act: Callable[[], object]) -> None:
        with self._changed:
            act()
            self._changed.notify_all()

    def deliver(self, envelope_id: str, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        """Sends an envelope over the newest socket; returns the acknowledgement."""
        envelope = {"envelope_id": envelope_id, "type": kind, "payload": payload, "accepts_response_payload": True}
        self.sockets[-1].send_frame(1, json.dumps(envelope).encode())
        self.wait_until(lambda: envelope_id in self.acknowledged)
        return self.acknowledged[envelope_id]

    def next_answer(self, method: str) -> Scripted:
        if self._scripts[method]:
            return self._scripts[method].popleft()
        if method == "auth.test":
            known = {"ok": True, "team_id": "T1", "user_id": "UBOT", "bot_id": "B1", "team": "Lab", "user": "paperboy"}
            return Scripted(known, headers={"x-oauth-scopes": self.scopes})
        if method == "apps.connections.open":
            return Scripted({"ok": True, "url": f"ws://{self.origin}/socket?ticket=secret-ticket"})
        return Scripted()

    def close(self) -> None:
        for socket in self.sockets:
            socket.cut()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], double: SlackDouble) -> None:
        self.double = double
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that give up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        double = self.server.double
        body = _arguments(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        method = "response" if self.path.startswith("/response/") else self.path.removeprefix("/api/")
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        double.note(lambda: double.calls.append(Call(method, token, body)))
        answer = double.next_answer(method)
        if answer.after is not None:
            answer.after.wait(WAIT)
        if answer.drop:
            self.close_connection = True
            return
        text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
        self.send_response(answer.status)
        for name, value in {"Content-Length": str(len(text.encode())), **answer.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self) -> None:
        """Socket Mode: RFC 6455 with small unfragmented frames, as much of it as the SDK uses."""
        if not self.path.startswith("/socket"):
            self.server.double.note(lambda: self.server.double.calls.append(Call(f"GET {self.path}", "", {})))
            self.send_error(404)
            return
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = b64encode(sha1(key.encode(), usedforsecurity=False).digest()).decode()
        lines = ("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade")
        self.wfile.write("\r\n".join((*lines, f"Sec-WebSocket-Accept: {accept}", "", "")).encode())
        double = self.server.double
        self.close_connection = True
        self.send_frame(1, json.dumps({"type": "hello", "num_connections": 1}).encode())
        double.note(lambda: double.sockets.append(self))
        while (frame := self._read_frame()) is not None:
            self._take(*frame)

    def _take(self, opcode: int, data: bytes) -> None:
        double = self.server.double
        if opcode == 9 and double.answers_pings:
            self.send_frame(10, data)
        if opcode == 1:
            message = json.loads(data)
            double.note(lambda: double.acknowledged.update({message["envelope_id"]: message.get("payload", {})}))

    def _read_frame(self) -> tuple[int, bytes] | None:
        head = self.rfile.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        size = head[1] & 127
        if size == 126:
            (size,) = struct.unpack("!H", self.rfile.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.rfile.read(8))
        mask = self.rfile.read(4)
        return head[0] & 15, bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(size)))

    def send_frame(self, opcode: int, data: bytes) -> None:
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack("!H", len(data))
        self.wfile.write(bytes([128 | opcode]) + size + data)

    def cut(self) -> None:
        """Ends the connection without a word."""
        try:
            self.connection.shutdown(2)
        except OSError:
            # It has ended already.
            return

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is http.server's
        """Tests print nothing."""


def _arguments(raw: bytes) -> dict[str, Any]:
    if raw.startswith(b"{"):
        return dict(json.loads(raw))
    fields = dict(parse_qsl(raw.decode()))
    return {name: json.loads(value) if value[:1] in "[{" else value for name, value in fields.items()}
