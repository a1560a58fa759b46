"""What is entered in a window, as Slack's `state.values`, and what Slack itself finds wrong with it."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlsplit

from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from bot.workspace.people.elements import VALUE_FIELD, elements, entry, has_state, initial

LONGEST = 3_000
"""Characters of a text input, unless it allows fewer (docs.slack.dev, "Plain-text input element")."""
LONGEST_EMAIL = 254
"""Characters of an address (RFC 5321); an expression that tries longer ones takes its time."""
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def values(blocks: Iterable[Json], entered: Json) -> Json:
    """The state of all elements: what was entered, and what is there at first. Raises CannotDo for what cannot be
    entered."""
    state: Json = {}
    for found in elements(blocks):
        if has_state(found.element):
            given = part(part(entered, found.block_id), found.action_id)
            kept = entry(found.element, given) if given else initial(found.element)
            state.setdefault(found.block_id, {})[found.action_id] = kept
    return state


def part(entered: Json, name: str) -> Json:
    """What was entered in a block or an element, empty when nothing was. Raises CannotDo when it is no object."""
    part = entered.get(name) or {}
    if not isinstance(part, dict):
        raise CannotDo("What was entered has another form than Slack's.")
    return part


def mistakes(blocks: Iterable[Json], state: Json) -> dict[str, str]:
    """A sentence for each block whose input Slack would not send off."""
    found = {}
    for block in blocks:
        element = block.get("element")
        if block.get("type") != "input" or not isinstance(element, dict) or not has_state(element):
            continue
        value = state[block["block_id"]][element["action_id"]][VALUE_FIELD[element["type"]]]
        sentence = _mistake(element, value, optional=block.get("optional", False))
        if sentence is not None:
            found[str(block["block_id"])] = sentence
    return found


def _mistake(element: Json, value: Any, *, optional: bool) -> str | None:
    if value in (None, "", []):
        return None if optional else "This field is needed."
    match element["type"]:
        case "plain_text_input":
            return _length(element, value)
        case "email_text_input":
            fits = len(value) <= LONGEST_EMAIL and _EMAIL.fullmatch(value)
            return None if fits else "This is not an e-mail address."
        case "url_text_input":
            return None if _is_address(value) else "This is not the address of a page."
        case "number_input":
            return _number(element, value)
    most = element.get("max_selected_items")
    return f"At most {most} can be chosen." if isinstance(value, list) and most and len(value) > most else None


def _length(element: Json, text: str) -> str | None:
    least, most = element.get("min_length", 0), element.get("max_length", LONGEST)
    if len(text) < least:
        return f"At least {least} characters are needed."
    return f"There is room for {most} characters." if len(text) > most else None


def _number(element: Json, text: str) -> str | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return "This is not a number."
    if not number.is_finite() or (not element.get("is_decimal_allowed") and number != number.to_integral_value()):
        return "A whole number is needed."
    least, most = element.get("min_value"), element.get("max_value")
    if least is not None and number < Decimal(least):
        return f"The least is {least}."
    return f"The most is {most}." if most is not None and number > Decimal(most) else None


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
