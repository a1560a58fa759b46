"""A workspace with a bot in it, both in this process, for pages to look at."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from slack_bolt import App

from bot import clock
from bot.slack.settings import SlackSettings
from bot.slack.socket import SocketConnection
from bot.workspace.model import Json
from bot.workspace.time import MovableClock
from bot.workspace.workspace import Workspace
from tests.foreign.slack_like import Keys, Watched
from tests.foreign.stage import MakeBot

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Town:
    """`errors` is what went wrong inside the bot; `idle` tells whether it has done all that it accepted."""

    workspace: Workspace
    errors: list[Exception]
    watched: Watched
    idle: Callable[[], bool]

    def found(self, find: Callable[[], Found], what: str) -> Found:
        """What is found, as soon as it is something; browser and bot go on meanwhile."""
        self.watched.wait_until(find, what)
        return find()

    def posts(self, channel: str, **message: object) -> str:
        """The bot says something by itself; the result is the message's `ts`."""
        given = {"channel": channel, **message}
        answer = self.workspace.api.call("chat.postMessage", self.workspace.bot_token, given)
        assert isinstance(answer.body, dict)
        assert answer.body["ok"], answer.body
        return str(answer.body["ts"])


@contextmanager
def running(
    folder: Path | None,
    manifest: Json,
    make: MakeBot,
    errors: list[Exception],
    *,
    port: int = 0,
    suggestions: tuple[str, ...] = (),
) -> Iterator[Town]:
    """Yields the workspace once the bot is connected to it."""
    moved = MovableClock(clock.now)
    workspace = Workspace.open(folder, manifest, clock=moved, port=port, suggestions=suggestions, rate_limits=False)
    watched = Watched()
    workspace.state.watch(lambda _: watched.noticed())
    try:
        bot = make(_keys(workspace))
        try:
            with _connected(bot.app, workspace, watched):
                yield Town(workspace, errors, watched, bot.idle)
        finally:
            bot.close()
    finally:
        workspace.close()


def _keys(workspace: Workspace) -> Keys:
    return Keys(
        api_url=workspace.api_url,
        bot_token=workspace.bot_token,
        app_token=workspace.app_token,
        signing_secret=workspace.signing_secret,
    )


@contextmanager
def _connected(app: App, workspace: Workspace, watched: Watched) -> Iterator[None]:
    settings = SlackSettings(
        bot_token=workspace.bot_token, app_token=workspace.app_token, api_url=workspace.api_url, timeout=5
    )
    connection = SocketConnection(app, settings, clock.now)
    connection.start()
    try:
        watched.wait_until(lambda: workspace.connected, "the bot's connection")
        yield
    finally:
        connection.stop()
