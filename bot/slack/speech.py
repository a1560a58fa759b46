"""What people say to the bot, read from Slack's events into questions; all that is not for it is left alone."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.slack.requests import UnreadablePayload
from handlers.blocks import kit
from handlers.conversation import Question
from handlers.intake import Sent, marked

Payload = Mapping[str, Any]
SLACKBOT = "USLACKBOT"
SAID = frozenset({None, "file_share", "me_message", "thread_broadcast"})
"""Kinds of messages in which a person says something. Changes, deletions, and what Slack itself says have others."""
OLD = timedelta(days=2)
"""What was said before is not answered any more."""
MOST_FILES = 10
"""As many as Slack takes in one message."""
LONGEST = 12_000
"""Characters that are kept of a message, three times what a person can type into Slack's own field."""


def question_of(body: Payload, own_id: str | None, now: datetime) -> Question | None:
    """None for what asks us nothing: what bots say, ourselves among them, what was changed or taken back, and what is
    said where we are not meant. Outside of direct messages a mention means us. Files stand in the text as
    `handlers.intake` marks them. Raises UnreadablePayload."""
    event = body.get("event")
    if not isinstance(event, dict):
        raise UnreadablePayload("event")
    us = addressed(body) or own_id
    if not _is_said(event, us):
        return None
    direct = event.get("channel_type") == "im"
    text = str(event.get("text") or "")
    meant = event.get("type") == "app_mention" or bool(us and _mention(us).search(text))
    if not (direct or meant) or not _is_recent(_named(event, "ts"), now):
        return None
    return Question(
        text=marked(_plain(text, us, mentioned=event.get("type") == "app_mention"), _files(event)),
        user_id=_named(event, "user"),
        team_id=_team(body),
        channel_id=_named(event, "channel"),
        ts=_named(event, "ts"),
        thread_ts=_thread(event),
        direct=direct,
        now=now,
    )


def addressed(body: Payload) -> str | None:
    """The bot that Slack delivers to."""
    authorizations = body.get("authorizations") or ()
    return next((one.get("user_id") for one in authorizations if one.get("is_bot")), None)


def _is_said(event: Payload, us: str | None) -> bool:
    """By a person."""
    by_a_bot = bool(event.get("bot_id") or event.get("bot_profile"))
    ours = event.get("user") in (us, SLACKBOT, None, "")
    return event.get("subtype") in SAID and not (by_a_bot or ours or event.get("hidden"))


def _is_recent(ts: str, now: datetime) -> bool:
    """Slack tells of a mention again when a message is changed, of whatever age; one that is known is no new question,
    but what was said long ago is known no more."""
    try:
        return now.timestamp() - float(ts) < OLD.total_seconds()
    except ValueError as error:
        raise UnreadablePayload("ts") from error


def _plain(text: str, us: str | None, *, mentioned: bool) -> str:
    """As Slack has it, without our mention; where nobody could be asked who we are, the first mention is ours."""
    if us:
        text = _mention(us).sub(" ", text)
    elif mentioned:
        text = re.sub(r"<@\w+(?:\|[^>]*)?>", " ", text, count=1)
    return kit.visible(text.strip())[:LONGEST].strip()


def _files(event: Payload) -> Iterator[Sent]:
    """The files of the message; one that was deleted meanwhile is said to be gone when it is fetched."""
    files = event.get("files")
    for file in files[:MOST_FILES] if isinstance(files, list) else ():
        file_id = file.get("id") if isinstance(file, dict) else None
        if isinstance(file_id, str) and file_id.isalnum():
            yield Sent(file_id.upper(), str(file.get("name") or file.get("title") or "a file"))


def _mention(user: str) -> re.Pattern[str]:
    return re.compile(rf"<@{re.escape(user)}(?:\|[^>]*)?>")


def _team(body: Payload) -> str:
    """The workspace where it was said; an app of a whole enterprise is told of it in other places."""
    of: Payload = next(iter(body.get("authorizations") or ()), {})
    named = (body.get("team_id"), of.get("team_id"), body.get("context_team_id"), of.get("enterprise_id"))
    found = next((team for team in named if isinstance(team, str) and team), None)
    if found is None:
        raise UnreadablePayload("team_id")
    return found


def _thread(event: Payload) -> str | None:
    """The message that its thread hangs on. A message on which one hangs is in no thread itself."""
    thread_ts = event.get("thread_ts")
    return thread_ts if isinstance(thread_ts, str) and thread_ts and thread_ts != event.get("ts") else None


def _named(event: Payload, name: str) -> str:
    value = event.get(name)
    if not isinstance(value, str) or not value:
        raise UnreadablePayload(name)
    return value
