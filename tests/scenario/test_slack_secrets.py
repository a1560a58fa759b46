"""Neither tokens nor the signing secret nor response URLs get into the log, whatever goes wrong."""

import logging
import threading
from collections.abc import Iterator
from threading import Event

import pytest

from bot import clock, logs
from bot.slack.check import check
from bot.slack.clients import web_client
from bot.slack.identity import Identity
from bot.slack.socket import SocketConnection
from handlers.messages import Modal, Outcome, Press, Reply, Request, Share
from tests.slack_double import WAIT, Scripted, refusal
from tests.slack_kit import APP_TOKEN, BOT_TOKEN, Edge, edge_over_double
from tests.slack_payloads import SIGNING_SECRET, click, event, slash

ADDRESS = "https://hooks.slack.com/commands/T1/2/three"
EVIL = "https://hooks.slack.com.evil.example/actions/secret-part"


@pytest.fixture
def debug_log() -> Iterator[None]:
    """Logging as the bot sets it up with PAPERBOY_LOG_LEVEL=DEBUG, and as it was afterwards."""
    root = logging.root
    before = root.handlers[:], root.level, threading.excepthook
    logs.setup("DEBUG", (BOT_TOKEN, APP_TOKEN, SIGNING_SECRET))
    yield
    root.handlers[:], root.level, threading.excepthook = before


@pytest.fixture
def edge(debug_log: None) -> Iterator[Edge]:
    with edge_over_double(patience=0, ping_interval=0.2) as edge:
        yield edge


def crash(request: Request | Press) -> Reply:
    """What a crash with a dump of everything would say."""
    raise RuntimeError(f"{BOT_TOKEN} {APP_TOKEN} {SIGNING_SECRET} {ADDRESS}")


def everything_goes_wrong(edge: Edge) -> None:
    here = edge.double.response_url("secret-part")
    edge.answer = crash
    edge.double.script("response", Scripted(drop=True), Scripted("", 404), refusal("invalid_auth"))
    for address in (here, here, EVIL, "https://hooks.slack.com.evil.example@x/secret-part"):
        edge.send(slash(response_url=address))
    edge.double.script("views.open", refusal("invalid_auth"), Scripted("<html>", 500), Scripted(drop=True))
    edge.double.script("chat.postMessage", refusal("invalid_auth"), Scripted("<html>", 500), Scripted(drop=True))
    outcomes: list[Outcome] = [Modal("m", ())] * 3
    outcomes += [Share("C1", f"k{number}", Reply("x"), Reply("y"), Reply("z")) for number in range(3)]
    for outcome in outcomes:
        done = Event()
        edge.press = lambda press, outcome=outcome, done=done: (done.set(), outcome)[1]  # type: ignore[misc]
        edge.send(click("paper:any", response_url=here))
        assert done.wait(WAIT)
    edge.press = crash
    edge.send(click("paper:any", response_url=here))
    edge.post_with(b"payload=" + SIGNING_SECRET.encode(), {"x-slack-signature": f"v0={SIGNING_SECRET}"})
    edge.post(b'{"type":"event_callback","event":null}', "application/json")


def test_with_everything_going_wrong_at_debug_no_secret_is_logged(
    edge: Edge, capsys: pytest.CaptureFixture[str]
) -> None:
    edge.double.script("auth.test", refusal("invalid_auth"))
    edge.double.script("apps.connections.open", refusal("invalid_auth"))
    Identity(web_client(edge.settings, BOT_TOKEN)).ask()
    connection = SocketConnection(edge.app.bolt, edge.settings, clock.now)
    connection.start()
    edge.double.wait_until(lambda: edge.double.sockets)
    edge.double.deliver("e1", "slash_commands", slash("x"))
    edge.double.deliver("e2", "events_api", event())

    everything_goes_wrong(edge)
    edge.app.drain(WAIT)
    connection.stop()
    sentences = " ".join(finding.sentence for finding in check(edge.settings))

    log = capsys.readouterr().err
    assert "reference r-" in log, "the log was looked at"
    for secret in (BOT_TOKEN, APP_TOKEN, SIGNING_SECRET, "secret-part", "secret-ticket", "three"):
        assert secret not in log + sentences
    for sign in ("xoxb-1", "xapp-1", "hooks.slack.com/c", "/response/"):
        assert sign not in log


def test_whatever_the_log_is_set_to_the_libraries_keep_quiet_and_crashes_keep_tokens_to_themselves(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with edge_over_double() as edge:
        edge.answer = crash
        edge.press = lambda press: Modal("m", ())
        edge.send(slash())
        edge.send(click("paper:read", response_url=edge.double.response_url()))
        edge.double.wait_for("views.open")

    assert "reference r-" in caplog.text
    assert [r.name for r in caplog.records if r.name.startswith("slack_") and r.levelno < logging.WARNING] == []
    assert BOT_TOKEN not in caplog.text
    assert "hooks.slack.com/commands" not in caplog.text


def test_settings_do_not_show_their_secrets(edge: Edge) -> None:
    shown = repr(edge.settings)

    assert not any(secret in shown for secret in (BOT_TOKEN, APP_TOKEN, SIGNING_SECRET))
