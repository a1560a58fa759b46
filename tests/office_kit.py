"""A poster in a workspace, over a store of its own: what is planned there, and what the channels show of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.slack.clients import web_client
from bot.slack.despatch import Despatch
from bot.slack.poster import Poster
from bot.store import SqlStore
from bot.workspace.model import BOT_USER, Message
from bot.workspace.town import ADMIN, GENERAL
from handlers.schedules import Posting
from tests.posting_kit import TEAM, posting
from tests.slack_kit import Place, open_place, settings_for

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


@dataclass(slots=True)
class Office:
    """`failed` are the keys and codes of posts that Slack will never take; `at` may be replaced by the test."""

    place: Place
    store: SqlStore
    failed: list[tuple[str, str]] = field(default_factory=list)
    at: Callable[[str], object] = lambda _point: None
    pauses: list[float] = field(default_factory=list)
    backwards: timedelta = timedelta()

    def now(self) -> datetime:
        """The bot's clock, which may be set back, unlike the workspace's."""
        return self.place.workspace.state.now() - self.backwards

    def poster(self, despatch: Despatch | None = None, **settings: Any) -> Poster:
        """One more process' worth of sending."""
        chosen = settings_for(self.place.workspace, **{"timeout": 1, **settings})
        client = web_client(chosen, chosen.bot_token)
        asked = despatch or self.store.despatch
        return Poster(client, asked, self._fail, self.now, self._at_point, idle=0.02)

    def _at_point(self, point: str) -> None:
        self.at(point)

    def _fail(self, failed: Posting, code: str) -> None:
        self.failed.append((failed.key, code))

    def plan(self, *keys: str, channel: str = GENERAL, **more: Any) -> None:
        """Posts whose text is their key, in this order."""
        for number, key in enumerate(keys):
            at = self.now() + number * timedelta(microseconds=1)
            planned = posting(key, channel_id=channel, **{"at": at, "message": {"text": key}, **more})
            assert self.store.outbox.plan(planned)

    def fault(self, kind: Any, method: str = "chat.postMessage", count: int = 1, **details: Any) -> None:
        self.place.workspace.faults.add(method, kind, count, **details)

    def move(self, step: timedelta) -> None:
        self.place.workspace.state.move_time(step)

    def work(self, poster: Poster, rounds: int = 8, step: timedelta = 70 * SECOND) -> None:
        """Sends and looks for what was lost, as time goes by."""
        for _ in range(rounds):
            poster.send_all(self.pauses.append)
            self.move(step)

    def posts(self, channel: str = GENERAL) -> list[Message]:
        """What the bot has posted there."""
        said = self.place.workspace.state.messages(channel)
        return [one for one in said if one.body.get("user") == BOT_USER and "metadata" in one.body]

    def texts(self, channel: str = GENERAL) -> list[str]:
        return [one.body["text"] for one in self.posts(channel)]

    def kept(self, key: str) -> Posting:
        found = self.store.outbox.posting(TEAM, key)
        assert found is not None
        return found

    def channels(self, number: int) -> list[str]:
        """New ones, with the bot in them."""
        people = self.place.workspace.people
        made = [people.create_channel(ADMIN.id, f"topic-{one}", False)["channel"] for one in range(number)]
        for channel in made:
            people.invite(ADMIN.id, channel, BOT_USER)
        return made


@contextmanager
def open_office(folder: Path) -> Iterator[Office]:
    """A new workspace and an empty store in this folder."""
    store = SqlStore.open(folder / "paperboy.sqlite3")
    try:
        with open_place() as place:
            yield Office(place, store)
    finally:
        store.close()
