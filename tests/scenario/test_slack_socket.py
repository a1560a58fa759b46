"""Socket Mode over the Slack double: answers in the acknowledgement, cuts, silence, and a clean end."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event

import pytest

from bot import clock
from bot.slack.socket import SocketConnection
from handlers.messages import Reply
from tests.slack_double import WAIT, Scripted, SlackDouble, refusal
from tests.slack_kit import APP_TOKEN, Edge, edge_over_double
from tests.slack_payloads import click, event, slash


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
def edge() -> Iterator[Edge]:
    with edge_over_double(ping_interval=0.2) as edge:
        yield edge


def until(holds: Callable[[], bool]) -> None:
    """The SDK tells nobody when its state changes, so it is looked at again and again."""
    never_told = Event()
    for _ in range(round(WAIT / 0.01)):
        if holds():
            return
        never_told.wait(0.01)
    pytest.fail("in vain")


def healthy(double: SlackDouble, connection: SocketConnection) -> None:
    double.wait_until(lambda: double.sockets)
    until(lambda: connection.trouble() is None)


def test_a_command_is_answered_inside_its_acknowledgement(edge: Edge) -> None:
    with connected(edge) as connection:
        healthy(edge.double, connection)
        answer = edge.double.deliver("e1", "slash_commands", slash("kv cache"))

    assert answer == {"response_type": "ephemeral", "text": "You asked for kv cache"}
    assert {(call.method, call.token) for call in edge.double.calls} == {("apps.connections.open", APP_TOKEN)}


def test_clicks_are_acknowledged_and_answered_and_strange_events_acknowledged(edge: Edge) -> None:
    with connected(edge) as connection:
        healthy(edge.double, connection)
        clicked = click("find:next", response_url=edge.double.response_url())
        acknowledged = [
            edge.double.deliver("e1", "interactive", clicked),
            edge.double.deliver("e2", "events_api", event("reaction_added")),
            edge.double.deliver("e3", "slash_commands", slash(command="/unknown")),
        ]
        edge.double.wait_for("response")

    assert acknowledged == [{}, {}, {}]


def test_after_a_cut_the_bot_connects_again_and_answers(edge: Edge) -> None:
    with connected(edge) as connection:
        healthy(edge.double, connection)
        edge.double.sockets[0].cut()
        edge.double.wait_until(lambda: len(edge.double.sockets) == 2)
        healthy(edge.double, connection)
        answer = edge.double.deliver("e1", "slash_commands", slash("still there"))

    assert answer["text"] == "You asked for still there"


def test_when_slack_asks_for_a_new_connection_it_gets_one(edge: Edge) -> None:
    with connected(edge) as connection:
        healthy(edge.double, connection)
        edge.double.sockets[0].send_frame(1, b'{"type":"disconnect","reason":"refresh_requested"}')
        edge.double.wait_until(lambda: len(edge.double.sockets) == 2)
        healthy(edge.double, connection)

        assert edge.double.deliver("e1", "slash_commands", slash("x"))["text"] == "You asked for x"


def test_health_turns_red_when_the_other_side_falls_silent_and_green_on_a_new_connection(edge: Edge) -> None:
    with connected(edge) as connection:
        healthy(edge.double, connection)
        edge.double.answers_pings = False
        until(lambda: connection.trouble() is not None)
        edge.double.answers_pings = True
        healthy(edge.double, connection)

        assert len(edge.double.sockets) >= 2


def test_silence_is_told_in_seconds(edge: Edge) -> None:
    later = timedelta()
    connection = SocketConnection(edge.app.bolt, edge.settings, lambda: clock.now() + later)
    connection.start()
    healthy(edge.double, connection)
    later = timedelta(minutes=1)

    assert connection.trouble() in ("Slack has been silent for 60 s.", "Slack has been silent for 61 s.")
    connection.stop()


def test_before_the_first_connection_health_is_red_and_a_refusal_does_not_end_the_tries(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    edge.double.script("apps.connections.open", refusal("invalid_auth"))
    with connected(edge) as connection:
        until(lambda: "invalid_auth" in caplog.text)
        red = connection.trouble()
        healthy(edge.double, connection)

    assert red == "Slack is not connected."
    assert APP_TOKEN not in caplog.text


@pytest.mark.parametrize(
    "answer",
    [
        Scripted("[1]"),
        Scripted("null"),
        Scripted("<html>"),
        Scripted({"ok": True}),
        Scripted({"ok": True, "url": "http://[::1"}),
        Scripted({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "3600"}),
        Scripted({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "soon"}),
        Scripted(drop=True),
    ],
    ids=range(8),
)
def test_no_answer_of_slacks_ends_the_tries(edge: Edge, answer: Scripted) -> None:
    edge.double.script("apps.connections.open", answer, answer)
    with connected(edge) as connection:
        healthy(edge.double, connection)

        assert edge.double.deliver("e1", "slash_commands", slash("x"))["text"] == "You asked for x"


def test_strange_envelopes_and_frames_are_passed_over_without_a_word_of_them_in_the_log(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    frames = [
        (1, b'{"envelope_id":"e0","type":"slash_commands","payload":null}'),
        (1, b'{"envelope_id":"e0","type":"events_api","payload":{"type":"event_callback","event":["private words"]}}'),
        (1, b'{"envelope_id":"e0","type":"interactive","payload":{"actions":[{}],"user":"private words"}}'),
        (1, b'{"private words"'),
        (0, b"private words"),
        (2, b"private words"),
    ]
    with connected(edge) as connection:
        healthy(edge.double, connection)
        for opcode, data in frames:
            edge.double.sockets[-1].send_frame(opcode, data)
        answer = edge.double.deliver("e1", "slash_commands", slash("x"))

    assert answer["text"] == "You asked for x"
    assert "private words" not in caplog.text


def test_a_bot_that_never_connected_stops_cleanly(edge: Edge) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}/api/"
        with edge_over_double(api_url=nowhere) as cut_off, connected(cut_off) as connection:
            until(lambda: connection.trouble() is not None)

    assert connection.trouble() == "Slack is not connected."


def test_stopping_finishes_running_answers_before_the_connection_ends() -> None:
    with edge_over_double(ping_interval=0.2) as edge:
        with connected(edge) as connection:
            healthy(edge.double, connection)
            edge.answer = lambda request: Reply("finished")
            answer = edge.double.deliver("e1", "slash_commands", slash())
        assert answer["text"] == "finished"
        assert connection.trouble() == "Slack is not connected."
