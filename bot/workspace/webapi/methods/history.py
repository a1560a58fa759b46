"""What was said: the messages of a conversation, and those of a thread."""

from collections.abc import Iterable

from bot.workspace.errors import Refusal
from bot.workspace.model import Channel, Json, Message
from bot.workspace.threads import by_thread, is_reply, replies, with_replies
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.paging import Page, cursor_of
from bot.workspace.webapi.methods.places import joined

MOST = 999


def history(context: Context, arguments: Arguments) -> Json:
    """conversations.history: the newest first; a reply only when it was sent to the channel as well."""
    channel = _readable(context, arguments)
    everything = _known(context, channel)
    own = [one for one in everything if not is_reply(one) or one.body.get("subtype") == "thread_broadcast"]
    found = _between(own, arguments)[::-1]
    page, cursor = Page.asked(arguments, most=MOST).cut(found, [one.ts for one in found])
    threads = by_thread(everything)
    shown = [_shown(with_replies(one, threads.get(one.ts, ())), arguments) for one in page]
    answer: Json = {"messages": shown, "has_more": bool(cursor), "pin_count": 0}
    return answer | (cursor_of(cursor) if cursor else {})


def thread(context: Context, arguments: Arguments) -> Json:
    """conversations.replies: the message that the thread hangs on, then its replies, the oldest first."""
    channel = _readable(context, arguments)
    everything = _known(context, channel)
    named = context.message(channel.id, arguments.required("ts"))
    root = named if named is None or not is_reply(named) else context.message(channel.id, str(named.thread_ts))
    if root is None:
        raise Refusal("thread_not_found")
    found = _between(replies(everything, root.ts), arguments)
    page, cursor = Page.asked(arguments, default=1000).cut(found, [one.ts for one in found])
    shown = [_shown(body, arguments) for body in (with_replies(root, everything), *(one.body for one in page))]
    answer: Json = {"messages": shown, "has_more": bool(cursor)}
    return answer | (cursor_of(cursor) if cursor else {})


def _readable(context: Context, arguments: Arguments) -> Channel:
    channel = joined(context, arguments.required("channel"))
    context.scopes.demand_for(channel.kind, "history")
    return channel


def _known(context: Context, channel: Channel) -> list[Message]:
    """What has arrived where it is read: with a lag, the newest messages have not."""
    newest = context.state.now().timestamp() - context.lag
    everything = context.state.messages(channel.id)
    return [one for one in everything if not context.lag or float(one.ts) <= newest]


def _between(messages: Iterable[Message], arguments: Arguments) -> list[Message]:
    oldest, latest = _time(arguments, "oldest"), _time(arguments, "latest")
    inclusive = arguments.flag("inclusive")

    def is_in(ts: int) -> bool:
        if inclusive:
            return (oldest is None or oldest <= ts) and (latest is None or ts <= latest)
        return (oldest is None or oldest < ts) and (latest is None or ts < latest)

    return [one for one in messages if is_in(_micros(one.ts))]


def _time(arguments: Arguments, name: str) -> int | None:
    value = arguments.optional(name)
    try:
        return None if value is None else _micros(value)
    except ValueError as error:
        raise Refusal(f"invalid_ts_{name}") from error


def _micros(ts: str) -> int:
    """Whole microseconds: a float has too few digits to tell two messages apart."""
    seconds, _, fraction = ts.partition(".")
    return int(seconds) * 1_000_000 + int((fraction or "0").ljust(6, "0")[:6])


def _shown(body: Json, arguments: Arguments) -> Json:
    if arguments.flag("include_all_metadata"):
        return body
    return {name: value for name, value in body.items() if name != "metadata"}


METHODS: dict[str, Method] = {"conversations.history": history, "conversations.replies": thread}
