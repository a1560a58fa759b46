"""Our own workspace, driven as its page drives it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bot import clock
from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.model import BOT_USER
from bot.workspace.time import MovableClock
from bot.workspace.town import GENERAL, PAPERS, READER
from bot.workspace.workspace import Workspace
from tests.foreign.slack_like import Json, Keys, Seen, Transport, Watched, seen


class Ours(Watched):
    """The reader, in `#general`."""

    person, channel, bot_user = READER.id, GENERAL, BOT_USER

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._people = workspace.people
        self._state = workspace.state
        self._state.watch(lambda _: self.noticed())
        self.keys = Keys(
            api_url=workspace.api_url,
            bot_token=workspace.bot_token,
            app_token=workspace.app_token,
            signing_secret=workspace.signing_secret,
        )

    # --- What the person does ---

    def command(self, command: str, text: str) -> None:
        self._people.command(READER.id, GENERAL, command, text)

    def say(self, text: str, thread_ts: str | None = None) -> str:
        bot = self._state.person(BOT_USER)
        assert bot is not None
        return str(self._people.say(READER.id, GENERAL, text.replace("@probe", f"@{bot.name}"), thread_ts)["ts"])

    def press(self, message: Seen, action: Json) -> None:
        self._people.press(READER.id, channel=GENERAL, ts=message.ts, action=action)

    def submit(self, values: Json) -> Json:
        return dict(self._people.submit(READER.id, self._state.modals(READER.id)[-1].id, values).get("errors", {}))

    def open_home(self) -> None:
        self._people.open_home(READER.id)

    def press_home(self, action: Json) -> None:
        view = self._state.home(READER.id)
        assert view is not None
        self._people.press(READER.id, view_id=view.id, action=action)

    def shortcut(self, callback_id: str, message: Seen | None = None) -> None:
        if message is None:
            self._people.shortcut(READER.id, callback_id)
        else:
            self._people.shortcut(READER.id, callback_id, GENERAL, message.ts)

    def archive_another_channel(self) -> str:
        self._people.archive(READER.id, PAPERS)
        return PAPERS

    # --- What the person sees ---

    def connected(self) -> bool:
        return self._workspace.connected

    def messages(self) -> list[Seen]:
        kept = self._state.messages(GENERAL, seen_by=READER.id)
        return [seen(one.body, private=one.only_for is not None) for one in kept]

    def modal(self) -> Json | None:
        windows = self._state.modals(READER.id)
        return windows[-1].body if windows else None

    def home(self) -> Json | None:
        view = self._state.home(READER.id)
        return None if view is None else view.body

    def travelled(self) -> tuple[Exchange, ...]:
        """Everything between the bot and the workspace."""
        return self._workspace.exchanges.all()


@contextmanager
def ours(transport: Transport, request_url: str, folder: Path, manifest: Json) -> Iterator[Ours]:
    """A new workspace; over HTTP it delivers to `request_url`."""
    workspace = Workspace.open(folder, manifest, clock=MovableClock(clock.now), transport=transport, rate_limits=False)
    try:
        if transport == "http":
            workspace.listening(urlsplit(request_url).port or 0)
        yield Ours(workspace)
    finally:
        workspace.close()
