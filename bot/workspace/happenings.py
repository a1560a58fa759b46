"""What the bot has caused, as the events in which Slack tells it: the inner `event` of a delivery."""

from bot.workspace.model import BOT_USER, Json, Message
from bot.workspace.state import State

_TYPES = {"public": "channel", "private": "group", "dm": "im"}


def posted(state: State, message: Message) -> Json:
    """A message is there."""
    return {**message.body, **_place(state, message), "event_ts": message.ts}


def changed(state: State, old: Message, new: Message) -> Json:
    """A message says something else than before."""
    return _hidden(state, old, "message_changed") | {"message": new.body, "previous_message": old.body}


def deleted(state: State, message: Message) -> Json:
    """A message is gone."""
    told = {"deleted_ts": message.ts, "previous_message": message.body}
    return _hidden(state, message, "message_deleted") | told


def taken_away(state: State, message: Message, mark: Message | None) -> Json:
    """A message is gone, or a mark has come in its place."""
    return deleted(state, message) if mark is None else changed(state, message, mark)


def reaction(state: State, message: Message, name: str, *, added: bool, user: str = BOT_USER) -> Json:
    """Somebody put a reaction on a message, or took it away."""
    return {
        "type": "reaction_added" if added else "reaction_removed",
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": message.channel, "ts": message.ts},
        "item_user": message.body.get("user"),
        "event_ts": state.new_ts(),
    }


def _hidden(state: State, message: Message, subtype: str) -> Json:
    ts = state.new_ts()
    return {"type": "message", "subtype": subtype, "hidden": True, "ts": ts, "event_ts": ts} | _place(state, message)


def _place(state: State, message: Message) -> Json:
    channel = state.channel(message.channel)
    kind = "channel" if channel is None else _TYPES[channel.kind]
    return {"channel": message.channel, "channel_type": kind}
