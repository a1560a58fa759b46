"""A whole workspace behind one door: opened with a folder and a manifest, used by people and a bot, and closed."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Literal

from bot.workspace import town
from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.events import Events
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.delivery.transport_socket import SocketTransport
from bot.workspace.folder import opened, unreadable
from bot.workspace.keeping import CannotKeep, Keeping
from bot.workspace.model import Change, Json
from bot.workspace.people import People
from bot.workspace.people.uploading import FileShelf
from bot.workspace.site.bot_door import BotDoor
from bot.workspace.site.bot_side import BotSide
from bot.workspace.site.file_side import FileSide
from bot.workspace.site.page_acts import PageActs
from bot.workspace.site.page_api import PageApi
from bot.workspace.site.page_faults import PageFaults
from bot.workspace.site.routes import PageSide, build_site
from bot.workspace.site.server import Server
from bot.workspace.site.sockets import Sockets
from bot.workspace.site.streams import Streams
from bot.workspace.site.tokens import Tokens
from bot.workspace.state import State
from bot.workspace.time import MovableClock
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.api import WebApi
from bot.workspace.webapi.faults import Faults
from bot.workspace.webapi.rates import Rates
from bot.workspace.webapi.response_urls import ResponseUrls
from bot.workspace.webapi.scopes import Scopes

Transport = Literal["socket", "http"]
Tell = Callable[[str, Json], None]
"""Tells of something that the bot caused: the kind of the event and its body."""


class Workspace:
    """Made by `open`. The bot is given the tokens and `api_url`, and tells with `listening` where it listens itself."""

    def __init__(
        self,
        keeping: Keeping,
        secrets: Tokens,
        server: Server,
        manifest: Json,
        clock: MovableClock,
        transport: Transport,
        rate_limits: bool,
    ) -> None:
        self._secrets = secrets
        self._server = server
        self._transport: Transport = transport
        self._suggestions: tuple[str, ...] = ()
        self._closing = ExitStack()
        self.manifest = manifest
        app, bot = manifest["display_information"]["name"], manifest["features"]["bot_user"]["display_name"]
        self.state = State(keeping, clock, town.people(app, bot))
        self.exchanges = Exchanges(self.state)
        self.faults = Faults()
        self.door = BotDoor(secrets.signing_secret, self.state.now)
        self.socket = SocketTransport() if transport == "socket" else None
        self.deliveries = Deliveries(self.socket or self.door, self.exchanges)
        events = Events(self.state, manifest, self.deliveries).tell
        triggers = Triggers(monotonic)
        self.response_urls = ResponseUrls(self.state, lambda: server.origin, events=events, faults=self.faults)
        self._sockets = Sockets(server.origin, self.socket, self._tell_connection)
        self.api = self._web_api(events, triggers, Rates(monotonic, on=rate_limits))
        shelf = FileShelf(self.api.files, self._file_url)
        self.people = People(self.state, manifest, self.deliveries, triggers, self.response_urls, shelf)

    def _web_api(self, events: Tell, triggers: Triggers, rates: Rates) -> WebApi:
        return WebApi(
            self.state,
            self.manifest,
            bot_token=self._secrets.bot_token,
            app_token=self._secrets.app_token,
            events=events,
            triggers=triggers,
            faults=self.faults,
            rates=rates,
            socket_url=self._sockets.address,
            file_url=self._file_url,
            origin=lambda: self._server.origin,
        )

    def _file_url(self, file_id: str) -> str:
        return f"{self._server.origin}/files/{file_id}"

    @classmethod
    def open(
        cls,
        folder: Path | None,
        manifest: Json,
        *,
        clock: MovableClock,
        port: int = 0,
        transport: Transport = "socket",
        suggestions: tuple[str, ...] = (),
        next_due: Callable[[], datetime | None] = lambda: None,
        on_time_moved: Callable[[], None] = lambda: None,
        rate_limits: bool = True,
    ) -> "Workspace":
        """`folder` None keeps nothing. `next_due` tells when the bot has something to do next; `on_time_moved` is
        called after the clock was moved. Raises Unusable, and OSError when the port is another's."""
        with ExitStack() as closing:
            keeping, secrets = opened(folder)
            closing.callback(keeping.close)
            server = Server(port)
            closing.callback(server.close)
            try:
                workspace = cls(keeping, secrets, server, manifest, clock, transport, rate_limits)
            except CannotKeep as error:
                raise unreadable(folder, error) from error
            workspace.suggest(suggestions)
            workspace._start(closing, next_due, on_time_moved)
            workspace._closing = closing.pop_all()
        return workspace

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return self._server.origin

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"{self.origin}/"

    @property
    def api_url(self) -> str:
        """What method names are appended to."""
        return f"{self.origin}/api/"

    @property
    def bot_token(self) -> str:
        """The bot's, for the Web API."""
        return self._secrets.bot_token

    @property
    def app_token(self) -> str:
        """The app's, which opens Socket Mode."""
        return self._secrets.app_token

    @property
    def signing_secret(self) -> str:
        """Signs deliveries over HTTP."""
        return self._secrets.signing_secret

    @property
    def secrets(self) -> tuple[str, ...]:
        """All three, for those who must hide them."""
        return self.bot_token, self.app_token, self.signing_secret

    @property
    def connected(self) -> bool:
        """Whether the bot can be delivered to."""
        return self.door.is_open if self.socket is None else self.socket.connections > 0

    def listening(self, port: int) -> None:
        """To be called once the bot listens on this machine: for deliveries over HTTP, and to be asked how it is."""
        self.door.opened(port)
        self._tell_connection()

    def suggest(self, lines: tuple[str, ...]) -> None:
        """What the page proposes to type first."""
        self._suggestions = lines

    def close(self) -> None:
        """Ends every connection, and keeps what is there."""
        self._closing.close()

    def _start(
        self, closing: ExitStack, next_due: Callable[[], datetime | None], on_time_moved: Callable[[], None]
    ) -> None:
        api = PageApi(
            self.state,
            self.manifest,
            transport=self._transport,
            connected=lambda: self.connected,
            suggestions=lambda: self._suggestions,
            next_due=next_due,
        )
        faults = PageFaults(self.faults, self.deliveries.faults, self.socket)
        acts = PageActs(self.people, self.state, faults, next_due=next_due, moved=on_time_moved)
        streams = Streams(self.state)
        page = PageSide(api, acts, faults, self.exchanges, streams, self.door.health)
        bot = BotSide(self.api, self.response_urls, self.exchanges, self._sockets)
        files = FileSide(self.api.files, self.bot_token, readable=Scopes.of(self.manifest).has("files:read"))
        for close in (self.deliveries.close, streams.close, self._sockets.close):
            closing.callback(close)
        if self.socket is not None:
            # The last is called first: nothing under way may wait for a bot that is gone.
            closing.callback(self.socket.close)
        self._server.start(build_site((page, bot, files), self._server.port))

    def _tell_connection(self) -> None:
        """The page asks again for everything around the messages, the connection among it."""
        self.state.tell(Change(kind="clock", data={}))
