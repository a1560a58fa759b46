"""What is asked with a slash command and what is said, in values that know Slack's shapes but not its wire."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Block = dict[str, Any]
"""One Block Kit block, or an object inside one, as Slack's JSON has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A slash command: what stood after `/papers`, who typed it, where and when."""

    text: str
    user_id: str
    team_id: str
    channel_id: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """A message. `text` says everything in plain words, for notifications and screen readers. `replaces` puts it in the
    place of the message whose button was pressed; `public` shows it to the whole channel. What takes longer than people
    should wait for is worked out by `then`, after this message is there, and follows it as one more; then there may be
    nothing to say first."""

    text: str
    blocks: tuple[Block, ...] = ()
    public: bool = False
    replaces: bool = False
    then: "Callable[[], Reply] | None" = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Say:
    """A message to a channel, or to a person by user id; sent once for each `key` in the workspace."""

    to: str
    key: str
    message: Reply


@dataclass(frozen=True, slots=True)
class Share:
    """A message for the channel, sent once however often the button is pressed: `key` names it within the workspace.
    `done` and `again` are the private answers to the person who pressed: posted now, posted earlier.
    `facts` travel with it as those of an `Answer` do."""

    channel_id: str
    key: str
    message: Reply
    done: Reply
    again: Reply
    thread_ts: str | None = None
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Whisper:
    """A message that only one person sees in a channel. The window closes."""

    channel_id: str
    user_id: str
    message: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A text file for the direct messages of the person who pressed, below `message`; `done` is the private answer."""

    name: str
    media_type: str
    text: str
    message: Reply
    done: Reply
