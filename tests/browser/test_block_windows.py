"""The windows of an app: errors, drafts, the stack of views, the ways to close them, and the focus."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.block_payloads import INPUTS, Json, asked, element, field, plain, show, view

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize(
    ("inner", "typed", "sentence"),
    [
        (element("plain_text_input"), "", "Please complete this required field."),
        (element("plain_text_input", min_length=3), "ab", "Write at least 3 characters."),
        (element("plain_text_input", max_length=3), "abcd", "Write at most 3 characters; these are 4."),
        (element("email_text_input"), "nobody", "Write a valid email address."),
        (element("url_text_input"), "javascript:1", "Write a valid URL."),
        (element("number_input", is_decimal_allowed=False), "1.5", "Write a whole number."),
        (element("number_input", is_decimal_allowed=True, min_value="2"), "1.5", "Write at least 2."),
        (element("number_input", is_decimal_allowed=True, max_value="1"), "1.5", "Write at most 1."),
    ],
)
def test_what_slack_refuses_itself_is_not_submitted(stage: "Page", inner: Json, typed: str, sentence: str) -> None:
    window = show(stage, view(field(inner)))
    window.get_by_label("Label").fill(typed)
    window.get_by_role("button", name="Save").click()
    assert window.get_by_text(sentence).is_visible()
    assert stage.evaluate("stage.submissions") == []


def test_errors_of_the_app_stand_under_their_inputs_and_take_the_focus(stage: "Page") -> None:
    window = show(stage, view(field(element("plain_text_input")), field(element("plain_text_input"), "second")))
    stage.evaluate("stage.answer = {errors: {second: 'Taken *already*.'}}")
    first, second = window.get_by_label("Label").all()
    first.fill("one")
    second.fill("two")
    second.press("Enter")
    window.get_by_text("Taken *already*.").wait_for()
    assert second.get_attribute("aria-invalid") == "true"
    assert first.get_attribute("aria-invalid") is None
    description = stage.evaluate(
        "id => document.getElementById(id).textContent", second.get_attribute("aria-describedby")
    )
    assert description == "Taken *already*."
    assert second.evaluate("node => node === document.activeElement")
    assert asked(stage, "submissions")[0]["values"]["second"]["act"]["value"] == "two"


def test_a_submission_that_fails_keeps_the_window_and_says_why(stage: "Page") -> None:
    window = show(stage, view(field(element("plain_text_input"))))
    stage.evaluate("stage.refusal = 'We had some trouble.'")
    window.get_by_label("Label").fill("kept")
    window.get_by_role("button", name="Save").click()
    window.get_by_role("alert").filter(has_text="We had some trouble.").wait_for()
    assert window.get_by_label("Label").input_value() == "kept"


def test_an_updated_view_keeps_what_was_written_and_where_the_person_is(stage: "Page") -> None:
    window = show(stage, view(field(element("plain_text_input"))))
    window.get_by_label("Label").fill("typed")
    show(stage, view(field(element("plain_text_input", initial_value="other")), hash="2", submit=plain("Store")))
    assert window.get_by_label("Label").input_value() == "typed"
    assert window.get_by_label("Label").evaluate("node => node === document.activeElement")
    assert window.get_by_role("button", name="Store").is_visible()


def test_the_topmost_view_is_shown_and_what_lies_under_it_comes_back_filled_in(stage: "Page") -> None:
    below = view(field(element("plain_text_input")))
    window = show(stage, below)
    window.get_by_label("Label").fill("below")
    show(stage, below, view(field(element("plain_text_input")), id="V2", submit=plain("Go on")))
    assert window.get_by_label("Label").input_value() == ""
    show(stage, below)
    assert window.get_by_label("Label").input_value() == "below"
    show(stage)
    assert stage.get_by_role("dialog").count() == 0


def test_the_ways_to_close_a_window_are_told_apart(stage: "Page") -> None:
    window = show(stage, view(close=plain("Not now")))
    window.get_by_role("button", name="Not now").click()
    window.get_by_role("button", name="Close all").click()
    for _ in range(2):  # A browser does not let a page refuse the second one.
        stage.keyboard.press("Escape")
    told = [{"id": "V1", "clear": clear} for clear in (False, True, False, False)]
    assert asked(stage, "closings", 4) == told
    assert window.is_visible()  # Only the workspace closes it.


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_window_with_every_input_has_no_serious_accessibility_finding(
    stage: "Page", serious_findings: "Callable[[Page], list[str]]", scheme: Literal["light", "dark"]
) -> None:
    stage.emulate_media(color_scheme=scheme)
    fields = [field(element(kind, **more), f"b{place}") for place, (kind, more, *_) in enumerate(INPUTS)]
    window = show(stage, view({"type": "section", "text": plain("Words")}, *fields))
    window.get_by_role("button", name="Save").click()
    assert window.get_by_text("Please complete this required field.").count() == len(INPUTS)
    assert serious_findings(stage) == []
    window.locator("[aria-haspopup=dialog]").first.click()
    assert serious_findings(stage) == []


def test_a_window_keeps_the_focus_and_begins_where_the_view_says(stage: "Page") -> None:
    later = field(element("plain_text_input", focus_on_load=True), "second")
    window = show(stage, view(field(element("plain_text_input")), later))
    assert window.get_by_label("Label").last.evaluate("node => node === document.activeElement")
    for _ in range(6):
        stage.keyboard.press("Tab")
        assert stage.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
