"""Previews of links: the bot says what a link that somebody posted leads to."""

from dataclasses import replace

from bot.workspace.composing import with_ids
from bot.workspace.errors import Refusal
from bot.workspace.model import APP, BOT, Json
from bot.workspace.text import links
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.places import visible


def unfurl(context: Context, arguments: Arguments) -> Json:
    """chat.unfurl: each preview stands under the message as an attachment, one for a link."""
    channel_id, ts = arguments.optional("channel"), arguments.optional("ts")
    if channel_id is None or ts is None:
        raise Refusal("missing_channel" if channel_id is None else "missing_ts")
    if "unfurls" not in arguments.given:
        raise Refusal("missing_unfurls")
    channel = visible(context, channel_id)
    message = context.message(channel.id, ts)
    if message is None:
        raise Refusal("cannot_find_message")
    said = str(message.body.get("text", ""))
    previews = arguments.object("unfurls")
    for link, preview in previews.items():
        if not isinstance(preview, dict):
            raise Refusal("cannot_parse_attachment")
        if not _is_ours(context, link) or link not in links(said):
            raise Refusal("cannot_unfurl_url")
    others = [one for one in message.body.get("attachments", []) if one.get("app_unfurl_url") not in previews]
    made = [
        _attachment(link, preview, len(others) + number) for number, (link, preview) in enumerate(previews.items(), 1)
    ]
    context.state.save_message(replace(message, body={**message.body, "attachments": [*others, *made]}))
    return {}


def _attachment(link: str, preview: Json, number: int) -> Json:
    blocks = {"blocks": with_ids(preview["blocks"])} if isinstance(preview.get("blocks"), list) else {}
    return {
        "id": number,
        "from_url": link,
        "app_unfurl_url": link,
        "is_app_unfurl": True,
        "app_id": APP,
        "bot_id": BOT,
        "fallback": "[no preview available]",
        **preview,
        **blocks,
    }


def _is_ours(context: Context, link: str) -> bool:
    domains = context.manifest.get("features", {}).get("unfurl_domains", ())
    host = link.partition("://")[2].partition("/")[0].partition(":")[0].lower()
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


METHODS: dict[str, Method] = {"chat.unfurl": unfurl}
