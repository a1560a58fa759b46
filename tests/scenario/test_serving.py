"""The whole bot as a process in a workspace: seeds read, commands answered, health true, a clean end."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from bot import clock
from bot.config import SETTINGS
from bot.manifest import manifest
from bot.workspace.model import Json
from bot.workspace.time import MovableClock
from bot.workspace.town import CURATOR, GENERAL, READER
from bot.workspace.workspace import Transport, Workspace
from tests.slack_kit import Place

ROOT = Path(__file__).parents[2]
WAIT = 60
"""Seconds a process may take before the test gives up."""


@dataclass
class Bot:
    """A bot that runs; its data and its workspace outlive it."""

    process: subprocess.Popen[str]
    port: int

    def get(self, path: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text
        finally:
            connection.close()

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors


@pytest.fixture
def opened() -> Iterator[Callable[[Transport], Place]]:
    """Opens a workspace, and closes it in the end."""
    places: list[Place] = []

    def opened(transport: Transport) -> Place:
        workspace = Workspace.open(None, manifest(), clock=MovableClock(clock.now), transport=transport)
        places.append(Place(workspace))
        return places[-1]

    yield opened
    for place in places:
        place.workspace.close()


@contextmanager
def running(data: Path, place: Place, **settings: str) -> Iterator[Bot]:
    workspace, port = place.workspace, free_port()
    ours = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in ours}  # noqa: TID251 - handed on
    environment |= {"SLACK_BOT_TOKEN": workspace.bot_token, "SLACK_API_URL": workspace.api_url, **settings}
    environment |= {"PAPERBOY_PORT": str(port), "PAPERBOY_SEEDS": str(ROOT / "seeds"), "PYTHONPATH": str(ROOT)}
    if workspace.socket is None:
        environment["SLACK_SIGNING_SECRET"] = workspace.signing_secret
    else:
        environment["SLACK_APP_TOKEN"] = workspace.app_token
    command = [sys.executable, "-m", "bot", "run", "--data", str(data)]
    with subprocess.Popen(command, cwd=data.parent, env=environment, stderr=subprocess.PIPE, text=True) as process:
        bot = Bot(process, port)
        try:
            until_ready(bot)
            workspace.listening(port)
            yield bot
        finally:
            process.kill()


def free_port() -> int:
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return int(any_socket.getsockname()[1])


def until_ready(bot: Bot) -> None:
    """A process that starts tells nobody when it listens."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            if bot.get("/readyz")[0] == 200:
                return
        except OSError:
            if bot.process.poll() is not None:
                assert bot.process.stderr is not None
                pytest.fail(bot.process.stderr.read())
        time.sleep(0.05)
    pytest.fail(f"not ready: {bot.get('/readyz')}")


def messages(place: Place) -> list[Json]:
    """What the reader sees."""
    return [message.body for message in place.workspace.state.messages(GENERAL, seen_by=READER.id)]


def press(place: Place, message: Json, action_id: str) -> None:
    """Presses the first such button of a message."""
    rows = [(block["block_id"], block["elements"]) for block in message["blocks"] if block["type"] == "actions"]
    block_id = next(block_id for block_id, row in rows if any(button["action_id"] == action_id for button in row))
    action = {"block_id": block_id, "action_id": action_id}
    place.workspace.people.press(READER.id, channel=GENERAL, ts=message["ts"], action=action)


def test_http_mode_answers_from_the_seeds_and_ends_cleanly(
    tmp_path: Path, opened: Callable[[Transport], Place]
) -> None:
    place = opened("http")
    with running(tmp_path / "data", place) as bot:
        answered = place.command("kv cache eviction")
        health = bot.get("/healthz")
        ended, log = bot.stop()

    assert ("acknowledged", "ephemeral") == (answered.status, answered.answer["response_type"])
    (answer,) = messages(place)
    assert "[kvflow]" in answer["text"]
    assert place.seen(user=CURATOR.id) == []
    assert health == (200, {"ok": True, "problems": []})
    assert set(place.methods()) == {"auth.test"}
    assert ended == 0
    assert "Traceback" not in log


def test_buttons_of_a_message_from_before_a_restart_still_work(
    tmp_path: Path, opened: Callable[[Transport], Place]
) -> None:
    place = opened("http")
    with running(tmp_path / "data", place) as bot:
        place.command("multi-agent reinforcement learning")
        ended, _ = bot.stop()

    assert ended == 0
    (first,) = messages(place)
    with running(tmp_path / "data", place):
        for action_id in ("paper:share", "paper:share", "find:page"):
            press(place, first, action_id)
            assert place.travelled("block_actions")[-1].status == "acknowledged"
        place.wait_for_responses(3)

    turned = next(message for message in messages(place) if message["ts"] == first["ts"])
    assert "6." in turned["text"]
    assert turned["text"] != first["text"]
    (posted,) = place.called("chat.postMessage")
    assert posted["unfurl_links"] is False
    assert place.seen(user=CURATOR.id) == [posted["text"]]


def test_socket_mode_answers_inside_the_acknowledgement_and_ends_cleanly(
    tmp_path: Path, opened: Callable[[Transport], Place]
) -> None:
    place = opened("socket")
    with running(tmp_path / "data", place) as bot:
        answer = place.command("show KVFlow").answer
        ended, log = bot.stop()

    assert "kvflow" in answer["text"].lower()
    assert answer["blocks"]
    (shown,) = messages(place)
    assert shown["text"] == answer["text"]
    assert ended == 0
    assert "Traceback" not in log


def test_a_socket_that_slack_refuses_turns_readiness_red(tmp_path: Path, opened: Callable[[Transport], Place]) -> None:
    place = opened("socket")
    with running(tmp_path / "data", place) as bot:
        place.workspace.close()
        deadline = time.monotonic() + WAIT
        while (health := bot.get("/healthz"))[0] == 200 and time.monotonic() < deadline:
            time.sleep(0.1)

    assert health[0] == 503
    assert health[1]["problems"]
