"""Messages that one person alone sees."""

from bot.workspace.composing import bot_message
from bot.workspace.errors import Refusal
from bot.workspace.model import Json, Message
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.messages import as_somebody, demand_content, in_thread
from bot.workspace.webapi.methods.places import for_posting


def post(context: Context, arguments: Arguments) -> Json:
    """chat.postEphemeral."""
    channel = for_posting(context, arguments.required("channel"))
    user = arguments.required("user")
    if user not in channel.members:
        raise Refusal("user_not_in_channel")
    demand_content(arguments)
    as_somebody(context, arguments)
    ts = context.state.new_ts()
    body = bot_message(arguments.given, context.bot, ts, updated=channel.created, ephemeral=True)
    thread_ts = arguments.optional("thread_ts")
    if thread_ts is not None:
        body |= in_thread(context, channel, thread_ts)
    context.state.save_message(Message(channel=channel.id, ts=ts, body=body, only_for=user))
    return {"message_ts": ts}


METHODS: dict[str, Method] = {"chat.postEphemeral": post}
