"""Neither tokens nor the signing secret nor response URLs get into the log, whatever goes wrong."""

import logging
import threading
from collections.abc import Callable, Iterator
from threading import Event
from urllib.parse import parse_qs, urlsplit

import pytest

from bot import clock, logs
from bot.slack.check import check
from bot.slack.clients import web_client
from bot.slack.identity import Identity
from bot.slack.socket import SocketConnection
from bot.workspace.webapi.faults import Faults
from handlers.messages import Reply, Request, Share
from handlers.windows import Modal, Outcome, Press
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.slack_payloads import click, event, slash

Stage = tuple[Edge, Place]

ADDRESS = "https://hooks.slack.com/commands/T1/2/three"
EVIL = "https://hooks.slack.com.evil.example/actions/secret-part"


SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "KVFlow"}}


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Over a socket, with logging as the bot sets it up with PAPERBOY_LOG_LEVEL=DEBUG, and as it was afterwards."""
    root = logging.root
    before = root.handlers[:], root.level, threading.excepthook
    with staged("socket", patience=0, ping_interval=0.2) as (edge, place):
        logs.setup("DEBUG", place.workspace.secrets)
        yield edge, place
    root.handlers[:], root.level, threading.excepthook = before


def crashing(place: Place) -> Callable[[Request | Press], Reply]:
    """What a crash with a dump of everything would say."""

    def crash(request: Request | Press) -> Reply:
        raise RuntimeError(" ".join((*place.workspace.secrets, ADDRESS)))

    return crash


def goes_wrong(faults: Faults, method: str) -> None:
    """In each of the ways in which the next three calls may."""
    faults.add(method, "error", code="invalid_auth")
    faults.add(method, "status", status=500)
    faults.add(method, "drop")


def everything_goes_wrong(edge: Edge, place: Place) -> None:
    faults = place.workspace.faults
    edge.answer = crashing(place)
    faults.add("response_url", "drop")
    faults.add("response_url", "status", status=404)
    faults.add("response_url", "error", code="invalid_auth")
    for text in ("one", "two"):
        place.command(text)
    for address in (EVIL, "https://hooks.slack.com.evil.example@x/secret-part"):
        edge.send(slash(response_url=address))
    goes_wrong(faults, "views.open")
    goes_wrong(faults, "chat.postMessage")
    outcomes: list[Outcome] = [Modal("m", (SECTION,))] * 3
    outcomes += [Share("C1", f"k{number}", Reply("x"), Reply("y"), Reply("z")) for number in range(3)]
    ts = place.card()
    for outcome in outcomes:
        done = Event()
        edge.press = lambda press, outcome=outcome, done=done: (done.set(), outcome)[1]  # type: ignore[misc]
        place.press(ts)
        assert done.wait(WAIT)
    edge.press = crashing(place)
    edge.send(click("paper:any", response_url=place.response_url()))
    secret = place.workspace.signing_secret
    edge.post_with(b"payload=" + secret.encode(), {"x-slack-signature": f"v0={secret}"})
    edge.post(b'{"type":"event_callback","event":null}', "application/json")


def given_addresses(place: Place) -> list[str]:
    """The parts of response URLs and of addresses for the socket that nobody else may know."""
    keys = [urlsplit(one.body.get("response_url", "")).path.rpartition("/")[2] for one in place.travelled()]
    opened = [call.answer.body for call in place.workspace.api.ledger.called("apps.connections.open")]
    urls = [body["url"] for body in opened if isinstance(body, dict) and "url" in body]
    return [key for key in keys if key] + [parse_qs(urlsplit(url).query)["ticket"][0] for url in urls]


def test_with_everything_going_wrong_at_debug_no_secret_is_logged(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    edge, place = stage
    workspace = place.workspace
    workspace.faults.add("auth.test", "error", code="invalid_auth")
    workspace.faults.add("apps.connections.open", "error", code="invalid_auth")
    Identity(web_client(edge.settings, workspace.bot_token)).ask()
    connection = SocketConnection(edge.app.bolt, edge.settings, clock.now)
    connection.start()
    assert place.socket.wait_connected(WAIT)
    place.socket.deliver("slash_commands", slash("x"))
    place.socket.deliver("events_api", event())

    everything_goes_wrong(edge, place)
    edge.settle()
    connection.stop()
    sentences = " ".join(finding.sentence for finding in check(edge.settings))

    log = capsys.readouterr().err
    assert "reference r-" in log, "the log was looked at"
    hidden = given_addresses(place)
    assert len(hidden) >= 9, "two commands, six presses and a connection"
    for secret in (*workspace.secrets, *hidden, "secret-part", "three"):
        assert secret not in log + sentences
    for sign in ("xoxb-w", "xapp-w", "hooks.slack.com/c", "/response/"):
        assert sign not in log


def test_whatever_the_log_is_set_to_the_libraries_keep_quiet_and_crashes_keep_tokens_to_themselves(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with staged() as (edge, place):
        edge.answer = crashing(place)
        edge.press = lambda press: Modal("m", (SECTION,))
        edge.send(slash())
        place.press(place.card())
        place.workspace.api.ledger.wait_for("views.open")

    assert "reference r-" in caplog.text
    assert [r.name for r in caplog.records if r.name.startswith("slack_") and r.levelno < logging.WARNING] == []
    assert place.workspace.bot_token not in caplog.text
    assert "hooks.slack.com/commands" not in caplog.text


def test_settings_do_not_show_their_secrets(stage: Stage) -> None:
    edge, place = stage
    shown = repr(edge.settings)

    assert not any(secret in shown for secret in place.workspace.secrets)
