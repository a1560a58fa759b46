"""Threads: which message they hang on, and what that message tells of its replies."""

from collections.abc import Iterable
from dataclasses import replace

from bot.workspace.model import SLACKBOT, Json, Message
from bot.workspace.state import State

SHOWN_USERS = 5
"""People that a message names as those who replied to it."""


def is_reply(message: Message) -> bool:
    """Whether it stands in a thread and not in the channel's own row."""
    return message.thread_ts not in (None, message.ts)


def hang(state: State, channel: str, thread_ts: str) -> None:
    """A reply is there: from now on the message it belongs to carries the thread's name."""
    with state.lock:
        root = state.message(channel, thread_ts)
        if root is not None and root.thread_ts is None:
            state.save_message(replace(root, body={**root.body, "thread_ts": thread_ts}))


def replies(messages: Iterable[Message], thread_ts: str) -> tuple[Message, ...]:
    """The replies among these messages that everybody sees, in their order."""
    return tuple(one for one in messages if one.thread_ts == thread_ts and is_reply(one) and one.only_for is None)


def by_thread(messages: Iterable[Message]) -> dict[str, list[Message]]:
    """The replies among these messages, by the message that their thread hangs on."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        if is_reply(message):
            found.setdefault(str(message.thread_ts), []).append(message)
    return found


def with_replies(root: Message, messages: Iterable[Message]) -> Json:
    """The message object with what follows from its replies, which are among `messages`."""
    found = replies(messages, root.ts)
    if not found:
        return root.body
    users = list(dict.fromkeys(str(one.body.get("user", "")) for one in found))
    return {
        **root.body,
        "thread_ts": root.ts,
        "reply_count": len(found),
        "reply_users_count": len(users),
        "latest_reply": found[-1].ts,
        "reply_users": users[:SHOWN_USERS],
        "is_locked": False,
        "subscribed": False,
    }


def take_away(state: State, message: Message) -> Message | None:
    """Removes a message. Where a thread hangs on it, a mark stays in its place, which is the answer."""
    with state.lock:
        if message.only_for is not None or not replies(state.messages(message.channel), message.ts):
            state.remove_message(message.channel, message.ts)
            return None
        body = {"type": "message", "subtype": "tombstone", "user": SLACKBOT, "ts": message.ts, "thread_ts": message.ts}
        mark = replace(message, body={**body, "text": "This message was deleted.", "hidden": True})
        state.save_message(mark)
        return mark
