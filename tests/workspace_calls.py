"""A Web API of the workspace without a server: called directly, with a clock and seconds that tests move."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.workspace import town
from bot.workspace.keeping import Keeping
from bot.workspace.model import BOT_USER, Json, Message
from bot.workspace.state import State
from bot.workspace.threads import hang
from bot.workspace.time import MovableClock
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.answers import Answer
from bot.workspace.webapi.api import WebApi
from bot.workspace.webapi.faults import Faults
from bot.workspace.webapi.rates import Rates
from bot.workspace.webapi.response_urls import ResponseUrls

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ORIGIN = "http://127.0.0.1:3000"
BOT_TOKEN, APP_TOKEN = "xoxb-test", "xapp-test"
ALL_SCOPES = (
    "assistant:write", "channels:history", "channels:read", "chat:write", "commands", "files:read", "files:write",
    "groups:history", "groups:read", "im:history", "im:read", "im:write", "links:read", "links:write", "mpim:history",
    "mpim:read", "reactions:read", "reactions:write", "team:read", "users:read",
)  # fmt: skip
READER = town.READER.id


def manifest(*scopes: str, **features: Any) -> Json:
    """With every scope when none is named."""
    home = {"home_tab_enabled": True, "messages_tab_enabled": True}
    return {
        "features": {"app_home": home, "unfurl_domains": ["papers.example.org"], **features},
        "oauth_config": {"scopes": {"bot": list(scopes or ALL_SCOPES)}},
        "settings": {"socket_mode_enabled": True},
    }


class Calls:
    """`seconds` is the time that passes for everybody, `told` what the bot caused."""

    def __init__(self, declared: Json | None = None, *, limited: bool = False) -> None:
        self.seconds = 100.0
        self.told: list[Json] = []
        self.clock = MovableClock(lambda: NOON)
        self.state = State(Keeping(), self.clock, town.people("Paperboy", "paperboy"))
        self.triggers = Triggers(lambda: self.seconds)
        self.faults = Faults()
        self.response_urls = ResponseUrls(self.state, lambda: ORIGIN, events=self._tell, faults=self.faults)
        self.api = WebApi(
            self.state,
            declared or manifest(),
            bot_token=BOT_TOKEN,
            app_token=APP_TOKEN,
            events=self._tell,
            triggers=self.triggers,
            faults=self.faults,
            rates=Rates(lambda: self.seconds, on=limited),
            socket_url=lambda: "ws://127.0.0.1:3000/socket?ticket=one",
            file_url=lambda file: f"{ORIGIN}/files/{file}",
            origin=lambda: ORIGIN,
        )

    def _tell(self, kind: str, event: Json) -> None:
        assert event["type"] == kind
        self.told.append(event)

    def answer(self, method: str, **arguments: Any) -> Answer:
        return self.api.call(method, BOT_TOKEN, arguments)

    def body(self, method: str, **arguments: Any) -> Json:
        """The body of an answer that is JSON, whatever it says."""
        answer = self.answer(method, **arguments)
        assert isinstance(answer.body, dict), answer
        return answer.body

    def ok(self, method: str, **arguments: Any) -> Json:
        body = self.body(method, **arguments)
        assert body["ok"] is True, body
        return body

    def error(self, method: str, **arguments: Any) -> str:
        body = self.body(method, **arguments)
        assert body["ok"] is False, body
        return str(body["error"])

    def respond(self, url: str, **body: Any) -> Answer:
        return self.response_urls.use(url.rpartition("/")[2], body)

    def move(self, **step: float) -> None:
        self.state.move_time(timedelta(**step))

    def says(self, user: str, text: str, channel: str = town.GENERAL, thread_ts: str | None = None) -> str:
        """What a person says, as the page would put it there; its time."""
        ts = self.state.new_ts()
        body: Json = {"type": "message", "user": user, "text": text, "ts": ts}
        if thread_ts is not None:
            body["thread_ts"] = thread_ts
            hang(self.state, channel, thread_ts)
        self.state.save_message(Message(channel=channel, ts=ts, body=body))
        return ts

    def leave(self, channel: str) -> None:
        """The bot is taken out of the channel."""
        found = self.state.channel(channel)
        assert found is not None
        self.state.save_channel(replace(found, members=found.members - {BOT_USER}))

    def archive(self, channel: str) -> None:
        found = self.state.channel(channel)
        assert found is not None
        self.state.save_channel(replace(found, archived=True))

    def texts(self, channel: str = town.GENERAL, seen_by: str | None = None) -> list[str]:
        return [str(one.body["text"]) for one in self.state.messages(channel, seen_by)]

    def by_bot(self, channel: str = town.GENERAL) -> list[Message]:
        return [one for one in self.state.messages(channel) if one.body["user"] == BOT_USER]


def section(text: str, **more: Any) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def modal(title: str = "Window", **more: Any) -> Json:
    blocks = [section("Some text")]
    return {"type": "modal", "title": {"type": "plain_text", "text": title}, "blocks": blocks, **more}


def home(**more: Any) -> Json:
    return {"type": "home", "blocks": [section("At home")], **more}
