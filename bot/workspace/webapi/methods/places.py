"""Which conversation a call means, and whether the bot may read or post there."""

from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, SLACKBOT, Channel
from bot.workspace.state import bot_is_in
from bot.workspace.town import direct_id
from bot.workspace.webapi.methods.context import Context


def visible(context: Context, channel_id: str) -> Channel:
    """A conversation that the bot can know of. A private one without the bot is not there at all. Raises Refusal."""
    channel = context.state.channel(channel_id)
    if channel is None or (channel.kind != "public" and not bot_is_in(channel)):
        raise Refusal("channel_not_found")
    return channel


def joined(context: Context, channel_id: str) -> Channel:
    """A conversation in which the bot is. Raises Refusal."""
    channel = visible(context, channel_id)
    if not bot_is_in(channel):
        raise Refusal("not_in_channel")
    return channel


def for_posting(context: Context, target: str) -> Channel:
    """Where a message goes: a conversation, by its id or name, or the direct messages of a person. Raises Refusal."""
    channel = direct(context, target) if target.startswith("U") else _named(context, target)
    if channel.archived:
        raise Refusal("is_archived")
    if not bot_is_in(channel) and not context.scopes.has("chat:write.public"):
        raise Refusal("not_in_channel")
    if channel.kind == "dm" and not messages_tab(context):
        raise Refusal("messages_tab_disabled")
    return channel


def direct(context: Context, user: str) -> Channel:
    """The direct messages between the bot and a person. Raises Refusal."""
    if user in (BOT_USER, SLACKBOT):
        raise Refusal("cannot_dm_bot")
    if context.state.person(user) is None:
        raise Refusal("channel_not_found")
    return visible(context, direct_id(user))


def messages_tab(context: Context) -> bool:
    """Whether the app has a Messages tab; Slack gives one unless the manifest says no."""
    return bool(context.manifest.get("features", {}).get("app_home", {}).get("messages_tab_enabled", True))


def _named(context: Context, target: str) -> Channel:
    name = target.removeprefix("#")
    by_name = (one for one in context.state.channels() if one.kind != "dm" and one.name == name)
    channel = context.state.channel(target) or next(by_name, None)
    return visible(context, target if channel is None else channel.id)
