"""What people say to the bot, and what it says to that."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from handlers.messages import Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a person said to the bot: with a mention in a channel or thread, or, `direct`, in a direct message. `text`
    is as Slack has it, without the mention. `thread_ts` is None where it stands in no thread; an answer opens one."""

    text: str
    user_id: str
    team_id: str
    channel_id: str
    ts: str
    thread_ts: str | None
    direct: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a thread. `facts` are those of an `Answer` of ours; None in what people and other bots say."""

    ts: str
    user_id: str
    text: str
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A message for the thread of a question. `facts`, JSON of at most 2,000 characters, travel with it, and tell what
    it was about when somebody goes on from there."""

    message: Reply
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class React:
    """A reaction to the question instead of a message, by Slack's name for it (`+1`)."""

    name: str


Talk = Answer | React | None
"""What a question leads to; None is silence."""
