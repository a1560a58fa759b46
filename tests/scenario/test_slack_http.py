"""What comes in over HTTP: genuine, forged, old, repeated and malformed requests, and the health pages."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from threading import Event
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import web
from bot.web import BODY_LIMIT, WebServer, build_site
from bot.workspace.delivery.payloads import VERIFICATION
from handlers.messages import Reply, Request
from tests.slack_kit import WAIT, Edge, lonely_edge, staged
from tests.slack_payloads import FORM, event, form, signature, signed, slash

JSON = "application/json"
SIGNED_IN_FORM = "v0=" + "0" * 64


@pytest.fixture
def edge() -> Iterator[Edge]:
    with lonely_edge() as edge:
        edge.answer = lambda request: Reply(request.text)
        yield edge


def stamp(edge: Edge, seconds: int = 0) -> str:
    return str(int(edge.now.timestamp()) + seconds)


def test_a_genuine_command_is_answered(edge: Edge) -> None:
    assert edge.send(slash("kv cache")).body["text"] == "kv cache"


def test_slacks_question_whether_the_address_is_ours_is_answered(edge: Edge) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "x"}).encode()

    assert edge.post(body, JSON).body == {"challenge": "abc"}


def test_slacks_look_at_our_certificate_is_answered(edge: Edge) -> None:
    assert edge.post(b"token=x&ssl_check=1").status == 200


def test_an_event_that_nobody_listens_to_is_acknowledged(edge: Edge) -> None:
    answered = edge.post(json.dumps(event()).encode(), JSON)

    assert (answered.status, answered.text) == (200, "")


UNSIGNED = {
    "no headers": {},
    "no signature": {"x-slack-request-timestamp": "{now}"},
    "no timestamp": {"x-slack-signature": SIGNED_IN_FORM},
    "wrong signature": {"x-slack-request-timestamp": "{now}", "x-slack-signature": SIGNED_IN_FORM},
    "non-ASCII signature": {"x-slack-request-timestamp": "{now}", "x-slack-signature": "v0=é"},
    "non-ASCII digits": {"x-slack-request-timestamp": "١٧٠٠٠٠٠٠٠٠", "x-slack-signature": SIGNED_IN_FORM},
    "short signature": {"x-slack-request-timestamp": "{now}", "x-slack-signature": "v0=ab"},
    "upper case": {"x-slack-request-timestamp": "{now}", "x-slack-signature": "V0=" + "A" * 64},
    "timestamp of letters": {"x-slack-request-timestamp": "abc", "x-slack-signature": SIGNED_IN_FORM},
    "timestamp nan": {"x-slack-request-timestamp": "nan", "x-slack-signature": SIGNED_IN_FORM},
    "timestamp infinite": {"x-slack-request-timestamp": "1e999", "x-slack-signature": SIGNED_IN_FORM},
    "timestamp negative": {"x-slack-request-timestamp": "-1", "x-slack-signature": SIGNED_IN_FORM},
    "timestamp of 5000 digits": {"x-slack-request-timestamp": "9" * 5000, "x-slack-signature": SIGNED_IN_FORM},
    "two timestamps": {"x-slack-request-timestamp": "{now},{now}", "x-slack-signature": SIGNED_IN_FORM},
}


@pytest.mark.parametrize("name", UNSIGNED)
def test_a_request_without_a_right_signature_is_refused_without_any_effect(edge: Edge, name: str) -> None:
    edge.answer = lambda request: pytest.fail("worked for a stranger")
    headers = {key: value.replace("{now}", stamp(edge)) for key, value in UNSIGNED[name].items()}
    # The test client, like WSGI, carries header bytes as Latin-1.
    headers = {key: value.encode().decode("latin-1") for key, value in headers.items()}

    answered = edge.post_with(form(slash()), {"content-type": FORM, **headers})

    assert answered.status == 401
    assert answered.text == "This request is not signed as Slack signs its requests."


@pytest.mark.parametrize(
    "body", [b"{", b"[1,2]", b"1", b"payload=%7B", b"[" * 100_000, b"", b"\xff\xfe", b"event=null"], ids=range(8)
)
@pytest.mark.parametrize("content_type", [FORM, JSON, "text/plain", ""], ids=["form", "json", "text", "none"])
def test_garbage_is_401_unsigned_and_400_signed(edge: Edge, body: bytes, content_type: str) -> None:
    unsigned = edge.post_with(body, {"content-type": content_type})
    right = edge.post(body, content_type)

    assert unsigned.status == 401
    assert (right.status, right.text) == (400, "This request cannot be read.")


STRANGE = [
    {"type": "event_callback", "event": None},
    {"type": "event_callback"},
    {"type": "event_callback", "event": []},
    {"type": None},
    {"type": {"a": 1}},
    {"event": None},
    [],
    None,
]


@pytest.mark.parametrize("payload", STRANGE, ids=range(len(STRANGE)))
def test_signed_json_of_a_strange_form_is_400(edge: Edge, payload: object) -> None:
    text = json.dumps(payload)

    assert edge.post(text.encode(), JSON).status == 400
    assert edge.post(f"payload={quote(text)}".encode()).status in (400, 200)


KEYS = [
    "type",
    "event",
    "actions",
    "action_id",
    "user",
    "team",
    "channel",
    "view",
    "container",
    "command",
    "id",
    "state",
]
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["block_actions", "view_submission", "T1", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)
INTERACTIONS = st.sampled_from(
    ["block_actions", "view_submission", "shortcut", "message_action", "event_callback", "block_suggestion"]
)


@given(kind=INTERACTIONS, rest=st.dictionaries(st.sampled_from(KEYS), TREES, max_size=5), as_form=st.booleans())
@settings(max_examples=150, deadline=None)
def test_nothing_that_is_signed_makes_the_server_fail(
    kind: str, rest: dict[str, object], as_form: bool, one_edge: Edge
) -> None:
    text = json.dumps(rest | {"type": kind})
    body = f"payload={quote(text)}" if as_form else text

    answered = one_edge.post(body.encode(), FORM if as_form else JSON)

    assert answered.status in (200, 400, 401), "401 where the same request was made twice"


@pytest.fixture(scope="module")
def one_edge() -> Iterator[Edge]:
    with lonely_edge() as edge:
        yield edge


def test_a_form_with_a_thousand_fields_is_not_read(edge: Edge) -> None:
    body = "&".join(f"command{number}=x" for number in range(1000)).encode()

    assert edge.post(body).status == 400


def test_a_command_without_its_usual_parts_is_400(edge: Edge) -> None:
    assert edge.post(b"command=%2Fpapers").status == 400


def test_a_repeated_request_is_refused(edge: Edge) -> None:
    body = form(slash())
    headers = signed(body, edge.now)

    assert [edge.post_with(body, headers).status for _ in range(3)] == [200, 401, 401]


@pytest.mark.parametrize("seconds", [-301, 301, -400, 400, 10**9])
def test_a_request_from_another_time_is_refused(edge: Edge, seconds: int) -> None:
    body = form(slash())

    assert edge.post_with(body, signed(body, edge.now + timedelta(seconds=seconds))).status == 401


@pytest.mark.parametrize("seconds", [-300, 0, 300])
def test_the_window_is_five_minutes_to_both_sides(edge: Edge, seconds: int) -> None:
    body = form(slash())

    assert edge.post_with(body, signed(body, edge.now + timedelta(seconds=seconds))).status == 200


@pytest.mark.parametrize(("seconds", "side"), [(400, "behind"), (-400, "ahead of")])
def test_a_wrong_clock_is_named_once_and_turns_readiness_red(
    edge: Edge, caplog: pytest.LogCaptureFixture, seconds: int, side: str
) -> None:
    for number in range(10):
        body = form(slash(str(number)))
        edge.post_with(body, signed(body, edge.now + timedelta(seconds=seconds)))

    warnings = [record.getMessage() for record in caplog.records if "Clock skew" in record.getMessage()]
    assert warnings == [
        f"Clock skew of 400 s: this machine's clock is {side} Slack's, and requests are refused. Set the clock."
    ]
    ready = edge.site.get("/readyz")
    assert ready.status_code == 503
    assert ready.json == {"ok": False, "problems": [f"The clock of this machine is about 400 s {side} Slack's."]}


def test_readiness_is_green_again_once_the_clock_is_right(edge: Edge) -> None:
    for number in range(10):
        body = form(slash(str(number)))
        edge.post_with(body, signed(body, edge.now + timedelta(hours=1)))
    edge.now += timedelta(hours=1)
    edge.send(slash())

    assert edge.site.get("/readyz").status_code == 200


def test_forged_requests_cannot_make_us_doubt_our_clock(edge: Edge) -> None:
    for number in range(10):
        body = form(slash(str(number)))
        old = stamp(edge, -4000)
        forged = {"x-slack-request-timestamp": old, "x-slack-signature": signature(body, old, "another secret")}
        edge.post_with(body, {"content-type": FORM, **forged})

    assert edge.site.get("/readyz").status_code == 200


def test_a_flood_of_refusals_is_one_line_a_minute(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(100):
        edge.post_with(b"x", {})
    edge.now += timedelta(seconds=61)
    edge.post_with(b"x", {})

    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line.rsplit("(", 1)[-1] for line in lines] == [
        "1 such since the last such line)",
        "100 such since the last such line)",
    ]


def test_a_body_beyond_the_limit_is_413(edge: Edge) -> None:
    assert edge.post(b"x" * (BODY_LIMIT + 1)).status == 413


def test_other_addresses_and_methods_do_not_exist(edge: Edge) -> None:
    found = {
        edge.site.get("/").status_code,
        edge.site.get("/slack/events/..").status_code,
        edge.site.get("/static/x").status_code,
        edge.site.post("/slack").status_code,
    }

    assert found == {404}
    assert edge.site.get("/slack/events").status_code == 405
    assert edge.site.put("/slack/events").status_code == 405
    assert edge.site.post("/healthz").status_code == 405


def test_health_says_what_is_wrong() -> None:
    site = build_site(receive=None, alive=lambda: ("The store cannot be read.",), ready=tuple).test_client()

    assert site.get("/healthz").status_code == 503
    assert site.get("/healthz").json == {"ok": False, "problems": ["The store cannot be read."]}
    assert site.get("/readyz").json == {"ok": True, "problems": []}
    assert site.post("/slack/events").status_code == 404, "Socket Mode has health pages only"


def test_a_health_check_that_breaks_is_red() -> None:
    def broken() -> list[str]:
        raise OSError("disk")

    site = build_site(receive=None, alive=broken, ready=tuple).test_client()

    assert site.get("/healthz").status_code == 503


@contextmanager
def served(edge: Edge) -> Iterator[WebServer]:
    site = build_site(receive=edge.deliveries, alive=tuple, ready=tuple)
    server = WebServer(site, host="127.0.0.1", port=0, threads=4)
    server.start()
    try:
        yield server
    finally:
        server.stop(WAIT)


def test_a_host_that_has_no_address_cannot_be_bound_and_says_why() -> None:
    with pytest.raises(OSError, match=r"\w+ not") as caught:
        WebServer(build_site(receive=None, alive=tuple, ready=tuple), host="fe80::1%no-such", port=0, threads=1)

    assert caught.value.strerror


def post(server: WebServer, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=WAIT)
    try:
        connection.request("POST", "/slack/events", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def exchange(server: WebServer, raw: bytes) -> bytes:
    """Sends bytes as they are and reads until the server closes, politely or not."""
    received = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as connection:
        connection.sendall(raw)
        try:
            while part := connection.recv(65536):
                received += part
        except ConnectionResetError:
            return received
    return received


def test_a_genuine_command_of_the_workspace_is_answered_and_its_copy_refused() -> None:
    with staged() as (edge, place):
        command = place.command("kv cache")
        # The record hides this token, as every other.
        body = form(command.body | {"token": VERIFICATION})
        copy = signed(body, secret=place.workspace.signing_secret)

        assert command.answer["text"] == "You asked for kv cache"
        assert edge.post_with(body, copy).status == 401


def test_a_command_is_answered_through_the_real_server(edge: Edge) -> None:
    body = form(slash("kv cache"))
    with served(edge) as server:
        status, answer = post(server, body, signed(body, edge.now))

        assert (status, json.loads(answer)["text"]) == (200, "kv cache")
        assert post(server, body, signed(body, edge.now))[0] == 401
        assert server.trouble() is None
    assert server.trouble() == "The HTTP server has stopped."


def test_the_real_server_refuses_a_body_beyond_the_limit_before_it_comes(edge: Edge) -> None:
    with served(edge) as server:
        head = f"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: {BODY_LIMIT + 1}\r\n\r\n"

        assert exchange(server, head.encode()).startswith(b"HTTP/1.1 413 ")


def test_raw_bytes_that_are_no_http_get_4xx_and_no_traceback(edge: Edge) -> None:
    head = b"POST /slack/events HTTP/1.1\r\nHost: x\r\n"
    raws = [
        head + b"Connection: close\r\nX-Slack-Signature: v0=\xe9\r\nContent-Length: 1\r\n\r\nx",
        head + b"Content-Length: 1\r\nContent-Length: 5\r\n\r\nx",
        head + b"Content-Length: -1\r\n\r\nx",
        head + b"X: " + b"y" * 40_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    ]
    with served(edge) as server:
        answers = [exchange(server, raw) for raw in raws]

    assert answers[0].startswith(b"HTTP/1.1 401 ")
    assert {answer[9:10] for answer in answers} <= {b"4", b""}
    assert not any(b"Traceback" in answer for answer in answers)


def test_a_request_that_drips_in_is_not_waited_for_without_end(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "ARRIVAL", 0)
    head = b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
    with served(edge) as server, socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as connection:
        connection.sendall(head)

        assert answer_to_drops(connection) == b""


def answer_to_drops(connection: socket.socket) -> bytes:
    """What comes back on half a body; nothing when the server closes."""
    try:
        for _ in range(50_000):
            connection.sendall(b"x")
        return connection.recv(65536)
    except ConnectionError:
        return b""


def test_stopping_lets_a_running_request_be_answered_and_takes_no_new_ones(edge: Edge) -> None:
    working, may_answer = Event(), Event()

    def slow(request: Request) -> Reply:
        working.set()
        return Reply("finished") if may_answer.wait(WAIT) else Reply("never")

    edge.answer = slow
    body = form(slash())
    site = build_site(receive=edge.deliveries, alive=tuple, ready=tuple)
    server = WebServer(site, host="127.0.0.1", port=0, threads=4)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as connection:
        head = "".join(f"{name}: {value}\r\n" for name, value in signed(body, edge.now).items())
        connection.sendall(f"POST /slack/events HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert working.wait(WAIT)
        may_answer.set()

        assert server.stop(WAIT)
        assert b"finished" in connection.recv(65536)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=WAIT)


def test_a_server_stops_though_others_wake_its_loop_just_then() -> None:
    server = WebServer(build_site(receive=None, alive=tuple, ready=tuple), host="127.0.0.1", port=0, threads=1)
    server.start()
    trigger = server._doors[0].trigger
    pull = trigger._physical_pull

    def after_another() -> None:
        pull()
        server._thread.join(0.2)  # it ends when everything is closed
        pull()

    trigger._physical_pull = after_another

    assert server.stop(WAIT)
