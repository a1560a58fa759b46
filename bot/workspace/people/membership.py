"""Who is in which channel: people add and remove each other and the bot, archive channels and make new ones."""

import re
from collections.abc import Callable
from dataclasses import replace
from secrets import token_hex

from bot.workspace import happenings
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER, TEAM, Channel, Json, Message
from bot.workspace.people.context import Context
from bot.workspace.town import GENERAL

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


class Membership:
    """Each act changes the workspace first and then tells the bot what its manifest lets it hear."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._state = context.state

    def invite(self, user: str, channel: str, who: str) -> None:
        """Adds somebody, the bot too. Into a public channel everybody can add themselves."""
        place = self._changeable(user, channel)
        person = self._state.person(who)
        if person is None:
            raise CannotDo("There is no such person here.")
        if who in place.members:
            raise CannotDo(f"@{person.name} is in #{place.name} already.")
        if user != who:
            self._context.open_channel(user, channel)
        self._change(channel, lambda now: replace(now, members=now.members | {who}))
        inviter: Json = {"inviter": user} if user != who else {}
        self._announce(channel, "channel_join", who, f"<@{who}> has joined the channel", **inviter)
        self._context.events.tell("member_joined_channel", {"user": who, "channel": channel, "team": TEAM, **inviter})

    def remove(self, user: str, channel: str, who: str) -> None:
        """Takes somebody out, the bot too; the bot hears of that as well."""
        place = self._changeable(user, channel)
        self._context.open_channel(user, channel)
        person = self._state.person(who)
        if person is None or who not in place.members:
            raise CannotDo(f"That person is not in #{place.name}.")
        if channel == GENERAL and who != BOT_USER:
            raise CannotDo("Nobody can be removed from #general.")
        self._change(channel, lambda now: replace(now, members=now.members - {who}))
        self._announce(channel, "channel_leave", who, f"<@{who}> has left the channel")
        if who == BOT_USER:
            kind = "group_left" if place.kind == "private" else "channel_left"
            self._context.events.tell(kind, {"channel": channel, "actor_id": user})
        else:
            self._context.events.tell("member_left_channel", {"user": who, "channel": channel, "team": TEAM})

    def archive(self, user: str, channel: str) -> None:
        """Closes a channel: it can be read, but nobody writes there any more."""
        place = self._changeable(user, channel)
        self._context.open_channel(user, channel)
        if channel == GENERAL:
            raise CannotDo("#general cannot be archived.")
        self._announce(channel, "channel_archive", user, f"<@{user}> archived the channel")
        self._change(channel, lambda now: replace(now, archived=True))
        kind = "group_archive" if place.kind == "private" else "channel_archive"
        self._context.events.tell(kind, {"channel": channel, "user": user, "is_moved": 0})

    def unarchive(self, user: str, channel: str) -> None:
        """Opens an archived channel again."""
        place = self._context.channel(user, channel)
        if not place.archived:
            raise CannotDo(f"#{place.name} is not archived.")
        self._change(channel, lambda now: replace(now, archived=False))
        self._announce(channel, "channel_unarchive", user, f"<@{user}> un-archived the channel")
        if place.kind == "private":
            self._context.events.tell("group_unarchive", {"channel": channel, "actor_id": user})
        else:
            self._context.events.tell("channel_unarchive", {"channel": channel, "user": user})

    def create_channel(self, user: str, name: str, private: bool) -> Json:
        """Makes a channel with one member; the answer has its id as `channel`."""
        self._context.human(user)
        wanted = name.strip().removeprefix("#").lower()
        if not _NAME.fullmatch(wanted):
            raise CannotDo("A channel's name has up to 80 letters, digits, hyphens and underscores, without spaces.")
        with self._state.lock:
            if any(one.name == wanted for one in self._state.channels()):
                raise CannotDo(f"There is a channel #{wanted} already.")
            channel = Channel(
                id=f"C0{token_hex(4).upper()}",
                name=wanted,
                kind="private" if private else "public",
                creator=user,
                created=int(self._state.now().timestamp()),
                members=frozenset({user}),
            )
            self._state.save_channel(channel)
        return {"channel": channel.id}

    def _changeable(self, user: str, channel: str) -> Channel:
        place = self._context.channel(user, channel)
        if place.kind == "dm":
            raise CannotDo("That is not possible in direct messages.")
        if place.archived:
            raise CannotDo(f"#{place.name} is archived.")
        return place

    def _change(self, channel: str, change: Callable[[Channel], Channel]) -> None:
        with self._state.lock:
            now = self._state.channel(channel)
            if now is not None:
                self._state.save_channel(change(now))

    def _announce(self, channel: str, subtype: str, user: str, text: str, **more: str) -> None:
        ts = self._state.new_ts()
        body = {"type": "message", "subtype": subtype, "user": user, "text": text, "ts": ts, "team": TEAM, **more}
        message = Message(channel=channel, ts=ts, body=body)
        self._state.save_message(message)
        self._context.events.tell("message", happenings.posted(self._state, message))
