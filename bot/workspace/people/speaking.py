"""What people say in channels: messages, replies, changes of them, and reactions."""

import re
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex
from uuid import uuid4

from bot.workspace import happenings
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER, SLACKBOT, TEAM, Channel, Json, Message
from bot.workspace.people.context import Context
from bot.workspace.people.typed import Names, as_slack, links, mentioned
from bot.workspace.state import bot_is_in
from bot.workspace.threads import hang, is_reply, replies

_EMOJI = re.compile(r"[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?")
FILES = "file_share"
"""The kind of a message with files."""
LONGEST = 40_000
"""Characters of a message (docs.slack.dev, chat.postMessage, "Truncating content")."""


class Speaking:
    """Each act changes the workspace first and then tells the bot what its manifest lets it hear."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._state = context.state

    def say(self, user: str, channel: str, text: str, thread_ts: str | None = None, files: Sequence[Json] = ()) -> Json:
        """Posts a message, or a reply when `thread_ts` is given; the answer has its `ts`. Where there are `files`, as
        Slack describes them, there need be no words."""
        place = self._context.open_channel(user, channel)
        kept = self._as_slack(user, text) if text.strip() or not files else ""
        if thread_ts is not None:
            thread_ts = self._root(user, channel, thread_ts)
        message = self._save(user, place, kept, thread_ts, files)
        self._context.events.tell("message", happenings.posted(self._state, message))
        self._tell_of_mention(user, place, message)
        self._tell_of_links(user, place, message)
        return {"ts": message.ts}

    def edit(self, user: str, channel: str, ts: str, text: str) -> None:
        """Changes one's own message."""
        self._context.open_channel(user, channel)
        old = self._own(user, channel, ts)
        kept = self._as_slack(user, text)
        if kept == old.body.get("text"):
            return
        new = replace(old, body={**old.body, "text": kept, "edited": {"user": user, "ts": self._state.new_ts()}})
        self._state.save_message(new)
        self._context.events.tell("message", happenings.changed(self._state, old, new))

    def delete(self, user: str, channel: str, ts: str) -> None:
        """Takes one's own message away; an admin takes anybody's. A thread keeps a mark where it began."""
        message = self._context.message(user, channel, ts)
        if message.only_for is None and not self._context.human(user).is_admin:
            self._own(user, channel, ts)
        if message.only_for is None and replies(self._state.messages(channel), ts):
            body = {"type": "message", "subtype": "tombstone", "user": SLACKBOT, "ts": ts, "thread_ts": ts}
            mark = replace(message, body={**body, "text": "This message was deleted.", "hidden": True})
            self._state.save_message(mark)
            self._context.events.tell("message", happenings.changed(self._state, message, mark))
            return
        self._state.remove_message(channel, ts)
        if message.only_for is None:
            self._context.events.tell("message", happenings.deleted(self._state, message))

    def react(self, user: str, channel: str, ts: str, name: str, remove: bool = False) -> None:
        """Puts an emoji on a message, or takes it away."""
        self._context.open_channel(user, channel)
        emoji = name.strip().strip(":")
        if not _EMOJI.fullmatch(emoji):
            raise CannotDo(f"“{name}” is not the name of an emoji.")
        with self._state.lock:
            message = self._context.message(user, channel, ts)
            if message.only_for is not None:
                raise CannotDo("A message that only you see takes no reactions.")
            reactions = _with_reaction(message.body.get("reactions", []), user, emoji, remove)
            self._state.save_message(replace(message, body={**message.body, "reactions": reactions}))
        kind = "reaction_removed" if remove else "reaction_added"
        told = happenings.reaction(self._state, message, emoji, added=not remove, user=user)
        self._context.events.tell(kind, told)

    def _as_slack(self, user: str, text: str) -> str:
        if not text.strip():
            raise CannotDo("There is nothing to say.")
        if len(text) > LONGEST:
            raise CannotDo(f"A message has at most {LONGEST:,} characters.")
        return as_slack(text, names(self._context, user))

    def _root(self, user: str, channel: str, ts: str) -> str:
        """A reply to a reply goes into the same thread."""
        message = self._context.message(user, channel, ts)
        if message.only_for is not None:
            raise CannotDo("A message that only you see has no thread.")
        return str(message.thread_ts) if is_reply(message) else ts

    def _own(self, user: str, channel: str, ts: str) -> Message:
        message = self._context.message(user, channel, ts)
        if message.body.get("user") != user or message.body.get("subtype") not in (None, FILES):
            raise CannotDo("This message is not yours.")
        return message

    def _save(self, user: str, place: Channel, text: str, thread_ts: str | None, files: Sequence[Json]) -> Message:
        with self._state.lock:
            ts = self._state.new_ts()
            body: Json = {"type": "message", "user": user, "text": text, "ts": ts}
            if files:
                body |= {"subtype": FILES, "files": list(files), "upload": False, "display_as_bot": False}
            else:
                body |= {"team": TEAM, "client_msg_id": str(uuid4())}
            if thread_ts is not None:
                root = self._context.message(user, place.id, thread_ts)
                body |= {"thread_ts": thread_ts, "parent_user_id": root.body.get("user")}
            message = Message(channel=place.id, ts=ts, body=body)
            self._state.save_message(message)
            if thread_ts is not None:
                hang(self._state, place.id, thread_ts)
        return message

    def _tell_of_mention(self, user: str, place: Channel, message: Message) -> None:
        """In direct messages Slack tells of no mention; elsewhere a bot that is not there hears of none."""
        if place.kind == "dm" or BOT_USER not in mentioned(message.body["text"]):
            return
        if bot_is_in(place):
            self._context.events.tell("app_mention", _mention(message))
            return
        handle = self._context.bot.name
        self._context.slackbot(
            user, place.id, f"@{handle} is not in this channel and will not hear of this. `/invite @{handle}` adds it."
        )

    def _tell_of_links(self, user: str, place: Channel, message: Message) -> None:
        found = links(message.body["text"], self._context.features().get("unfurl_domains", ()))
        if not found:
            return
        event: Json = {
            "channel": place.id,
            "is_bot_user_member": bot_is_in(place),
            "user": user,
            "message_ts": message.ts,
            "unfurl_id": f"{place.id}.{message.ts}.{token_hex(32)}",
            "source": "conversations_history",
            "links": found,
        }
        if message.thread_ts is not None:
            event["thread_ts"] = message.thread_ts
        self._context.events.tell("link_shared", event)


def names(context: Context, user: str, with_handles: bool = False) -> Names:
    """Whom and what this person can name."""
    channels = tuple(one for one in context.state.channels() if one.kind == "public" or user in one.members)
    return Names(context.state.people(), channels, with_handles)


def _mention(message: Message) -> Json:
    """Without what only the event of the message itself has."""
    with_files = message.body.get("subtype") == FILES
    left_out = ("type", "parent_user_id", "reactions", *(("subtype",) if with_files else ()))
    return {name: value for name, value in message.body.items() if name not in left_out} | {"channel": message.channel}


def _with_reaction(reactions: list[Json], user: str, emoji: str, remove: bool) -> list[Json]:
    """The reactions of a message after this one. Nobody reacts twice in the same way."""
    users = next((list(one["users"]) for one in reactions if one["name"] == emoji), [])
    if remove != (user in users):
        raise CannotDo(f"There is no :{emoji}: of yours here." if remove else f"Your :{emoji}: is there already.")
    users = [one for one in users if one != user] if remove else [*users, user]
    names_before = [one["name"] for one in reactions]
    others = [one for one in reactions if one["name"] != emoji]
    if users:
        at = names_before.index(emoji) if emoji in names_before else len(others)
        others.insert(at, {"name": emoji, "users": users, "count": len(users)})
    return others
