"""What people do with elements: actions, the state of every input, menus and confirmations."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.block_payloads import (
    FOUND,
    INPUTS,
    ONE,
    THREE,
    TWO,
    Json,
    actions,
    asked,
    element,
    field,
    plain,
    show,
    view,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def fill_in(stage: "Page", kind: str) -> None:
    """Gives the only input of the window a value, as people do."""
    box = stage.get_by_label("Label")
    if kind.startswith("multi_") or kind == "external_select":
        box.click()
        if "external" in kind:
            stage.get_by_label("Search").fill("fou")
        names = {"users": "Admin", "channels": "#general", "conversations": "Paperboy", "external": "Found"}
        name = names.get(kind.removeprefix("multi_").removesuffix("_select"), "Two")
        stage.get_by_role("dialog", name="Choose").get_by_label(name).click()
        stage.keyboard.press("Escape")
    elif kind.endswith("_select"):
        box.select_option({"users_select": "U0ADMIN", "static_select": "2"}.get(kind, "C0GENERAL"))
    elif kind in ("checkboxes", "radio_buttons"):
        stage.get_by_label("Two").check()
    else:
        values = {"datepicker": "2026-06-01", "timepicker": "18:30", "datetimepicker": "2026-06-01T18:30",
                  "number_input": "7", "email_text_input": "a@b.example"}  # fmt: skip
        box.fill(values.get(kind, "https://a.example/"))


@pytest.mark.parametrize(("kind", "properties", "key", "empty", "filled"), INPUTS)
def test_state_values_have_what_is_filled_in(
    stage: "Page", kind: str, properties: Json, key: str, empty: object, filled: object
) -> None:
    stage.evaluate("found => stage.options.push(found)", FOUND)
    window = show(stage, view(field(element(kind, **properties), optional=True)))
    window.get_by_role("button", name="Save").click()
    fill_in(stage, kind)
    window.get_by_role("button", name="Save").click()
    before, after = asked(stage, "submissions", 2)
    assert before == {"id": "V1", "values": {"block": {"act": {"type": kind, key: empty}}}}
    assert after == {"id": "V1", "values": {"block": {"act": {"type": kind, key: filled}}}}


@pytest.mark.parametrize(("kind", "properties", "key", "empty", "filled"), INPUTS)
def test_inputs_begin_with_their_initial_value(
    stage: "Page", kind: str, properties: Json, key: str, empty: object, filled: object
) -> None:
    initial = f"initial_{key.removeprefix('selected_').removeprefix('rich_text_')}"
    window = show(stage, view(field(element(kind, **properties, **{initial: filled}))))
    window.get_by_role("button", name="Save").click()
    assert asked(stage, "submissions")[0]["values"]["block"]["act"] == {"type": kind, key: filled}


def test_a_button_tells_its_value_and_what_was_filled_in_beside_it(stage: "Page") -> None:
    button = element("button", text=plain("Press :tada:"), value="v", accessibility_label="Press this")
    row = actions(button, element("static_select", options=[ONE, TWO]) | {"action_id": "pick"})
    stage.evaluate("stage.blocks", row)
    stage.get_by_label("static select").select_option("2")
    stage.get_by_role("button", name="Press this").click()
    picked, pressed = asked(stage, "actions", 2)
    assert picked["action"] == {"type": "static_select", "action_id": "pick", "block_id": "row", "selected_option": TWO}
    assert pressed["action"] == {
        "type": "button", "action_id": "act", "block_id": "row", "text": plain("Press :tada:"), "value": "v",
    }  # fmt: skip
    assert pressed["values"] == {"row": {"pick": {"type": "static_select", "selected_option": TWO}}}


def test_an_overflow_menu_is_used_with_the_keyboard(stage: "Page") -> None:
    stage.evaluate("stage.blocks", actions(element("overflow", options=[ONE, TWO])))
    stage.get_by_role("button", name="More options").press("Enter")
    stage.keyboard.press("ArrowDown")
    stage.keyboard.press("Enter")
    assert asked(stage, "actions")[0]["action"]["selected_option"] == TWO


CONFIRM = {"title": plain("Really?"), "text": {"type": "mrkdwn", "text": "It is *gone* then."},
           "confirm": plain("Do it"), "deny": plain("Stop")}  # fmt: skip


def test_a_confirmation_is_asked_before_a_button_acts(stage: "Page") -> None:
    stage.evaluate("stage.blocks", actions(element("button", text=plain("Press"), confirm=CONFIRM)))
    dialog = stage.get_by_role("dialog", name="Really?")
    stage.get_by_role("button", name="Press").click()
    assert dialog.locator("strong").text_content() == "gone"
    dialog.get_by_role("button", name="Stop").click()
    stage.get_by_role("button", name="Press").click()
    assert stage.evaluate("stage.actions") == []
    dialog.get_by_role("button", name="Do it").click()
    assert len(asked(stage, "actions")) == 1


def test_a_choice_that_is_not_confirmed_is_taken_back(stage: "Page") -> None:
    stage.evaluate(
        "stage.blocks", actions(element("static_select", options=[ONE, TWO], initial_option=ONE, confirm=CONFIRM))
    )
    stage.get_by_label("static select").select_option("2")
    stage.get_by_role("button", name="Stop").click()
    stage.wait_for_function("stage.values.row.act.selected_option.value === '1'")
    assert stage.get_by_label("static select").input_value() == "1"
    assert stage.evaluate("stage.actions") == []


def test_an_action_that_fails_says_so_beside_the_button(stage: "Page") -> None:
    stage.evaluate("stage.blocks", actions(element("button", text=plain("Press"))))
    stage.evaluate("stage.refusal = 'It took too long.'")
    stage.get_by_role("button", name="Press").click()
    assert stage.get_by_role("alert").text_content() == "⚠ It took too long."


def test_inputs_dispatch_when_their_configuration_says(stage: "Page") -> None:
    each = element("plain_text_input", dispatch_action_config={"trigger_actions_on": ["on_character_entered"]})
    window = show(
        stage, view(field(element("plain_text_input"), dispatch_action=True), field(each, "each", dispatch_action=True))
    )
    first, second = window.get_by_label("Label").all()
    first.press_sequentially("ab")
    first.press("Enter")
    second.press_sequentially("x")
    told = [(one["action"]["block_id"], one["action"]["value"], one["view_id"]) for one in asked(stage, "actions", 2)]
    assert told == [("block", "ab", "V1"), ("each", "x", "V1")]
    assert stage.evaluate("stage.submissions") == []


def test_no_more_than_the_greatest_number_can_be_chosen(stage: "Page") -> None:
    inner = element("multi_static_select", options=[ONE, TWO, THREE], max_selected_items=2)
    show(stage, view(field(inner)))
    stage.get_by_label("Label").click()
    box = stage.get_by_role("dialog", name="Choose")
    box.get_by_label("One").check()
    box.get_by_label("Two").check()
    assert box.get_by_label("Three").is_disabled()
    stage.keyboard.press("Escape")
    stage.get_by_label("Label").filter(has_text="One, Two").wait_for()
    assert stage.evaluate("stage.closings") == []  # Escape closed the box, not the window.


def test_the_app_is_not_asked_for_options_before_enough_is_typed(stage: "Page") -> None:
    show(stage, view(field(element("external_select", min_query_length=2))))
    stage.evaluate("found => stage.options.push(found)", FOUND)
    stage.get_by_label("Label").click()
    stage.get_by_label("Search").fill("k")
    stage.get_by_text("Type at least 2 characters.").wait_for()
    stage.get_by_label("Search").fill("kv")
    stage.get_by_label("Found").click()
    assert asked(stage, "queries") == [{"view_id": "V1", "block_id": "block", "action_id": "act", "value": "kv"}]
    stage.get_by_label("Label").filter(has_text="Found").wait_for()


def test_the_home_tab_acts_within_its_view(stage: "Page") -> None:
    stage.evaluate(
        "stage.home", {"id": "V9", "type": "home", "blocks": actions(element("button", text=plain("Press")))}
    )
    stage.get_by_role("button", name="Press").click()
    assert asked(stage, "actions")[0]["view_id"] == "V9"


def test_a_time_picker_tells_its_time_zone(stage: "Page") -> None:
    stage.evaluate("stage.blocks", actions(element("timepicker", timezone="Asia/Tokyo")))
    stage.get_by_label("timepicker").fill("07:45")
    action = asked(stage, "actions")[0]["action"]
    assert (action["selected_time"], action["timezone"]) == ("07:45", "Asia/Tokyo")
