"""Windows to be filled in: fields with a label each, whose block id is the name under which they come back."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks import kit, shapes
from handlers.messages import Block
from handlers.windows import Modal

Option = tuple[str, str]
"""What is read and what comes back."""

LABEL = 75  # Slack takes 2,000 characters for a label and 75 for an option; ours are short


def form(title: str, blocks: Sequence[Block], *, submit: str, callback_id: str, state: str) -> Modal:
    """A window with a button that sends it off."""
    return replace(shapes.modal(title, blocks), submit=submit, callback_id=callback_id, state=state)


def text_field(
    name: str, label: str, *, value: str = "", hint: str = "", longest: int, optional: bool = False,
    several: bool = False,
) -> Block:  # fmt: skip
    """A line to type, or `several`; an `optional` one may be left empty."""
    element: Block = {"type": "plain_text_input", "max_length": longest}
    if several:
        element["multiline"] = True
    if value:
        element["initial_value"] = (kit.visible(value) if several else kit.tidy(value))[:longest]
    made = _field(name, label, element, hint)
    return {**made, "optional": True} if optional else made


def choice(name: str, label: str, options: Sequence[Option], chosen: str, *, hint: str = "") -> Block:
    """One of a few options, the one with the value `chosen` at first."""
    return _field(name, label, _select(options, chosen), hint)


def heard(line: Block) -> Block:
    """The line to type, told of while the window stays: when Enter is pressed in it."""
    element = {**line["element"], "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]}}
    return {**line, "dispatch_action": True, "element": element}


def select(action_id: str, options: Sequence[Option], chosen: str) -> Block:
    """One of several options, to stand in a row of buttons: told of at once."""
    return {**_select(options, chosen), "action_id": action_id}


def tick(action_id: str, option: Option, *, ticked: bool) -> Block:
    """One thing to tick, to stand in a row of buttons: told of at once."""
    made = _options([option])
    initial = {"initial_options": made} if ticked else {}
    return {"type": "checkboxes", "options": made, **initial, "action_id": action_id}


def time_field(name: str, label: str, value: str, zone: str) -> Block:
    """A time of day in this time zone."""
    return _field(name, label, {"type": "timepicker", "initial_time": value, "timezone": zone})


def channel_field(name: str, label: str, value: str) -> Block:
    """A channel that the person is in."""
    element: Block = {"type": "conversations_select", "filter": {"include": ["public", "private"]}}
    if value[:1] in ("C", "G"):
        element["initial_conversation"] = value
    return _field(name, label, element)


def _select(options: Sequence[Option], chosen: str) -> Block:
    made = _options(options)
    initial = next(option for option in made if option["value"] == chosen)
    return {"type": "static_select", "options": made, "initial_option": initial}


def _options(options: Sequence[Option]) -> list[Block]:
    return [{"text": _plain(read), "value": value} for read, value in options]


def _field(name: str, label: str, element: Block, hint: str = "") -> Block:
    made: Block = {"type": "input", "block_id": name, "label": _plain(label), "element": {**element, "action_id": name}}
    return {**made, "hint": _plain(hint)} if hint else made


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": kit.cut(kit.tidy(text), LABEL * 2), "emoji": False}
