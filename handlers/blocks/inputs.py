"""Windows to be filled in: fields with a label each, whose block id is the name under which they come back."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks import kit, shapes
from handlers.messages import Block, Modal

Option = tuple[str, str]
"""What is read and what comes back."""

LABEL = 75  # Slack takes 2,000 characters for a label and 75 for an option; ours are short


def form(title: str, blocks: Sequence[Block], *, submit: str, callback_id: str, state: str) -> Modal:
    """A window with a button that sends it off."""
    return replace(shapes.modal(title, blocks), submit=submit, callback_id=callback_id, state=state)


def text_field(name: str, label: str, *, value: str = "", hint: str = "", longest: int) -> Block:
    """A line to type."""
    element: Block = {"type": "plain_text_input", "max_length": longest}
    if value:
        element["initial_value"] = kit.tidy(value)[:longest]
    return _field(name, label, element, hint)


def choice(name: str, label: str, options: Sequence[Option], chosen: str, *, hint: str = "") -> Block:
    """One of a few options, the one with the value `chosen` at first."""
    made = [{"text": _plain(read), "value": value} for read, value in options]
    initial = next(option for option in made if option["value"] == chosen)
    return _field(name, label, {"type": "static_select", "options": made, "initial_option": initial}, hint)


def time_field(name: str, label: str, value: str, zone: str) -> Block:
    """A time of day in this time zone."""
    return _field(name, label, {"type": "timepicker", "initial_time": value, "timezone": zone})


def channel_field(name: str, label: str, value: str) -> Block:
    """A channel that the person is in."""
    element: Block = {"type": "conversations_select", "filter": {"include": ["public", "private"]}}
    if value[:1] in ("C", "G"):
        element["initial_conversation"] = value
    return _field(name, label, element)


def _field(name: str, label: str, element: Block, hint: str = "") -> Block:
    made: Block = {"type": "input", "block_id": name, "label": _plain(label), "element": {**element, "action_id": name}}
    return {**made, "hint": _plain(hint)} if hint else made


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": kit.cut(kit.tidy(text), LABEL * 2), "emoji": False}
