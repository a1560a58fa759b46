"""The whole bot as a process over the Slack double: seeds read, commands answered, health true, a clean end."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot import clock
from bot.config import SETTINGS
from tests.slack_double import SlackDouble
from tests.slack_kit import APP_TOKEN
from tests.slack_payloads import SIGNING_SECRET, click, form, signed, slash

ROOT = Path(__file__).parents[2]
NUMBERS = count()
WAIT = 60
"""Seconds a process may take before the test gives up."""


@dataclass
class Bot:
    """A bot that runs; `data` outlives it."""

    process: subprocess.Popen[str]
    port: int
    double: SlackDouble

    def get(self, path: str) -> tuple[int, Any]:
        return self._ask("GET", path)

    def send(self, payload: dict[str, Any]) -> tuple[int, Any]:
        # Unlike Slack's, two presses of ours could be the same byte by byte within a second; a number tells them apart.
        body = form(payload | {"number": next(NUMBERS)})
        return self._ask("POST", "/slack/events", body, signed(body, clock.now()))

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors

    def _ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text
        finally:
            connection.close()


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Bot]:
    double = SlackDouble()
    port = free_port()
    ours = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in ours}  # noqa: TID251 - handed on
    environment |= {"SLACK_BOT_TOKEN": "xox" + "b-1-2-abc", "SLACK_API_URL": double.api_url, **settings}
    environment |= {"PAPERBOY_PORT": str(port), "PAPERBOY_SEEDS": str(ROOT / "seeds"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bot", "run", "--data", str(data)]
    with subprocess.Popen(command, cwd=data.parent, env=environment, stderr=subprocess.PIPE, text=True) as process:
        bot = Bot(process, port, double)
        try:
            until_ready(bot)
            yield bot
        finally:
            process.kill()
            double.close()


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


def buttons(answer: dict[str, Any]) -> dict[str, Any]:
    rows = [block["elements"] for block in answer["blocks"] if block["type"] == "actions"]
    return {button["action_id"]: button for row in reversed(rows) for button in reversed(row)}


def test_http_mode_answers_from_the_seeds_and_ends_cleanly(tmp_path: Path) -> None:
    with running(tmp_path / "data", SLACK_SIGNING_SECRET=SIGNING_SECRET) as bot:
        status, answer = bot.send(slash("kv cache eviction"))
        health = bot.get("/healthz")
        asked_of_slack = {call.method for call in bot.double.calls}
        ended, log = bot.stop()

    assert (200, "ephemeral") == (status, answer["response_type"])
    assert "[kvflow]" in answer["text"]
    assert health == (200, {"ok": True, "problems": []})
    assert asked_of_slack == {"auth.test"}
    assert ended == 0
    assert "Traceback" not in log


def test_buttons_of_a_message_from_before_a_restart_still_work(tmp_path: Path) -> None:
    with running(tmp_path / "data", SLACK_SIGNING_SECRET=SIGNING_SECRET) as bot:
        _, first = bot.send(slash("multi-agent reinforcement learning"))
        ended, _ = bot.stop()

    assert ended == 0
    turn = buttons(first)["find:page"]
    share = buttons(first)["paper:share"]
    with running(tmp_path / "data", SLACK_SIGNING_SECRET=SIGNING_SECRET) as bot:
        for button in (turn, share, share):
            url = bot.double.response_url(button["action_id"])
            assert bot.send(click(button["action_id"], button["value"], response_url=url)) == (200, "")
        replies = bot.double.wait_for("response", 3)
        posted = bot.double.called("chat.postMessage")

    assert any(reply.get("replace_original") and "6." in reply["text"] for reply in replies)
    assert len(posted) == 1
    assert posted[0]["unfurl_links"] is False


def test_socket_mode_answers_inside_the_acknowledgement_and_ends_cleanly(tmp_path: Path) -> None:
    with running(tmp_path / "data", SLACK_APP_TOKEN=APP_TOKEN) as bot:
        answer = bot.double.deliver("e1", "slash_commands", slash("show KVFlow"))
        ended, log = bot.stop()

    assert "kvflow" in answer["text"].lower()
    assert answer["blocks"]
    assert ended == 0
    assert "Traceback" not in log


def test_a_socket_that_slack_refuses_turns_readiness_red(tmp_path: Path) -> None:
    with running(tmp_path / "data", SLACK_APP_TOKEN=APP_TOKEN) as bot:
        bot.double.close()
        deadline = time.monotonic() + WAIT
        while (health := bot.get("/healthz"))[0] == 200 and time.monotonic() < deadline:
            time.sleep(0.1)

    assert health[0] == 503
    assert health[1]["problems"]
