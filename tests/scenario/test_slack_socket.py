"""Socket Mode in a workspace: answers in the acknowledgement, cuts, silence, and a clean end."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest

from bot import clock
from bot.slack.socket import SocketConnection
from bot.workspace.webapi.faults import FaultKind
from handlers.messages import Reply, Request
from tests.slack_kit import NOWHERE, WAIT, Edge, Place, staged
from tests.slack_payloads import event, slash

OPEN = "apps.connections.open"
Stage = tuple[Edge, Place]


@contextmanager
def connected(edge: Edge) -> Iterator[SocketConnection]:
    connection = SocketConnection(edge.app.bolt, edge.settings, clock.now)
    connection.start()
    try:
        yield connection
    finally:
        edge.app.drain(WAIT)
        connection.stop()


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged("socket", ping_interval=0.2) as stage:
        yield stage


def until(holds: Callable[[], bool]) -> None:
    """The SDK tells nobody when its state changes, so it is looked at again and again."""
    never_told = Event()
    for _ in range(round(WAIT / 0.01)):
        if holds():
            return
        never_told.wait(0.01)
    pytest.fail("in vain")


def healthy(place: Place, connection: SocketConnection, connections: int = 1) -> None:
    """Waits until the bot is well on its newest connection, the only one; so many it has asked for by then."""
    place.workspace.api.ledger.wait_for(OPEN, connections)
    until(lambda: place.socket.connections == 1 and connection.trouble() is None)


def test_a_command_is_answered_inside_its_acknowledgement(stage: Stage) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        answer = place.command("kv cache").answer

    assert answer == {"response_type": "ephemeral", "text": "You asked for kv cache"}
    assert place.seen() == ["You asked for kv cache"]
    assert [(call.method, call.token_kind) for call in place.workspace.api.ledger] == [(OPEN, "app")]


def test_clicks_are_acknowledged_and_answered_and_strange_events_acknowledged(stage: Stage) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        clicked = place.press(place.card())
        strange = [
            place.socket.deliver("events_api", event("reaction_added")),
            place.socket.deliver("slash_commands", slash(command="/unknown")),
        ]
        place.wait_for_responses()

    assert (clicked.status, clicked.answer) == ("acknowledged", None)
    assert [one and one.body for one in strange] == [None, None]
    assert None not in strange
    assert place.seen() == ["You pressed paper:any"]


def test_after_a_cut_the_bot_connects_again_and_answers(stage: Stage) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        place.socket.cut()
        healthy(place, connection, 2)
        place.command("still there")

    assert place.seen() == ["You asked for still there"]


@pytest.mark.parametrize("ended", [False, True], ids=["asked", "asked-and-ended"])
def test_when_slack_asks_for_a_new_connection_it_gets_one(stage: Stage, ended: bool) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        if ended:
            place.socket.refresh()
        else:
            place.socket.warn()
        healthy(place, connection, 2)
        assert place.command("x").status == "acknowledged"

    assert place.seen()[-1] == "You asked for x"


def test_health_turns_red_when_the_other_side_falls_silent_and_green_on_a_new_connection(stage: Stage) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        place.socket.silence()
        until(lambda: connection.trouble() is not None)
        healthy(place, connection, 2)
        place.command("x")

    assert place.seen() == ["You asked for x"]


def test_silence_is_told_in_seconds(stage: Stage) -> None:
    edge, place = stage
    later = timedelta()
    connection = SocketConnection(edge.app.bolt, edge.settings, lambda: clock.now() + later)
    connection.start()
    healthy(place, connection)
    later = timedelta(minutes=1)

    assert connection.trouble() in ("Slack has been silent for 60 s.", "Slack has been silent for 61 s.")
    connection.stop()


def test_before_the_first_connection_health_is_red_and_a_refusal_does_not_end_the_tries(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    place.workspace.faults.add(OPEN, "error", code="invalid_auth")
    with connected(edge) as connection:
        until(lambda: "invalid_auth" in caplog.text)
        red = connection.trouble()
        healthy(place, connection)

    assert red == "Slack is not connected."
    assert place.workspace.app_token not in caplog.text


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("garbled", {"text": "[1]"}),
        ("garbled", {"text": "null"}),
        ("html", {}),
        ("garbled", {"text": '{"ok": true}'}),
        ("garbled", {"text": '{"ok": true, "url": "http://[::1"}'}),
        pytest.param(
            "garbled",
            {"text": '{"ok": true, "url": "{origin}/socket?ticket=used-before"}'},
            # The SDK leaves the connection that was refused to the garbage collector.
            marks=pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
        ),
        ("ratelimited", {"retry_after": 3600}),
        ("ratelimited", {"retry_after": "soon"}),
        ("drop", {}),
    ],
    ids=["list", "null", "html", "no-url", "bad-url", "refused", "for-long", "unreadable", "drop"],
)
def test_no_answer_of_slacks_ends_the_tries(stage: Stage, kind: FaultKind, details: dict[str, Any]) -> None:
    edge, place = stage
    here = place.workspace.origin.replace("http", "ws", 1)
    if "text" in details:
        details = {"text": details["text"].replace("{origin}", here)}
    place.workspace.faults.add(OPEN, kind, 2, **details)
    with connected(edge) as connection:
        healthy(place, connection, 3)
        place.command("x")

    assert place.seen() == ["You asked for x"]


def frame(opcode: int, data: bytes) -> bytes:
    """One unfragmented frame of a server, RFC 6455."""
    assert len(data) < 126
    return bytes([128 | opcode, len(data)]) + data


@pytest.mark.parametrize(
    ("opcode", "data"),
    [
        (1, json.dumps({"envelope_id": "e0", "type": "slash_commands", "payload": None}).encode()),
        (1, b'{"envelope_id":"e0","type":"events_api","payload":{"type":"event_callback","event":["private words"]}}'),
        (1, b'{"envelope_id":"e0","type":"interactive","payload":{"actions":[{}],"user":"private words"}}'),
        (1, b'{"private words"'),
        (0, b"private words"),
        (2, b"private words"),
    ],
    ids=["no-payload", "event", "user", "no-json", "continuation", "binary"],
)
def test_strange_envelopes_and_frames_are_passed_over_without_a_word_of_them_in_the_log(
    stage: Stage, opcode: int, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        place.socket.push(frame(opcode, data))
        place.command("x")

    assert place.seen() == ["You asked for x"]
    assert len(place.called(OPEN)) == 1, "it is the same connection"
    assert "private words" not in caplog.text


def test_a_bot_that_never_connected_stops_cleanly() -> None:
    with staged("socket", api_url=NOWHERE, ping_interval=0.2) as (edge, _), connected(edge) as connection:
        until(lambda: connection.trouble() is not None)

    assert connection.trouble() == "Slack is not connected."


def test_stopping_finishes_running_answers_before_the_connection_ends(stage: Stage) -> None:
    edge, place = stage
    working, may_answer = Event(), Event()

    def slow(request: Request) -> Reply:
        working.set()
        return Reply("finished") if may_answer.wait(WAIT) else Reply("never")

    edge.answer = slow
    with ThreadPoolExecutor(1) as person:
        with connected(edge) as connection:
            healthy(place, connection)
            command = person.submit(place.command)
            assert working.wait(WAIT)
            may_answer.set()
        answer = command.result(WAIT).answer

    assert answer["text"] == "finished"
    assert connection.trouble() == "Slack is not connected."


def test_a_stop_just_as_the_reader_begins_anew_is_heard(stage: Stage) -> None:
    edge, place = stage
    with connected(edge) as connection:
        healthy(place, connection)
        client = connection._client
        client.current_session_state.terminated = True
        assert client.current_session is not None
        client.current_session.ping("over")
        # The runner has begun again by then; it must not take the connection up again.
        Event().wait(3 * client.current_session_runner.interval_seconds)
        assert client.current_session_state.terminated
