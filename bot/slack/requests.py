"""What Slack sends, read into requests and presses."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from handlers.messages import Press, Request

Payload = Mapping[str, Any]


class UnreadablePayload(Exception):
    """Slack's payload lacks something that every such payload has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How to answer a press: by its response URL, absent in App Home and windows, and by opening a window with
    `trigger_id`, on top of another one when `in_modal`."""

    response_url: str | None
    trigger_id: str
    in_modal: bool


def command_request(payload: Payload, now: datetime) -> Request:
    """Raises UnreadablePayload."""
    return Request(
        text=_text(payload, "text", default=""),
        user_id=_text(payload, "user_id"),
        team_id=_text(payload, "team_id"),
        channel_id=_text(payload, "channel_id"),
        now=now,
    )


def press_of(payload: Payload, now: datetime) -> Press:
    """The button that was pressed; in App Home and in windows there is no channel and no message, so both are empty.

    Raises UnreadablePayload.
    """
    action = pressed_action(payload)
    container = _part(payload, "container")
    return Press(
        action_id=_text(action, "action_id"),
        value=_text(action, "value", default=""),
        user_id=_text(_part(payload, "user"), "id"),
        team_id=_text(_part(payload, "team"), "id", default=_text(_part(payload, "user"), "team_id", default="")),
        channel_id=_text(_part(payload, "channel"), "id", default=""),
        message_ts=_text(container, "message_ts", default=""),
        now=now,
    )


def way_of(payload: Payload) -> Way:
    """Raises UnreadablePayload."""
    return Way(
        response_url=response_url_of(payload),
        trigger_id=_text(payload, "trigger_id", default=""),
        in_modal=_part(payload, "view").get("type") == "modal",
    )


def response_url_of(payload: Payload) -> str | None:
    """None where Slack gave none."""
    address = payload.get("response_url")
    return address if isinstance(address, str) and address else None


def pressed_action(payload: Payload) -> Payload:
    """Raises UnreadablePayload."""
    actions = payload.get("actions")
    if not isinstance(actions, list) or not actions or not isinstance(actions[0], dict):
        raise UnreadablePayload("actions")
    return actions[0]


def _part(payload: Payload, name: str) -> Payload:
    part = payload.get(name)
    if part is None:
        return {}
    if not isinstance(part, dict):
        raise UnreadablePayload(name)
    return part


def _text(payload: Payload, name: str, default: str | None = None) -> str:
    value = payload.get(name)
    # Link buttons and empty commands carry null where others carry text.
    value = default if value is None else value
    if not isinstance(value, str):
        raise UnreadablePayload(name)
    return value
