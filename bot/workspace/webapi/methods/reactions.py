"""Reactions: put on messages, taken away, and counted."""

import re
from dataclasses import replace

from bot.workspace import happenings
from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, Json, Message
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.places import joined

MOST_KINDS = 50
"""Different reactions on one message (docs.slack.dev, reactions.add: `too_many_emoji`)."""
_NAME = re.compile(r"[a-z0-9_+'-]+(::skin-tone-[2-6])?")


def add(context: Context, arguments: Arguments) -> Json:
    """reactions.add."""
    message, name = _meant(context, arguments)
    reactions = message.body.get("reactions", [])
    if BOT_USER in _users(reactions, name):
        raise Refusal("already_reacted")
    if not _users(reactions, name) and len(reactions) >= MOST_KINDS:
        raise Refusal("too_many_emoji")
    _save(context, message, reacted(reactions, name, BOT_USER, added=True))
    context.tell(happenings.reaction(context.state, message, name, added=True))
    return {}


def remove(context: Context, arguments: Arguments) -> Json:
    """reactions.remove."""
    message, name = _meant(context, arguments)
    reactions = message.body.get("reactions", [])
    if BOT_USER not in _users(reactions, name):
        raise Refusal("no_reaction")
    _save(context, message, reacted(reactions, name, BOT_USER, added=False))
    context.tell(happenings.reaction(context.state, message, name, added=False))
    return {}


def of_message(context: Context, arguments: Arguments) -> Json:
    """reactions.get."""
    message = _message(context, arguments)
    return {"type": "message", "channel": message.channel, "message": message.body}


def reacted(reactions: list[Json], name: str, user: str, *, added: bool) -> list[Json]:
    """The reactions of a message after one person's was added or taken away; in the order in which kinds came."""
    users = [one for one in _users(reactions, name) if one != user] + ([user] if added else [])
    changed = {"name": name, "users": users, "count": len(users)}
    if not any(one["name"] == name for one in reactions):
        return [*reactions, changed]
    after = [changed if one["name"] == name else one for one in reactions]
    return [one for one in after if one["count"]]


def _meant(context: Context, arguments: Arguments) -> tuple[Message, str]:
    name = arguments.required("name").strip(":")
    if not _NAME.fullmatch(name):
        raise Refusal("invalid_name")
    return _message(context, arguments), name


def _message(context: Context, arguments: Arguments) -> Message:
    channel_id, ts = arguments.optional("channel"), arguments.optional("timestamp")
    if channel_id is None or ts is None:
        raise Refusal("no_item_specified")
    channel = joined(context, channel_id)
    message = context.message(channel.id, ts)
    if message is None:
        raise Refusal("message_not_found")
    if channel.archived:
        raise Refusal("is_archived")
    return message


def _users(reactions: list[Json], name: str) -> list[str]:
    return next((list(one["users"]) for one in reactions if one["name"] == name), [])


def _save(context: Context, message: Message, reactions: list[Json]) -> None:
    body = {key: value for key, value in message.body.items() if key != "reactions"}
    context.state.save_message(replace(message, body=body | ({"reactions": reactions} if reactions else {})))


METHODS: dict[str, Method] = {"reactions.add": add, "reactions.remove": remove, "reactions.get": of_message}
