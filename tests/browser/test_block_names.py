"""Names that the bot or a writer chose are looked up as names: what JavaScript calls by such a name is not meant."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.block_payloads import ONE, TWO, Json, actions, element, field, show, view

if TYPE_CHECKING:
    from playwright.sync_api import Page

OWN = ("__proto__", "constructor", "toString")


@pytest.mark.parametrize("name", OWN)
def test_an_input_by_any_name_keeps_what_is_filled_in(stage: "Page", name: str) -> None:
    window = show(stage, view(field(element("plain_text_input"), name), field(element("plain_text_input"), "other")))
    for box in window.get_by_label("Label").all():
        box.fill("filled in")
    window.get_by_role("button", name="Save").click()
    stage.wait_for_function("stage.submissions.length > 0")
    sent: Json = stage.evaluate("stage.submissions.map(one => Object.entries(one.values).map(([name]) => name))[0]")

    assert sorted(sent) == sorted([name, "other"])
    assert stage.evaluate("[Object.prototype.act, Object.act, Object.prototype.toString.act]") == [None, None, None]


@pytest.mark.parametrize("name", OWN)
def test_what_is_chosen_in_a_message_stays_with_the_message(stage: "Page", name: str) -> None:
    blocks = actions(element("static_select", options=[ONE, TWO], initial_option=ONE))
    stage.evaluate("stage.blocks", [{**blocks[0], "block_id": name}])
    stage.locator("#host select").select_option("2")
    stage.wait_for_function("stage.actions.length > 0")

    assert stage.evaluate("[Object.prototype.act, Object.act, Object.prototype.toString.act]") == [None, None, None]


@pytest.mark.parametrize("name", OWN)
def test_a_date_with_a_token_that_there_is_not_is_drawn_as_it_stands(stage: "Page", name: str) -> None:
    assert "{" + name + "}" in stage.evaluate("stage.mrkdwn", f"<!date^1^{{{name}}}|some day>")


@pytest.mark.parametrize("codes", ["110000", "1f600-zz", "", "-1"])
def test_an_emoji_of_no_character_is_its_name(stage: "Page", codes: str) -> None:
    emoji = {"type": "emoji", "name": "strange", "unicode": codes}
    section = {"type": "rich_text_section", "elements": [emoji, {"type": "text", "text": " after"}]}
    stage.evaluate("stage.blocks", [{"type": "rich_text", "elements": [section]}])

    assert stage.locator("#host").text_content() == ":strange: after"
