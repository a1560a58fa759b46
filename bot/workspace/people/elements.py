"""The elements of blocks that people use: where they are, what was chosen in them, and what is chosen at first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from bot.workspace.errors import CannotDo
from bot.workspace.model import Json

VALUE_FIELD = {
    "overflow": "selected_option",
    "static_select": "selected_option",
    "external_select": "selected_option",
    "radio_buttons": "selected_option",
    "multi_static_select": "selected_options",
    "multi_external_select": "selected_options",
    "checkboxes": "selected_options",
    "users_select": "selected_user",
    "multi_users_select": "selected_users",
    "conversations_select": "selected_conversation",
    "multi_conversations_select": "selected_conversations",
    "channels_select": "selected_channel",
    "multi_channels_select": "selected_channels",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
    "rich_text_input": "rich_text_value",
    "file_input": "files",
}
"""In which field an element's value travels, by the element's type."""
_STATELESS = frozenset({"overflow"})
_FROM_BOT = frozenset({"external_select", "multi_external_select"})
_SHOWN = ("text", "value", "url", "confirm", "placeholder", "icon")
"""What Slack repeats of the element when it is used."""


@dataclass(frozen=True, slots=True)
class Found:
    """An element with the block it is in."""

    block: Json
    element: Json

    @property
    def block_id(self) -> str:
        """The block's."""
        return str(self.block.get("block_id", ""))

    @property
    def action_id(self) -> str:
        """The element's."""
        return str(self.element.get("action_id", ""))


def elements(blocks: Iterable[Json]) -> Iterator[Found]:
    """Everything in the blocks that can be used, in order."""
    for block in blocks:
        inside = block.get("elements") if block.get("type") in ("actions", "context_actions") else None
        for element in (*(inside or ()), block.get("accessory"), block.get("element")):
            if isinstance(element, dict) and "action_id" in element:
                yield Found(block, element)


def find(blocks: Iterable[Json], action: Json) -> Found | None:
    """The element that an action of the page means; `block_id` may be left out."""
    for one in elements(blocks):
        if one.action_id == action.get("action_id") and action.get("block_id") in (None, one.block_id):
            return one
    return None


def as_action(found: Found, given: Json, action_ts: str) -> Json:
    """What Slack tells of an element that was used. Raises CannotDo for what cannot be chosen in it."""
    element = found.element
    kind = str(element["type"])
    repeated = {name: element[name] for name in element if name in _SHOWN or name.startswith("initial_")}
    field = VALUE_FIELD.get(kind)
    if field is not None:
        # The value of an input is what was entered, and so is never repeated of the element.
        repeated[field] = chosen(element, given)
    base = {"type": kind, "block_id": found.block_id, "action_id": found.action_id}
    return {**base, **repeated, "action_ts": action_ts}


def entry(element: Json, given: Json) -> Json:
    """An element's part in the state of a view or message."""
    kind = str(element["type"])
    return {"type": kind, VALUE_FIELD[kind]: chosen(element, given)}


def has_state(element: Json) -> bool:
    """Whether Slack keeps what is chosen in it."""
    return element.get("type") in VALUE_FIELD and element["type"] not in _STATELESS


def initial(element: Json) -> Json:
    """The state of an element that nobody has touched."""
    kind = str(element["type"])
    field = VALUE_FIELD[kind]
    at_first = field.replace("selected", "initial") if field.startswith("selected") else "initial_value"
    empty: list[Any] | None = [] if field.endswith("s") else None
    return {"type": kind, field: element.get(at_first, empty)}


def chosen(element: Json, given: Json) -> Any:
    """The value in `given`, in Slack's form. Raises CannotDo when the element does not offer it."""
    kind = str(element["type"])
    field = VALUE_FIELD[kind]
    value = given.get(field)
    if kind in _FROM_BOT:
        return value
    if field == "selected_option":
        return None if value is None else _option(element, value)
    if field == "selected_options":
        return [_option(element, one) for one in _list(value)]
    if field.endswith("s"):
        return [str(one) for one in _list(value)]
    return value if kind == "rich_text_input" else _single(kind, value)


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise CannotDo("Several things can be chosen here; the page sent one.")
    return value


def _single(kind: str, value: Any) -> Any:
    if value is None or value == "":
        return None
    try:
        match kind:
            case "datepicker":
                return date.fromisoformat(value).isoformat()
            case "timepicker":
                return time.fromisoformat(value).strftime("%H:%M")
            case "datetimepicker":
                return int(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise CannotDo(f"“{value}” is no date or time.") from error
    return str(value)


def _option(element: Json, given: Any) -> Json:
    """The whole option; the page may send its value only."""
    value = given.get("value") if isinstance(given, dict) else given
    groups = [group.get("options", []) for group in element.get("option_groups") or ()]
    for option in (*(element.get("options") or ()), *(one for group in groups for one in group)):
        if option.get("value") == value:
            found: Json = option
            return found
    raise CannotDo("This option is not there any more.")
