"""Calls of the Web API: the types of their arguments, and what they carry to be drawn."""

from collections.abc import Callable, Iterator
from typing import Any

from bot.workspace.checks.messages import attachment_trouble, blocks_trouble, message_trouble
from bot.workspace.checks.problem import Problem, coded
from bot.workspace.checks.schemas import found, names, schema
from bot.workspace.checks.views import views_trouble
from bot.workspace.model import Json, ViewKind

_EVERYWHERE = ("token", "team_id")
"""Clients add these to any call, and Slack takes them with any."""
_CHECKED_ELSEWHERE = (
    "/blocks",
    "/attachments",
    "/unfurls",
    "/metadata",
    "/text",
    "/markdown_text",
    "/user_auth_blocks",
)
"""Slack has codes of their own for what is wrong in these."""
_BOOLEANS = {"1": True, "true": True, "0": False, "false": False}


def call_trouble(method: str, arguments: Json) -> Iterator[Problem]:
    """What Slack would refuse in the arguments of a method; nothing is known of methods that Slack has not here."""
    if method not in names("requests"):
        return
    wanted = schema("requests", method).get("properties", {})
    given = {key: value for key, value in arguments.items() if key not in _EVERYWHERE or key in wanted}
    given = {key: _decoded(value, wanted.get(key, {})) for key, value in given.items()}
    for problem in coded("invalid_arguments", found("requests", method, given)):
        if not problem.pointer.startswith(_CHECKED_ELSEWHERE):
            yield problem
    if method in _CARRIED:
        yield from _CARRIED[method](given)


def _decoded(value: Any, wanted: Json) -> Any:
    """In a form, booleans and numbers arrive as text, and lists as text with commas."""
    kind = wanted.get("type")
    if kind == "boolean" and str(value).lower() in _BOOLEANS:
        return _BOOLEANS[str(value).lower()]
    if kind == "number" and isinstance(value, str) and value.lstrip("-").isdecimal():
        return int(value)
    if kind == "array" and isinstance(value, str) and wanted["items"] == {"type": "string"}:
        return value.split(",")
    return value


def _updated(arguments: Json) -> Iterator[Problem]:
    return message_trouble(arguments, update=True)


def _shared_file(arguments: Json) -> Iterator[Problem]:
    return blocks_trouble(arguments.get("blocks"))


def _unfurled(arguments: Json) -> Iterator[Problem]:
    unfurls = arguments.get("unfurls", {})
    if not isinstance(unfurls, dict):
        yield Problem("invalid_unfurls_format", "/unfurls", "Not an object.")
        return
    for url, unfurl in unfurls.items():
        at = f"/unfurls/{url.replace('~', '~0').replace('/', '~1')}"
        yield from attachment_trouble(unfurl, at, "cannot_parse_attachment")
    yield from blocks_trouble(arguments.get("user_auth_blocks"), "/user_auth_blocks")


def _shown(arguments: Json, kind: ViewKind | None = "modal") -> Iterator[Problem]:
    view = arguments.get("view")
    if kind is None:
        kind = "home" if isinstance(view, dict) and view.get("type") == "home" else "modal"
    return views_trouble(view, kind)


_CARRIED: dict[str, Callable[[Json], Iterator[Problem]]] = {
    "chat.postMessage": message_trouble,
    "chat.postEphemeral": message_trouble,
    "chat.update": _updated,
    "chat.unfurl": _unfurled,
    "files.completeUploadExternal": _shared_file,
    "views.open": _shown,
    "views.push": _shown,
    "views.update": lambda arguments: _shown(arguments, None),
    "views.publish": lambda arguments: _shown(arguments, "home"),
}
