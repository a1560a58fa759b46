"""`paperboy workspace` as a process: the real bot in its own small Slack, used through the page's own requests."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from bot.config import SETTINGS
from tests.page_client import WAIT, Page, ask, until

ROOT = Path(__file__).parents[2]
STARTING = 60
"""Seconds a process may take before the test gives up."""


@dataclass
class Running:
    """A workspace that runs; `said` is what it printed by then."""

    process: subprocess.Popen[str]
    page: Page
    said: str

    def as_(self, user: str) -> Page:
        return Page(self.page.origin, user)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=STARTING)
        return self.process.returncode, errors


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One library for every test: messages begin anew with `--fresh`."""
    return tmp_path_factory.mktemp("workspace") / "data"


def begun(command: str, data: Path, *options: str, **settings: str) -> "subprocess.Popen[str]":
    ours = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in ours}  # noqa: TID251 - handed on
    environment |= {"PYTHONPATH": str(ROOT), **settings}
    arguments = [sys.executable, "-m", "bot", command, "--data", str(data), "--seeds", str(ROOT / "seeds"), *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(arguments, cwd=data.parent, env=environment, text=True, **pipes)  # type: ignore[call-overload, no-any-return]  # the pipes' types


@contextmanager
def running(data: Path, *options: str, command: str = "workspace", **settings: str) -> Iterator[Running]:
    with begun(command, data, *options, **settings) as process:
        giving_up = Timer(STARTING, process.kill)
        giving_up.start()
        try:
            said = address_in(process)
            yield Running(process, Page(said.split()[-1].rstrip("/")), said)
        finally:
            giving_up.cancel()
            process.kill()


def address_in(process: "subprocess.Popen[str]") -> str:
    """What it prints up to the address, which is the last that it says before it serves."""
    assert process.stdout is not None
    assert process.stderr is not None
    said = ""
    for line in process.stdout:
        said += line
        if "http://" in line:
            return said
    pytest.fail(f"it ended before it served: {said}{process.stderr.read()}")


BOTH_WAYS = pytest.mark.parametrize("bot", ["socket", "http"], indirect=True)


@pytest.fixture
def bot(request: pytest.FixtureRequest, library: Path) -> Iterator[Running]:
    """Over Socket Mode unless the test says otherwise."""
    transport = getattr(request, "param", "socket")
    with running(library, "--port", "0", "--fresh", "--transport", transport) as bot:
        until(lambda: bot.page.get("start")["connected"])
        yield bot


def buttons(message: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """By their action ids, the first of each, with the block they stand in, as the page sends them."""
    rows = [(block["block_id"], one) for block in message["blocks"] for one in block.get("elements", [])]
    found = [(one["action_id"], {**one, "block_id": block}) for block, one in rows if one["type"] == "button"]
    return dict(reversed(found))


def last_message(page: Page, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The newest message, once it is the awaited one."""
    until(lambda: (messages := page.messages()) and holds(messages[-1]))
    return page.messages()[-1]


def press(page: Page, message: dict[str, Any], action_id: str) -> None:
    page.do("press", channel="C0PAPERS", ts=message["ts"], action=buttons(message)[action_id])


@BOTH_WAYS
def test_every_surface_of_the_bot_is_used_from_the_page(bot: Running) -> None:
    page = bot.page
    page.do("command", channel="C0PAPERS", command="/papers", text="multi-agent reinforcement learning")
    found = last_message(page, lambda message: "blocks" in message)
    assert found["ephemeral"]

    press(page, found, "find:page")
    second = last_message(page, lambda message: message["text"] != found["text"])
    assert second["ts"] == found["ts"]
    press(page, second, "paper:read")
    until(lambda: page.get("modals")["views"])
    (window,) = page.get("modals")["views"]
    assert window["title"]["text"]

    page.do("close", view_id=window["id"])
    assert page.get("modals")["views"] == []

    press(page, page.messages()[0], "paper:share")
    everyone = bot.as_("U0ADMIN")
    until(everyone.messages)
    assert [message["ephemeral"] for message in everyone.messages()] == [False]

    asked = page.do("say", channel="C0PAPERS", text="@paperboy what evicts the KV cache of agents?")["ts"]
    answer = last_message(page, lambda message: message.get("thread_ts") == asked != message["ts"])
    assert "KVFlow" in answer["text"]
    page.do("say", channel="C0PAPERS", text="@paperboy why?", thread_ts=asked)
    why = last_message(page, lambda message: message["user"] == answer["user"] and message["ts"] > answer["ts"])
    assert why["thread_ts"] == asked

    refused = [one for one in page.get("exchanges")["exchanges"] if one["problems"]]
    assert refused == []
    assert bot.stop() == (0, "")


def test_the_bots_health_is_told_at_the_pages_port(bot: Running) -> None:
    until(lambda: ask(bot.page.origin, "GET", "/readyz").status == 200)

    assert ask(bot.page.origin, "GET", "/healthz").json == {"ok": True, "problems": []}


def test_a_channel_without_the_bot_is_answered_but_nothing_is_shared_there(bot: Running) -> None:
    page = bot.page
    page.do("command", channel="C0RANDOM", command="/papers", text="kv cache")
    (found,) = page.wait_for_messages(1, "C0RANDOM")
    page.do("press", channel="C0RANDOM", ts=found["ts"], action=buttons(found)["paper:share"])
    page.wait_for_messages(2, "C0RANDOM")

    assert bot.as_("U0ADMIN").messages("C0RANDOM") == []
    refused = [one for one in page.get("exchanges")["exchanges"] if one["name"] == "chat.postMessage"]
    assert [one["answer"]["error"] for one in refused] == ["not_in_channel"]


@BOTH_WAYS
def test_a_day_later_the_bot_is_well_and_its_buttons_work(bot: Running) -> None:
    page = bot.page
    page.do("command", channel="C0PAPERS", command="/papers", text="kv cache")
    found = last_message(page, lambda message: "blocks" in message)
    page.do("move_clock", seconds=86_400)
    until(lambda: ask(page.origin, "GET", "/healthz").status == 200)
    press(page, found, "paper:read")
    until(lambda: page.get("modals")["views"])

    assert bot.stop() == (0, "")


def test_old_buttons_work_after_a_restart(library: Path) -> None:
    with running(library, "--port", "0", "--fresh") as bot:
        until(lambda: bot.page.get("start")["connected"])
        bot.page.do("command", channel="C0PAPERS", command="/papers", text="kv cache")
        found = last_message(bot.page, lambda message: "blocks" in message)
        assert bot.stop() == (0, "")
    with running(library, "--port", "0") as bot:
        until(lambda: bot.page.get("start")["connected"])
        kept = bot.page.messages()
        press(bot.page, found, "paper:read")
        until(lambda: bot.page.get("modals")["views"])

    assert kept == [found]
    assert "KV" in found["text"]


def test_run_without_tokens_is_the_workspace_and_says_why_where_and_how_to_stop(library: Path) -> None:
    with running(library, command="run", PAPERBOY_PORT="0") as bot:
        until(lambda: bot.page.get("start")["connected"])
        suggestions = bot.page.get("start")["suggestions"]
        assert bot.stop(signal.SIGINT) == (0, "")

    assert "No Slack tokens are set" in bot.said
    assert [line.strip() for line in bot.said.splitlines() if "http" in line] == [f"{bot.page.origin}/"]
    assert "Ctrl-C" in bot.said
    assert len(suggestions) == 3
    assert all(line.startswith("/papers ") for line in suggestions)
    assert suggestions[-1] == "/papers help"


def test_the_command_starts_the_workspace_whatever_tokens_there_are(library: Path) -> None:
    tokens = {"SLACK_BOT_TOKEN": "xox" + "b-1-2-abc", "SLACK_APP_TOKEN": "xap" + "p-1-2-abc"}
    with running(library, "--port", "0", **tokens) as bot:
        until(lambda: bot.page.get("start")["connected"])

    assert "No Slack tokens" not in bot.said


def test_a_port_that_is_taken_says_how_to_take_another(library: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with begun("workspace", library, "--port", str(port)) as process:
            out, errors = process.communicate(timeout=STARTING)

    assert (process.returncode, out) == (1, "")
    assert f"127.0.0.1:{port}" in errors
    assert "--port 0" in errors
    assert "Traceback" not in errors


def test_a_workspace_that_is_open_is_not_opened_twice(library: Path) -> None:
    with running(library, "--port", "0"), begun("workspace", library, "--port", "0") as second:
        out, errors = second.communicate(timeout=WAIT)

    assert (second.returncode, out) == (1, "")
    assert "Another Paperboy has the workspace" in errors
    assert "Traceback" not in errors
