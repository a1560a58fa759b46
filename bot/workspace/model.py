"""What a workspace is made of: people, channels, messages and views, as frozen values."""

from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]

TEAM = "T0PAPERBOY"
APP = "A0PAPERBOY"
BOT_USER = "U0PAPERBOY"
BOT = "B0PAPERBOY"
SLACKBOT = "USLACKBOT"
"""Says what Slack itself has to say, such as that a command failed."""

ChannelKind = Literal["public", "private", "dm"]
ViewKind = Literal["modal", "home"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """An account. `name` is the handle behind `@`, `tz` a name of the IANA time zones."""

    id: str
    name: str
    real_name: str
    tz: str = "UTC"
    is_admin: bool = False
    is_bot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A conversation; a `dm` is between the bot and one person. `created` is in seconds since 1970."""

    id: str
    name: str
    kind: ChannelKind
    creator: str
    created: int
    members: frozenset[str] = frozenset()
    archived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`body` is Slack's message object (type, user, text, ts, blocks, thread_ts, metadata, reactions ...) without the
    channel and without what follows from other messages (reply_count). `only_for` is who sees an ephemeral one."""

    channel: str
    ts: str
    body: Json
    only_for: str | None = None

    @property
    def thread_ts(self) -> str | None:
        """The `ts` of the message that the thread hangs on, also for that message itself once there are replies."""
        value = self.body.get("thread_ts")
        return None if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A modal, or the Home tab of one person. `body` is Slack's view object, with id, hash and state."""

    id: str
    kind: ViewKind
    owner: str
    body: Json

    @property
    def hash(self) -> str:
        """Changes with each version of the view."""
        return str(self.body["hash"])


ChangeKind = Literal["message", "message_deleted", "channel", "modals", "home", "clock", "exchange", "notice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something that an open page has to know. `only_for` keeps it to one person; `data` is JSON for the page."""

    kind: ChangeKind
    data: Json
    only_for: str | None = None
