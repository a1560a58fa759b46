"""Messages that everybody sees: posted, changed, deleted, and where they can be found."""

from dataclasses import replace

from bot.workspace import happenings
from bot.workspace.composing import bot_message, content_of
from bot.workspace.errors import Refusal
from bot.workspace.model import BOT_USER, Channel, Json, Message
from bot.workspace.threads import hang, is_reply, take_away
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.places import for_posting, joined, visible

_OTHER_NAMES = ("username", "icon_emoji", "icon_url")


def post(context: Context, arguments: Arguments) -> Json:
    """chat.postMessage."""
    channel = for_posting(context, arguments.required("channel"))
    demand_content(arguments)
    as_somebody(context, arguments)
    body = bot_message(arguments.given, context.bot, context.state.new_ts(), updated=channel.created)
    body |= {name: arguments.given[name] for name in _OTHER_NAMES if arguments.optional(name)}
    thread_ts = arguments.optional("thread_ts")
    if thread_ts is not None:
        body |= in_thread(context, channel, thread_ts, broadcast=arguments.flag("reply_broadcast"))
    message = put(context, channel, body)
    return {"channel": channel.id, "ts": message.ts, "message": message.body}


def put(context: Context, channel: Channel, body: Json) -> Message:
    """The message is there, and told."""
    message = Message(channel=channel.id, ts=body["ts"], body=body)
    context.state.save_message(message)
    if message.thread_ts is not None:
        hang(context.state, channel.id, message.thread_ts)
    context.tell(happenings.posted(context.state, message))
    return message


def demand_content(arguments: Arguments) -> None:
    """Raises Refusal when nothing is said."""
    if not any(arguments.given.get(name) for name in ("text", "markdown_text", "blocks", "attachments")):
        raise Refusal("no_text")


def as_somebody(context: Context, arguments: Arguments) -> None:
    """Raises Refusal when the bot takes another name without the right to."""
    if any(arguments.optional(name) for name in _OTHER_NAMES):
        context.scopes.demand("chat:write.customize")


def in_thread(context: Context, channel: Channel, thread_ts: str, *, broadcast: bool = False) -> Json:
    """What makes a message a reply. Raises Refusal when there is nothing to reply to."""
    root = context.message(channel.id, thread_ts)
    if root is None:
        raise Refusal("thread_not_found")
    if is_reply(root):
        # Slack would take it and show it nowhere.
        raise Refusal("cannot_reply_to_message")
    reply: Json = {"thread_ts": thread_ts, "parent_user_id": root.body.get("user")}
    return reply | {"subtype": "thread_broadcast", "root": root.body} if broadcast else reply


def update(context: Context, arguments: Arguments) -> Json:
    """chat.update: blocks and attachments that are not given stay; an empty list takes them away."""
    channel, old = _own(context, arguments, "cant_update_message")
    if not any(name in arguments.given for name in ("text", "markdown_text", "blocks", "attachments")):
        raise Refusal("no_text")
    dropped = {name for name in ("text", "blocks", "attachments", "metadata") if name in arguments.given}
    kept = {name: value for name, value in old.body.items() if name not in dropped}
    said = content_of(arguments.given)
    if "text" not in arguments.given and "markdown_text" not in arguments.given:
        del said["text"]
    edited = {"user": BOT_USER, "ts": context.state.new_ts()}
    new = replace(old, body={"text": "", **kept, **said, "edited": edited})
    context.state.save_message(new)
    context.tell(happenings.changed(context.state, old, new))
    # Slack names the time beside the message only.
    shown = {name: value for name, value in new.body.items() if name != "ts"}
    return {"channel": channel.id, "ts": new.ts, "text": new.body["text"], "message": shown}


def delete(context: Context, arguments: Arguments) -> Json:
    """chat.delete."""
    channel, message = _own(context, arguments, "cant_delete_message")
    mark = take_away(context.state, message)
    context.tell(happenings.taken_away(context.state, message, mark))
    return {"channel": channel.id, "ts": message.ts}


def _own(context: Context, arguments: Arguments, not_own: str) -> tuple[Channel, Message]:
    channel = visible(context, arguments.required("channel"))
    message = context.message(channel.id, arguments.required("ts"))
    if message is None:
        raise Refusal("message_not_found")
    if message.body.get("user") != BOT_USER:
        raise Refusal(not_own)
    if channel.archived:
        raise Refusal("is_archived")
    return channel, message


def permalink(context: Context, arguments: Arguments) -> Json:
    """chat.getPermalink."""
    channel = joined(context, arguments.required("channel"))
    message = context.message(channel.id, arguments.required("message_ts"))
    if message is None:
        raise Refusal("message_not_found")
    link = f"{context.origin}/archives/{channel.id}/p{message.ts.replace('.', '')}"
    if is_reply(message):
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


METHODS: dict[str, Method] = {
    "chat.postMessage": post,
    "chat.update": update,
    "chat.delete": delete,
    "chat.getPermalink": permalink,
}
