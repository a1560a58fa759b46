"""A bot in a workspace: the workspace knows where to deliver, the bot where to call, and both end together."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from slack_bolt import App

from bot import clock
from bot.slack.settings import SlackSettings
from bot.slack.socket import SocketConnection
from bot.web import Receive, WebServer, build_site
from tests.foreign.emulate import emulate
from tests.foreign.local_slack import local_slack
from tests.foreign.ours import ours
from tests.foreign.slack_like import Json, Keys, SlackLike, Transport

Answered = tuple[int, dict[str, str], str]
Open = Callable[[Transport, str, Path, Json], AbstractContextManager[SlackLike]]
PLACES: dict[str, Open] = {"ours": ours, "local-slack": local_slack, "emulate": emulate}


@dataclass(frozen=True, slots=True)
class Bot:
    """A Bolt app: `receive` takes what comes over HTTP, `close` ends its threads, and `idle` tells whether all that it
    has accepted is done."""

    app: App
    receive: Receive
    close: Callable[[], object]
    idle: Callable[[], bool] = lambda: True


MakeBot = Callable[[Keys], Bot]


@contextmanager
def on_stage(name: str, transport: Transport, folder: Path, manifest: Json, make: MakeBot) -> Iterator[SlackLike]:
    """Yields the workspace when the bot is there and hears what happens in it."""
    with _door() as door, PLACES[name](transport, door.url, folder, manifest) as place:
        bot = make(place.keys)
        door.receive = bot.receive
        try:
            with _connected(bot.app, place) if transport == "socket" else _nothing():
                yield place
        finally:
            bot.close()


@dataclass(slots=True)
class _Door:
    """Where a workspace delivers over HTTP. It has to be told before it gives the secrets with which the bot begins."""

    url: str = ""
    receive: Receive = lambda body, headers: (503, {}, "Nobody is there yet.")

    def take(self, body: bytes, headers: Mapping[str, str]) -> Answered:
        """Hands a request to whoever is there by now."""
        return self.receive(body, headers)


@contextmanager
def _door() -> Iterator[_Door]:
    door = _Door()
    site = build_site(receive=door.take, alive=tuple, ready=tuple)
    server = WebServer(site, host="127.0.0.1", port=0, threads=8)
    door.url = f"http://127.0.0.1:{server.port}/slack/events"
    server.start()
    try:
        yield door
    finally:
        server.stop(5)


@contextmanager
def _connected(app: App, place: SlackLike) -> Iterator[None]:
    keys = place.keys
    settings = SlackSettings(bot_token=keys.bot_token, app_token=keys.app_token, api_url=keys.api_url)
    connection = SocketConnection(app, settings, clock.now)
    connection.start()
    try:
        place.wait_until(place.connected, "the bot's connection")
        yield
    finally:
        connection.stop()


@contextmanager
def _nothing() -> Iterator[None]:
    yield
