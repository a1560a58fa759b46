"""The assistant's pane: what it is busy with, what its thread is called, and what it suggests to ask."""

from dataclasses import replace

from bot.workspace.errors import Refusal
from bot.workspace.model import Change, Channel, Json, Message
from bot.workspace.webapi.methods.context import Arguments, Context, Method, invalid
from bot.workspace.webapi.methods.places import joined

MOST_PROMPTS = 4
"""Suggestions (docs.slack.dev, assistant.threads.setSuggestedPrompts)."""


def set_status(context: Context, arguments: Arguments) -> Json:
    """assistant.threads.setStatus: shown to whoever looks at the moment; an empty status takes it away."""
    channel = joined(context, arguments.required("channel_id"))
    thread_ts = arguments.required("thread_ts")
    _root(context, channel, thread_ts)
    status = arguments.optional("status") or ""
    sentence = f"{context.bot.real_name} {status}" if status else ""
    context.state.tell(Change(kind="notice", data={"sentence": sentence, "channel": channel.id, "ts": thread_ts}))
    return {}


def set_title(context: Context, arguments: Arguments) -> Json:
    """assistant.threads.setTitle."""
    channel = _pane(context, arguments)
    root = _root(context, channel, arguments.required("thread_ts"))
    _describe(context, root, {"title": arguments.required("title")})
    return {}


def set_suggested_prompts(context: Context, arguments: Arguments) -> Json:
    """assistant.threads.setSuggestedPrompts."""
    channel = _pane(context, arguments)
    prompts = arguments.objects("prompts")
    if not 1 <= len(prompts) <= MOST_PROMPTS or not all(one.get("title") and one.get("message") for one in prompts):
        raise invalid(f"must provide 1 to {MOST_PROMPTS} prompts with title and message [json-pointer:/prompts]")
    root = _root(context, channel, arguments.required("thread_ts"))
    _describe(context, root, {"prompts": prompts, "prompts_title": arguments.optional("title")})
    return {}


def _pane(context: Context, arguments: Arguments) -> Channel:
    channel = joined(context, arguments.required("channel_id"))
    if channel.kind != "dm" or "assistant_view" not in context.manifest.get("features", {}):
        raise Refusal("no_permission")
    return channel


def _root(context: Context, channel: Channel, thread_ts: str) -> Message:
    root = context.message(channel.id, thread_ts)
    if root is None:
        raise Refusal("thread_not_found")
    return root


def _describe(context: Context, root: Message, facts: Json) -> None:
    # Slack keeps the title in this part of the message that begins the thread; the prompts are ours to keep there.
    described = {**root.body.get("assistant_app_thread", {}), **facts}
    context.state.save_message(replace(root, body={**root.body, "assistant_app_thread": described}))


METHODS: dict[str, Method] = {
    "assistant.threads.setStatus": set_status,
    "assistant.threads.setTitle": set_title,
    "assistant.threads.setSuggestedPrompts": set_suggested_prompts,
}
