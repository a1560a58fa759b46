"""Blocks and views for tests, every input there is, and what a page asked of the workspace."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Json = dict[str, Any]


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def option(text: str, value: str) -> Json:
    return {"text": plain(text), "value": value}


ONE, TWO, THREE = option("One", "1"), option("Two", "2"), option("Three", "3")
FOUND = option("Found", "f")


def element(kind: str, **properties: object) -> Json:
    return {"type": kind, "action_id": "act", **properties}


def actions(*elements: Json) -> list[Json]:
    return [{"type": "actions", "block_id": "row", "elements": list(elements)}]


def field(inner: Json, block_id: str = "block", **properties: object) -> Json:
    return {"type": "input", "block_id": block_id, "label": plain("Label"), "element": inner, **properties}


def view(*blocks: Json, **properties: object) -> Json:
    return {"id": "V1", "hash": "1", "type": "modal", "title": plain("Title"), "submit": plain("Save"),
            "blocks": list(blocks), **properties}  # fmt: skip


def show(stage: "Page", *views: Json) -> "Locator":
    stage.evaluate("stage.modals", list(views))
    return stage.get_by_role("dialog", name="Title")


def asked(stage: "Page", what: str, count: int = 1) -> list[Any]:
    """What the page asked of the workspace, once it asked that often."""
    stage.wait_for_function("([what, count]) => stage[what].length >= count", arg=[what, count])
    return list(stage.evaluate("what => stage[what]", what))


RICH = {"type": "rich_text", "elements": [
    {"type": "rich_text_section", "elements": [{"type": "text", "text": "https://a.example/"}]}]}  # fmt: skip

# Each type, what else it takes, and what its state says empty and filled in.
INPUTS: list[tuple[str, Json, str, Any, Any]] = [
    ("plain_text_input", {}, "value", None, "https://a.example/"),
    ("plain_text_input", {"multiline": True}, "value", None, "https://a.example/"),
    ("url_text_input", {}, "value", None, "https://a.example/"),
    ("email_text_input", {}, "value", None, "a@b.example"),
    ("number_input", {"is_decimal_allowed": False}, "value", None, "7"),
    ("rich_text_input", {}, "rich_text_value", None, RICH),
    ("static_select", {"options": [ONE, TWO]}, "selected_option", None, TWO),
    ("static_select", {"option_groups": [{"label": plain("G"), "options": [TWO]}]}, "selected_option", None, TWO),
    ("external_select", {}, "selected_option", None, FOUND),
    ("users_select", {}, "selected_user", None, "U0ADMIN"),
    ("channels_select", {}, "selected_channel", None, "C0GENERAL"),
    ("conversations_select", {}, "selected_conversation", None, "C0GENERAL"),
    ("multi_static_select", {"options": [ONE, TWO]}, "selected_options", [], [TWO]),
    ("multi_external_select", {}, "selected_options", [], [FOUND]),
    ("multi_users_select", {}, "selected_users", [], ["U0ADMIN"]),
    ("multi_channels_select", {}, "selected_channels", [], ["C0GENERAL"]),
    ("multi_conversations_select", {}, "selected_conversations", [], ["D0READER"]),
    ("checkboxes", {"options": [ONE, TWO]}, "selected_options", [], [TWO]),
    ("radio_buttons", {"options": [ONE, TWO]}, "selected_option", None, TWO),
    ("datepicker", {}, "selected_date", None, "2026-06-01"),
    ("timepicker", {}, "selected_time", None, "18:30"),
    ("datetimepicker", {}, "selected_date_time", None, 1780331400),
]
