"""Rules for single elements that Slack's types do not express; sources are listed in docs/slack-checks.md."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from bot.workspace.checks.problem import Found
from bot.workspace.model import Json

PLAIN_TEXT_INPUT = 3_000  # [S]
GROUP_LABEL, GROUP_OPTIONS = 75, 100  # [T], the sentences of OptionGroup, which the types of selects do not refer to
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def elements(block: Json) -> Iterator[tuple[str, Json]]:
    """Every element that a person can use in the block, with its pointer inside the block."""
    for key in ("accessory", "element"):
        if isinstance(block.get(key), dict):
            yield f"/{key}", block[key]
    for number, element in enumerate(block.get("elements", ()) if block["type"] != "rich_text" else ()):
        yield f"/elements/{number}", element


def element_trouble(element: Json) -> Iterator[Found]:
    """What Slack does not take in one element of the right type."""
    kind = element["type"]
    if kind in ("static_select", "multi_static_select") and ("options" in element) == ("option_groups" in element):
        yield "", "Either options or option_groups must be there."  # [B]
    yield from _choices(element)
    yield from _initial(element)
    yield from _dates(element)
    yield from _bounds(element)


def _choices(element: Json) -> Iterator[Found]:
    for key in ("options", "option_groups"):
        if key in element and not element[key]:
            yield f"/{key}", "At least one must be there."  # [O]
    for number, one in enumerate(element.get("options", ())):
        if "value" not in one:
            yield f"/options/{number}", "Missing: value."  # [B]
    for number, group in enumerate(element.get("option_groups", ())):
        yield from _group(group, f"/option_groups/{number}")


def _group(group: Json, at: str) -> Iterator[Found]:
    if not 1 <= len(group["options"]) <= GROUP_OPTIONS:
        yield f"{at}/options", f"{len(group['options'])} items; 1 to {GROUP_OPTIONS} must be there."  # [O] [T]
    if len(group["label"]["text"]) > GROUP_LABEL:
        yield f"{at}/label/text", f"{len(group['label']['text'])} characters; at most {GROUP_LABEL} are allowed."


def _options(element: Json) -> list[Json]:
    groups = [group["options"] for group in element.get("option_groups", ())]
    return [*element.get("options", ()), *(option for group in groups for option in group)]


def _initial(element: Json) -> Iterator[Found]:
    """[B] What is chosen at first is exactly one of the options; external selects have none of their own."""
    if "external" in element["type"]:
        return
    if "initial_option" in element and element["initial_option"] not in _options(element):
        yield "/initial_option", "Not one of the options."
    for number, option in enumerate(element.get("initial_options", ())):
        if option not in _options(element):
            yield f"/initial_options/{number}", "Not one of the options."


def _dates(element: Json) -> Iterator[Found]:
    """[B] The forms in which dates and times are written."""
    if "initial_date" in element and not _is_date(element["initial_date"]):
        yield "/initial_date", "Not a date of the form YYYY-MM-DD."
    if "initial_time" in element and not _TIME.fullmatch(element["initial_time"]):
        yield "/initial_time", "Not a time of the form HH:mm."
    if "initial_date_time" in element and len(str(element["initial_date_time"])) != 10:
        yield "/initial_date_time", "Not a time in seconds with 10 digits."


def _is_date(text: str) -> bool:
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and date.fromisoformat(text) is not None
    except ValueError:
        return False


def _bounds(element: Json) -> Iterator[Found]:
    """[B] [S] Lengths and values between which an input may be."""
    longest = element.get("max_length", PLAIN_TEXT_INPUT)
    if not 1 <= longest <= PLAIN_TEXT_INPUT:
        yield "/max_length", f"Not between 1 and {PLAIN_TEXT_INPUT}."
    if not 0 <= element.get("min_length", 0) <= longest:
        yield "/min_length", "Not between 0 and max_length."
    for key in ("min_value", "max_value"):
        if key in element and _number(element[key]) is None:
            yield f"/{key}", "Not a number."
    least, most = _number(element.get("min_value")), _number(element.get("max_value"))
    if least is not None and most is not None and least > most:
        yield "/min_value", "More than max_value."


def _number(text: Any, parse: Callable[[Any], float] = float) -> float | None:
    try:
        return None if text is None else parse(text)
    except ValueError:
        return None
