"""Deliveries over HTTP: signed as Slack signs, in Slack's forms, given up after the time that Slack gives."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs

import pytest
from slack_sdk.signature import Clock, SignatureVerifier

from bot.workspace.delivery.transport import NotDelivered
from bot.workspace.delivery.transport_http import HttpTransport

SECRET = "a-signing-secret"
NOW = datetime(2027, 1, 1, tzinfo=UTC)
WAIT = 10.0


@dataclass(slots=True)
class Received:
    path: str
    headers: dict[str, str]
    body: str


@dataclass(slots=True)
class Listener:
    """A bot that answers every post with `status`, `headers` and `text`, once `ready` is set."""

    status: int = 200
    text: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    ready: Event = field(default_factory=Event)
    port: int = 0

    def transport(self, patience: float = WAIT) -> HttpTransport:
        return HttpTransport(f"http://127.0.0.1:{self.port}/slack/events", SECRET, lambda: NOW, patience=patience)


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    made.ready.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            made.received.append(Received(self.path, headers, body))
            made.ready.wait(WAIT)
            self.send_response(made.status)
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(made.text.encode())

        def log_message(self, *_: Any) -> None:
            """Tests print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.ready.set()
    server.shutdown()
    thread.join()
    server.server_close()


class _Now(Clock):
    def now(self) -> float:
        return NOW.timestamp()


def test_slacks_own_library_takes_the_signature(listener: Listener) -> None:
    listener.transport().deliver("interactive", {"type": "block_actions", "text": "ünïcode"})

    (request,) = listener.received
    assert SignatureVerifier(SECRET, _Now()).is_valid_request(request.body, request.headers)
    assert request.path == "/slack/events"


def test_each_kind_travels_in_its_own_form(listener: Listener) -> None:
    transport = listener.transport()
    transport.deliver("slash_commands", {"command": "/papers", "text": "a & b"})
    transport.deliver("interactive", {"type": "shortcut"})
    transport.deliver("events_api", {"type": "event_callback"})

    command, interaction, event = listener.received
    assert parse_qs(command.body) == {"command": ["/papers"], "text": ["a & b"]}
    assert json.loads(parse_qs(interaction.body)["payload"][0]) == {"type": "shortcut"}
    assert json.loads(event.body) == {"type": "event_callback"}
    kinds = [request.headers["content-type"] for request in listener.received]
    assert kinds == ["application/x-www-form-urlencoded"] * 2 + ["application/json"]


def test_another_try_says_which_and_why(listener: Listener) -> None:
    transport = listener.transport()
    transport.deliver("events_api", {})
    transport.deliver("events_api", {}, retry=(2, "http_timeout"))

    first, second = listener.received
    assert "x-slack-retry-num" not in first.headers
    assert (second.headers["x-slack-retry-num"], second.headers["x-slack-retry-reason"]) == ("2", "http_timeout")


@pytest.mark.parametrize(
    ("text", "body"),
    [("", None), (" \n", None), ('{"text": "hi"}', {"text": "hi"}), ("hi", {"text": "hi"}), ("[1]", {"text": "[1]"})],
)
def test_what_comes_back_is_the_answer(listener: Listener, text: str, body: object) -> None:
    listener.text = text
    acknowledgement = listener.transport().deliver("slash_commands", {})

    assert acknowledgement is not None
    assert acknowledgement.body == body
    assert 0 < acknowledgement.seconds < WAIT


def test_silence_is_no_acknowledgement(listener: Listener) -> None:
    listener.ready.clear()

    assert listener.transport(patience=0.05).deliver("interactive", {}) is None


@pytest.mark.parametrize("status", [302, 401, 404, 500])
def test_anything_but_success_is_a_refusal(listener: Listener, status: int) -> None:
    listener.status = status
    with pytest.raises(NotDelivered) as refused:
        listener.transport().deliver("events_api", {})
    assert (refused.value.reason, refused.value.no_retry) == ("http_error", False)

    listener.headers = {"X-Slack-No-Retry": "1"}
    with pytest.raises(NotDelivered) as final:
        listener.transport().deliver("events_api", {})
    assert final.value.no_retry


def test_nobody_listening_is_said_at_once() -> None:
    # Port 1 needs rights that no bot has.
    with pytest.raises(NotDelivered) as refused:
        HttpTransport("http://127.0.0.1:1/", SECRET, lambda: NOW).deliver("events_api", {})

    assert refused.value.reason == "connection_failed"
