"""The bot in a workspace with questions kept in a store, answered and sent by the test's own thread, step by step."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from bot.slack.clients import web_client
from bot.slack.poster import Poster
from bot.slack.threads import SlackThreads
from bot.store import SqlStore
from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.model import BOT_USER, TEAM, Json
from bot.workspace.town import GENERAL, READER
from handlers.conversation import Question, Talk
from handlers.ports import Services
from handlers.schedules import Posting
from handlers.talk.unanswered import regret_answer
from tests.fakes_handlers import services
from tests.slack_kit import WAIT, Answered, Edge, Place, staged

MENTION = "@paperboy"
SECOND = timedelta(seconds=1)
_numbers = count()


@dataclass(slots=True)
class Desk:
    """`asked` are the questions that came to be answered, in their order."""

    edge: Edge
    place: Place
    store: SqlStore
    poster: Poster
    services: Services
    asked: list[Question] = field(default_factory=list)

    @property
    def people(self) -> Any:
        return self.place.workspace.people

    def say(self, text: str, channel: str = GENERAL, user: str = READER.id, thread_ts: str | None = None) -> str:
        """A person says something; its `ts`."""
        return str(self.people.say(user, channel, text, thread_ts)["ts"])

    def tell(self, event: Json, **envelope: Any) -> Answered:
        """An event that the test made itself, as Slack delivers it."""
        # Slack signs each delivery by itself; a number keeps ours apart.
        body = {
            "number": next(_numbers),
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A1",
            "event_id": "Ev1",
            "event": {"channel": GENERAL, "user": READER.id, "event_ts": event["ts"]} | event,
            "authorizations": [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}],
        }
        return self.edge.post(json.dumps(body | envelope).encode(), "application/json")

    def hear(self) -> list[Exchange]:
        """Everything that people did was delivered; how."""
        assert self.place.workspace.deliveries.settle(WAIT)
        return [one for one in self.place.travelled() if one.name.startswith("event ")]

    def answer(self) -> int:
        """Answers what was asked; how many questions that were."""
        self.hear()
        count = 0
        while self.edge.app.answering.answer_next():
            count += 1
        return count

    def work(self) -> None:
        """Answers and sends until there is nothing left to do."""
        while self.answer() + self.send():
            pass

    def send(self) -> int:
        """Sends what can be sent, a second apart by the workspace's clock."""
        count = 0
        while self.poster.send_all(lambda _seconds: None):
            count += 1
            self.move(2 * SECOND)
        return count

    def move(self, step: timedelta) -> None:
        self.place.workspace.state.move_time(step)
        self.edge.now = self.place.workspace.state.now()

    def said(self, channel: str = GENERAL) -> list[Json]:
        """What the bot has said there."""
        messages = self.place.workspace.state.messages(channel)
        return [one.body for one in messages if one.body.get("user") == BOT_USER and not one.body.get("subtype")]

    def texts(self, channel: str = GENERAL) -> list[str]:
        return [str(body["text"]) for body in self.said(channel)]


@contextmanager
def open_desk(folder: Path, converse: Callable[[Question, Services], Talk], **settings: Any) -> Iterator[Desk]:
    """A new workspace and the store in this folder, with `converse` behind them."""
    store = SqlStore.open(folder / "paperboy.sqlite3", 2.0)
    try:
        with staged(inbox=store.inbox, outbox=store.outbox, **settings) as (edge, place):
            assert edge.app.identity.ask()
            yield _desk(edge, place, store, converse)
    finally:
        store.close()


def _desk(edge: Edge, place: Place, store: SqlStore, converse: Callable[[Question, Services], Talk]) -> Desk:
    client = web_client(replace(edge.settings, timeout=1), edge.settings.bot_token)
    threads = SlackThreads(client, edge.app.identity.own_id)
    behind = replace(services(), outbox=store.outbox, threads=threads)

    def failed(posting: Posting, code: str) -> None:
        regret_answer(posting, code, edge.now, behind)

    poster = Poster(client, store.despatch, failed, lambda: edge.now, idle=0.02)
    desk = Desk(edge, place, store, poster, behind)

    def talk(question: Question) -> Talk:
        desk.asked.append(question)
        return converse(question, behind)

    edge.converse = talk
    return desk
