"""What a call of the Web API says, from a form or from JSON, as plain values."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest

from bot.workspace.model import Json
from bot.workspace.reading import Unreadable, read

STRUCTURED = frozenset({
    "attachments", "blocks", "channel_ids", "event", "files", "metadata", "prompts", "source", "unfurls",
    "user_auth_blocks", "view",
})  # fmt: skip
"""Arguments that are objects or lists. In forms they are always JSON, in JSON bodies they may be."""
BOOLEANS = frozenset({
    "as_user", "exclude_archived", "full", "include_all_metadata", "include_locale", "include_num_members", "inclusive",
    "is_app_unfurl", "link_names", "mrkdwn", "prevent_creation", "reply_broadcast", "return_im", "unfurl_links",
    "unfurl_media", "user_auth_required",
})  # fmt: skip
NUMBERS = frozenset({"count", "length", "limit", "page", "post_at"})


def body() -> bytes:
    """Of the request that is worked on. Raises BadRequest when its end does not come, and RequestEntityTooLarge."""
    try:
        return request.get_data()
    except OSError as error:
        raise BadRequest from error


def from_json(body: bytes) -> Json:
    """Raises Unreadable, also for what is no object."""
    given = read(body or b"{}")
    if not isinstance(given, dict):
        raise Unreadable
    return {name: _structured(value) if name in STRUCTURED else value for name, value in given.items()}


def from_form(fields: Mapping[str, str]) -> Json:
    """A form has only text, so its names say what is meant."""
    return {name: _meant(name, value) for name, value in fields.items()}


def _meant(name: str, text: str) -> Any:
    if name in STRUCTURED:
        return _structured(text)
    if name in BOOLEANS:
        return {"1": True, "true": True, "0": False, "false": False}.get(text.lower(), text)
    return int(text) if name in NUMBERS and text.isascii() and text.isdigit() and len(text) < 12 else text


def _structured(value: Any) -> Any:
    """Text that is no JSON stays as it is: the method says what is wrong with it, in Slack's words."""
    if not isinstance(value, str):
        return value
    try:
        return read(value)
    except Unreadable:
        return value
