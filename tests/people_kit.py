"""People in a workspace whose bot is a script: what reaches it is kept, and checked against Slack's own types."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Condition
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from bot.workspace import town
from bot.workspace.checks import check_event, check_interaction
from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.events import Events
from bot.workspace.delivery.exchanges import Exchanges
from bot.workspace.delivery.transport import Acknowledgement, Kind, NotDelivered
from bot.workspace.keeping import Keeping
from bot.workspace.model import Change, Json, Message, View
from bot.workspace.people import People
from bot.workspace.state import State
from bot.workspace.time import MovableClock
from bot.workspace.triggers import Triggers
from bot.workspace.views import open_modal, publish_home
from bot.workspace.webapi.answers import Answer
from bot.workspace.webapi.faults import Faults
from bot.workspace.webapi.response_urls import ResponseUrls

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WAIT = 10.0
"""Seconds after which a test that waits in vain has failed."""
READER, CURATOR, ADMIN = (person.id for person in town.HUMANS)

SCOPES = (
    "app_mentions:read", "assistant:write", "channels:history", "channels:read", "chat:write", "commands",
    "groups:history", "groups:read", "im:history", "links:read", "links:write", "reactions:read",
)  # fmt: skip
EVENTS = (
    "app_home_opened", "app_mention", "assistant_thread_started", "channel_archive", "channel_left",
    "channel_unarchive", "group_archive", "group_left", "group_unarchive", "link_shared", "member_joined_channel",
    "member_left_channel", "message.channels", "message.groups", "message.im", "reaction_added", "reaction_removed",
)  # fmt: skip


def manifest(events: tuple[str, ...] = EVENTS, scopes: tuple[str, ...] = SCOPES, **features: Any) -> Json:
    """One that asks for everything, unless told otherwise."""
    commands = [
        {"command": "/papers", "description": "Find", "should_escape": False},
        {"command": "/escaped", "description": "Find", "should_escape": True},
    ]
    shortcuts = [
        {"name": "Ask", "type": "global", "callback_id": "ask", "description": "Ask"},
        {"name": "Keep", "type": "message", "callback_id": "keep", "description": "Keep"},
    ]
    offered: Json = {
        "bot_user": {"display_name": "paperboy"},
        "slash_commands": commands,
        "shortcuts": shortcuts,
        "unfurl_domains": ["example.org"],
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True},
        "assistant_view": {"assistant_description": "Answers"},
    }
    return {
        "display_information": {"name": "Paperboy"},
        "features": offered | features,
        "oauth_config": {"scopes": {"bot": list(scopes)}},
        "settings": {"event_subscriptions": {"bot_events": list(events)}, "socket_mode_enabled": True},
    }


@dataclass(frozen=True, slots=True)
class Delivered:
    kind: Kind
    payload: Json
    retry: tuple[int, str] | None


Script = Callable[[Json], Json | None]


class Unheard(Exception):
    """Thrown by a script: no acknowledgement in time."""


@dataclass(slots=True)
class ScriptedBot:
    """`answer` makes the body of each acknowledgement, may raise Unheard or NotDelivered, and may be replaced."""

    answer: Script = lambda payload: None
    delivered: list[Delivered] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)

    def deliver(self, kind: Kind, payload: Json, *, retry: tuple[int, str] | None = None) -> Acknowledgement | None:
        with self.changed:
            self.delivered.append(Delivered(kind, payload, retry))
            self.changed.notify_all()
        try:
            return Acknowledgement(self.answer(payload), 0.0)
        except Unheard:
            return None

    def wait_for(self, count: int) -> list[Delivered]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.delivered) >= count, WAIT), f"in vain: {self.delivered}"
            return list(self.delivered)


class Town:
    """A workspace without its server."""

    def __init__(self, declared: Json | None = None, waits: tuple[float, ...] = ()) -> None:
        self.manifest = declared or manifest()
        self.state = State(Keeping(), MovableClock(lambda: NOON), town.people("Paperboy", "paperboy"))
        self.bot = ScriptedBot()
        self.exchanges = Exchanges(self.state)
        self.deliveries = Deliveries(self.bot, self.exchanges, waits=waits)
        self.events = Events(self.state, self.manifest, self.deliveries)
        self.triggers = Triggers(monotonic)
        self.urls = ResponseUrls(self.state, lambda: "http://127.0.0.1:1", events=self.events.tell, faults=Faults())
        self.people = People(self.state, self.manifest, self.deliveries, self.triggers, self.urls)
        self.told: list[Change] = []
        self.state.watch(self.told.append)

    def close(self) -> None:
        """Also holds everything that was delivered to Slack's types."""
        settled = self.deliveries.settle(WAIT)
        self.deliveries.close()
        assert settled
        for one in self.bot.delivered:
            problems = check_event(one.payload) if one.kind == "events_api" else check_interaction(one.payload)
            assert problems == (), (problems, one.payload)

    def events_of(self, kind: str) -> list[Json]:
        """The inner events of a type that were delivered, in the order in which they happened: they travel in several
        threads."""
        assert self.deliveries.settle(WAIT)
        sent = [one.payload["event"] for one in self.bot.delivered if one.kind == "events_api"]
        return sorted((event for event in sent if event["type"] == kind), key=lambda event: str(event["event_ts"]))

    def interaction(self) -> Json:
        """The last one that was delivered."""
        return [one.payload for one in self.bot.delivered if one.kind != "events_api"][-1]

    def notices(self) -> list[str]:
        return [change.data["sentence"] for change in self.told if change.kind == "notice"]

    def texts(self, user: str, channel: str = town.GENERAL) -> list[str]:
        """What this person sees there."""
        return [message.body["text"] for message in self.state.messages(channel, seen_by=user)]

    def post(self, blocks: list[Json], *, only_for: str | None = None, channel: str = town.GENERAL, **body: Any) -> str:
        """The bot has posted blocks; their `ts`."""
        ts = self.state.new_ts()
        said = {"type": "message", "user": "U0PAPERBOY", "bot_id": "B0PAPERBOY", "text": "card", "ts": ts}
        message = Message(channel=channel, ts=ts, body={**said, "blocks": blocks, **body}, only_for=only_for)
        self.state.save_message(message)
        return ts

    def open(self, blocks: list[Json], user: str = READER, **view: Any) -> View:
        """The bot has opened a window."""
        return open_modal(self.state, user, window(blocks, **view))

    def publish(self, blocks: list[Json], user: str = READER) -> View:
        """The bot has published a Home tab."""
        return publish_home(self.state, user, {"type": "home", "blocks": blocks})

    def use(self, address: str, body: Json) -> Answer:
        """The bot answers through a response URL."""
        return self.urls.use(urlsplit(address).path.rpartition("/")[2], body)


def window(blocks: list[Json], **view: Any) -> Json:
    return {
        "type": "modal",
        "title": plain("Window"),
        "submit": plain("Send"),
        "close": plain("Close"),
        "callback_id": "window",
        "blocks": blocks,
        **view,
    }


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text, "emoji": True}


def option(value: str) -> Json:
    return {"text": plain(value.title()), "value": value}


def button(action_id: str = "go", **more: Any) -> Json:
    return {"type": "button", "action_id": action_id, "text": plain("Go"), "value": "1", **more}


def actions(*elements: Json, block_id: str = "b1") -> Json:
    return {"type": "actions", "block_id": block_id, "elements": list(elements)}


def entry(element: Json, block_id: str = "b1", **more: Any) -> Json:
    return {"type": "input", "block_id": block_id, "label": plain("Label"), "element": element, **more}


def unreachable(payload: Json) -> Json | None:
    raise NotDelivered("connection_failed")


def silent(payload: Json) -> Json | None:
    raise Unheard
