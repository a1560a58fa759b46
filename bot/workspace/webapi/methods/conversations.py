"""Conversations: which there are, who is in them, and direct messages opened."""

from collections.abc import Iterable

from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, TEAM, Channel, ChannelKind, Json
from bot.workspace.state import bot_is_in
from bot.workspace.webapi.methods.context import Arguments, Context, Method, invalid
from bot.workspace.webapi.methods.paging import Page, cursor_of
from bot.workspace.webapi.methods.places import direct, visible

_KINDS: dict[str, ChannelKind | None] = {
    "public_channel": "public",
    "private_channel": "private",
    "im": "dm",
    "mpim": None,
}
"""Slack's names of the kinds; groups of several people have no channel here."""


def info(context: Context, arguments: Arguments) -> Json:
    """conversations.info."""
    channel = visible(context, arguments.required("channel"))
    context.scopes.demand_for(channel.kind, "read")
    described = _described(channel)
    if arguments.flag("include_num_members") and channel.kind != "dm":
        described["num_members"] = len(channel.members)
    return {"channel": described}


def listed(context: Context, arguments: Arguments) -> Json:
    """conversations.list: private ones only where the bot is in."""
    known = (one for one in context.state.channels() if one.kind == "public" or bot_is_in(one))
    return _page_of(context, arguments, known)


def of_user(context: Context, arguments: Arguments) -> Json:
    """users.conversations: those of one person that the bot can know of, or the bot's own."""
    user = arguments.optional("user") or BOT_USER
    if context.state.person(user) is None:
        raise Refusal("user_not_found")
    known = (one for one in context.state.channels() if one.kind == "public" or bot_is_in(one))
    answer = _page_of(context, arguments, (one for one in known if user in one.members))
    for channel in answer["channels"]:
        # Slack leaves out what goes without saying.
        channel.pop("is_member", None)
    return answer


def _page_of(context: Context, arguments: Arguments, channels: Iterable[Channel]) -> Json:
    kinds = _kinds(context, arguments)
    unwanted = arguments.flag("exclude_archived")
    found = [one for one in channels if one.kind in kinds and not (unwanted and one.archived)]
    page, cursor = Page.asked(arguments).cut(found, [one.id for one in found])
    return {"channels": [_described(one) for one in page], **cursor_of(cursor)}


def _kinds(context: Context, arguments: Arguments) -> set[ChannelKind]:
    named = arguments.names("types") or ("public_channel",)
    if unknown := [name for name in named if name not in _KINDS]:
        raise Refusal("invalid_types", (f"[ERROR] unknown types: {', '.join(unknown)}",))
    kinds = {kind for name in named if (kind := _KINDS[name]) is not None}
    for kind in sorted(kinds):
        context.scopes.demand_for(kind, "read")
    return kinds


def members(context: Context, arguments: Arguments) -> Json:
    """conversations.members."""
    channel = visible(context, arguments.required("channel"))
    context.scopes.demand_for(channel.kind, "read")
    found = sorted(channel.members)
    page, cursor = Page.asked(arguments).cut(found, found)
    return {"members": page, **cursor_of(cursor)}


def opened(context: Context, arguments: Arguments) -> Json:
    """conversations.open: direct messages with one person."""
    channel_id, users = arguments.optional("channel"), arguments.names("users")
    if channel_id is None and not users:
        raise Refusal("users_list_not_supplied")
    if len(users) > 1:
        raise invalid("conversations of several people do not exist in this workspace [json-pointer:/users]")
    if channel_id is not None:
        channel = visible(context, channel_id)
    else:
        if context.state.person(users[0]) is None:
            raise Refusal("user_not_found")
        channel = direct(context, users[0])
    context.scopes.demand("im:write")
    described = _described(channel) if arguments.flag("return_im") else {"id": channel.id}
    return {"no_op": True, "already_open": True, "channel": described}


def _described(channel: Channel) -> Json:
    """Slack's conversation object, seen by the bot."""
    shared: Json = {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.archived,
        "is_org_shared": False,
        "context_team_id": TEAM,
        "updated": channel.created * 1000,
    }
    if channel.kind == "dm":
        other = next((member for member in sorted(channel.members) if member != BOT_USER), channel.creator)
        return {**shared, "is_im": True, "user": other}
    return {**shared, **_of_channel(channel)}


def _of_channel(channel: Channel) -> Json:
    """What only channels have, not direct messages."""
    empty = {"value": "", "creator": "", "last_set": 0}
    return {
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": channel.kind == "public",
        "is_group": False,
        "is_im": False,
        "is_mpim": False,
        "is_private": channel.kind == "private",
        "is_general": channel.name == "general",
        "is_shared": False,
        "is_ext_shared": False,
        "is_pending_ext_shared": False,
        "unlinked": 0,
        "creator": channel.creator,
        "is_member": bot_is_in(channel),
        "topic": empty,
        "purpose": empty,
        "previous_names": [],
    }


METHODS: dict[str, Method] = {
    "conversations.info": info,
    "conversations.list": listed,
    "conversations.members": members,
    "conversations.open": opened,
    "users.conversations": of_user,
}
