"""What the page reads: who and what is there, messages, windows and the Home tab, each as one person sees them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from bot.workspace.errors import CannotDo
from bot.workspace.model import APP, BOT, BOT_USER, TEAM, Channel, Json, Message, Person
from bot.workspace.state import State, bot_is_in
from bot.workspace.threads import by_thread, with_replies

TEAM_NAME = "Paper Lab"
BUILT_IN = (
    {"command": "/invite", "usage_hint": "@someone", "description": "Add someone to this channel"},
    {"command": "/remove", "usage_hint": "@someone", "description": "Remove someone from this channel"},
    {"command": "/archive", "usage_hint": "", "description": "Archive this channel"},
    {"command": "/unarchive", "usage_hint": "", "description": "Open this channel again"},
)
"""The commands that are Slack's own; /unarchive is ours, since a page this small has no channel browser."""


class PageApi:
    """Reads only. `connected` says whether the bot can be delivered to, `next_due` when it has something to do next."""

    def __init__(
        self,
        state: State,
        manifest: Json,
        *,
        transport: str,
        connected: Callable[[], bool],
        suggestions: Callable[[], tuple[str, ...]],
        next_due: Callable[[], datetime | None],
    ) -> None:
        self._state = state
        self._manifest = manifest
        self._transport = transport
        self._connected = connected
        self._suggestions = suggestions
        self._next_due = next_due

    def start(self, user: str) -> Json:
        """Everything but messages: what a page needs to draw its frame."""
        self.human(user)
        people = self._state.people()
        return {
            "me": user,
            "team": {"id": TEAM, "name": TEAM_NAME},
            "people": [_person(person) for person in people],
            "humans": [person.id for person in people if not person.is_bot],
            "channels": [_channel(channel) for channel in self._channels(user)],
            "app": _app(self._manifest),
            "builtin_commands": list(BUILT_IN),
            "clock": self.clock(),
            "suggestions": list(self._suggestions()),
            "transport": self._transport,
            "connected": self._connected(),
        }

    def _channels(self, user: str) -> list[Channel]:
        """By their names, as Slack lists them."""
        seen = (channel for channel in self._state.channels() if _sees(user, channel))
        return sorted(seen, key=lambda channel: (channel.kind == "dm", channel.name))

    def clock(self) -> Json:
        """The workspace's time, how far it was moved, and when the bot has something to do next."""
        due = self._next_due()
        return {
            "now": self._state.now().isoformat(),
            "ahead_seconds": self._state.clock.ahead.total_seconds(),
            "next_due": None if due is None else due.isoformat(),
        }

    def messages(self, user: str, channel: str) -> Json:
        """Every message of the channel that this person sees, replies among them."""
        self.human(user)
        found = self._state.channel(channel)
        if found is None or not _sees(user, found):
            raise CannotDo("There is no such channel.")
        messages = self._state.messages(channel, seen_by=user)
        replies = by_thread(messages)
        return {"messages": [_message(message, replies.get(message.ts, [])) for message in messages]}

    def modals(self, user: str) -> Json:
        """The open windows, the topmost last."""
        self.human(user)
        return {"views": [view.body for view in self._state.modals(user)]}

    def home(self, user: str) -> Json:
        """What the bot published to this person's Home tab."""
        self.human(user)
        view = self._state.home(user)
        return {"view": None if view is None else view.body}

    def human(self, user: str) -> Person:
        """The person who looks or acts. Raises CannotDo when there is no such person."""
        person = self._state.person(user)
        if person is None or person.is_bot:
            raise CannotDo("There is no such person here.")
        return person


def _sees(user: str, channel: Channel) -> bool:
    return channel.kind == "public" or user in channel.members


def _person(person: Person) -> Json:
    names = {"id": person.id, "name": person.name, "real_name": person.real_name, "tz": person.tz}
    role = "app" if person.is_bot else person.real_name
    return {**names, "is_bot": person.is_bot, "is_admin": person.is_admin, "role": role}


def _channel(channel: Channel) -> Json:
    facts = {"id": channel.id, "name": channel.name, "kind": channel.kind, "archived": channel.archived}
    return {**facts, "members": sorted(channel.members), "bot_in": bot_is_in(channel)}


def _message(message: Message, replies: list[Message]) -> Json:
    return {**with_replies(message, replies), "ts": message.ts, "ephemeral": message.only_for is not None}


def _app(manifest: Json) -> Json:
    features = manifest["features"]
    tabs = features.get("app_home", {})
    return {
        "id": APP,
        "name": manifest["display_information"]["name"],
        "handle": features["bot_user"]["display_name"],
        "user_id": BOT_USER,
        "bot_id": BOT,
        "commands": _parts(features.get("slash_commands", []), "command", "usage_hint", "description"),
        "shortcuts": _parts(features.get("shortcuts", []), "name", "type", "callback_id", "description"),
        "home_tab": bool(tabs.get("home_tab_enabled", False)),
        "messages_tab": bool(tabs.get("messages_tab_enabled", True)),
        "assistant": "assistant_view" in features,
    }


def _parts(declared: list[Any], *names: str) -> list[Json]:
    return [{name: one.get(name, "") for name in names} for one in declared]
