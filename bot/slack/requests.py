"""What Slack sends, read into requests, presses and the like."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from handlers.happenings import Happening
from handlers.messages import Request
from handlers.windows import Look, Press, Shortcut, Submission

Payload = Mapping[str, Any]

_ENTRIES = (
    "value", "selected_option", "selected_options", "selected_conversation", "selected_conversations",
    "selected_channel", "selected_channels", "selected_user", "selected_users", "selected_date", "selected_time",
    "selected_date_time",
)  # fmt: skip


class UnreadablePayload(Exception):
    """Slack's payload lacks something that every such payload has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How to answer a press: by its response URL, absent in App Home and windows, and by opening a window with
    `trigger_id`, on top of another one when `in_modal`: that is `view_id`, the topmost of so many `stacked`. `at` tells
    which of two presses came later."""

    response_url: str | None
    trigger_id: str
    in_modal: bool
    view_id: str = ""
    stacked: int = 0
    at: str = ""


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
        values=dict(_entered(_part(_part(_part(payload, "view"), "state"), "values"))),
        state=_text(_part(payload, "view"), "private_metadata", default=""),
        window=_text(_part(payload, "view"), "id", default=""),
    )


def way_of(payload: Payload) -> Way:
    """Raises UnreadablePayload."""
    view = _part(payload, "view")
    action = next(iter(payload.get("actions") or ()), None)
    return Way(
        response_url=response_url_of(payload),
        trigger_id=_text(payload, "trigger_id", default=""),
        in_modal=view.get("type") == "modal",
        view_id=_text(view, "id", default=""),
        stacked=_stacked(view),
        at=_text(action, "action_ts", default="") if isinstance(action, dict) else "",
    )


def shortcut_of(payload: Payload, now: datetime) -> Shortcut:
    """A shortcut that was chosen. Raises UnreadablePayload."""
    message = _part(payload, "message")
    thread_ts = _text(message, "thread_ts", default="")
    ts = _text(message, "ts", default="")
    return Shortcut(
        callback_id=_text(payload, "callback_id"),
        user_id=_text(_part(payload, "user"), "id"),
        team_id=_text(_part(payload, "team"), "id", default=_text(_part(payload, "user"), "team_id", default="")),
        channel_id=_text(_part(payload, "channel"), "id", default=""),
        text=_text(message, "text", default=""),
        message_ts=ts,
        thread_ts=thread_ts if thread_ts and thread_ts != ts else None,
        now=now,
    )


def submission_of(payload: Payload, now: datetime) -> Submission:
    """A window that was sent off. Raises UnreadablePayload."""
    view = _part(payload, "view")
    return Submission(
        callback_id=_text(view, "callback_id", default=""),
        state=_text(view, "private_metadata", default=""),
        values=dict(_entered(_part(_part(view, "state"), "values"))),
        user_id=_text(_part(payload, "user"), "id"),
        team_id=_text(_part(payload, "team"), "id", default=_text(_part(payload, "user"), "team_id", default="")),
        now=now,
        below=_text(view, "previous_view_id", default=""),
    )


def happening_of(
    payload: Payload, kind: Literal["joined", "left", "archived", "unarchived"], now: datetime
) -> Happening:
    """Something that happened to a channel, from its event. Raises UnreadablePayload."""
    event = _part(payload, "event")
    return Happening(
        kind=kind,
        channel_id=_text(event, "channel"),
        # Who invited the bot, where Slack tells.
        user_id=_text(event, "inviter", default=_text(event, "user", default="")),
        team_id=_text(payload, "team_id"),
        now=now,
    )


def look_of(payload: Payload, now: datetime) -> Look:
    """A person came to their Home, from its event. Raises UnreadablePayload."""
    event = _part(payload, "event")
    return Look(
        user_id=_text(event, "user"),
        team_id=_text(payload, "team_id"),
        # What they saw there last, if that was ours.
        place=_text(_part(event, "view"), "private_metadata", default=""),
        came=True,
        now=now,
    )


def first_input(payload: Payload) -> str:
    """The block id of a window's first field, where what is wrong with all of it can be said. Raises
    UnreadablePayload."""
    fields = [block for block in _part(payload, "view").get("blocks") or () if block.get("type") == "input"]
    return _text(fields[0], "block_id") if fields else ""


def _stacked(view: Payload) -> int:
    """How many windows lie there, this one on top: a window knows the first and the one below it."""
    if view.get("type") != "modal":
        return 0
    below = view.get("previous_view_id")
    if not below:
        return 1
    return 2 if below == view.get("root_view_id") else 3


def _entered(values: Payload) -> Iterator[tuple[str, str]]:
    """Name and text of every field that was filled in."""
    for fields in values.values():
        for name, field in fields.items() if isinstance(fields, dict) else ():
            text = _entry(field) if isinstance(field, dict) else ""
            if text:
                yield name, text


def _entry(field: Payload) -> str:
    """Each kind of field keeps what was entered under a name of its own."""
    for name in _ENTRIES:
        entered = field.get(name)
        if isinstance(entered, dict):
            entered = entered.get("value")
        if isinstance(entered, list):
            entered = ",".join(str(one.get("value") if isinstance(one, dict) else one) for one in entered)
        if isinstance(entered, str | int):
            return str(entered)
    return ""


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
