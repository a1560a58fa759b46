"""What is asked of the bot and what it answers, in values that know Slack's shapes but not its wire."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that was pressed: `value` carries all its state, and `message_ts` tells two messages apart."""

    action_id: str
    value: str
    user_id: str
    team_id: str
    channel_id: str
    message_ts: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """A message. `text` says everything in plain words, for notifications and screen readers. `replaces` puts it in the
    place of the message whose button was pressed; `public` shows it to the whole channel."""

    text: str
    blocks: tuple[Block, ...] = ()
    public: bool = False
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Modal:
    """A window to open: its title (24 characters) and its blocks (100 at most)."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A message for the channel, sent once however often the button is pressed: `key` names it within the workspace.
    `done` and `again` are the private answers to the person who pressed: posted now, posted earlier."""

    channel_id: str
    key: str
    message: Reply
    done: Reply
    again: Reply


Outcome = Reply | Modal | Share
"""What pressing a button may lead to."""
