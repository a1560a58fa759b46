"""What cannot be drawn is said in its place, and everything around it is there."""

from typing import TYPE_CHECKING

from bot.workspace.model import Json, Message
from bot.workspace.town import GENERAL, READER
from tests.browser.block_payloads import element, field, plain, show, view
from tests.browser.visits import UNDRAWN, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

NO_BLOCK = "This block cannot be drawn here."
NO_MESSAGE = "This message cannot be drawn here."
BROKEN = {"type": "section", "text": 1}
"""No workspace lets it pass; it stands for what nobody thought of."""
GOOD = {"type": "section", "text": plain("Good")}


def take_undrawn(stage_page: "tuple[Page, list[str]]") -> list[str]:
    """What could not be drawn meanwhile, which is then no complaint any more."""
    _, complaints = stage_page
    found = [match[1] for match in map(UNDRAWN.match, complaints) if match]
    complaints[:] = [one for one in complaints if not UNDRAWN.match(one)]
    return found


def keep(visit: Visit, **rest: object) -> str:
    """A message that no method checked; the result is its `ts`."""
    state = visit.town.workspace.state
    ts = state.new_ts()
    body: Json = {"type": "message", "user": READER.id, "ts": ts, "text": "", **rest}
    state.save_message(Message(channel=GENERAL, ts=ts, body=body))
    return ts


def test_a_block_that_cannot_be_drawn_leaves_the_others(stage: "Page", stage_page: "tuple[Page, list[str]]") -> None:
    blocks = [GOOD, BROKEN, None, {"type": "constructor"}, GOOD]
    stage.evaluate("stage.blocks", blocks)
    drawn = stage.locator("#host .b-block").all_inner_texts()
    assert drawn == ["Good", NO_BLOCK, NO_BLOCK, NO_BLOCK, "Good"]
    assert take_undrawn(stage_page) == ["block"] * 3


def test_a_window_with_a_block_that_cannot_be_drawn_is_filled_in_and_sent(
    stage: "Page", stage_page: "tuple[Page, list[str]]"
) -> None:
    window = show(stage, view(BROKEN, field(element("plain_text_input"))))
    window.get_by_text(NO_BLOCK).wait_for()
    window.get_by_label("Label").fill("filled in")
    window.get_by_role("button", name="Save").click()
    stage.wait_for_function("stage.submissions.length === 1")
    assert take_undrawn(stage_page) == ["block"]


def test_a_message_that_cannot_be_drawn_leaves_the_others_and_can_be_deleted(at_probe: Visit) -> None:
    visit = at_probe
    keep(visit, text="before")
    keep(visit, text="broken", reactions=[{"name": "eyes"}])
    keep(visit, blocks=[BROKEN])
    visit.open()
    visit.say("after")
    visit.row("after").wait_for()
    contents = visit.page.locator("main .contents").all_inner_texts()
    assert contents == ["before", NO_MESSAGE, NO_BLOCK, "after"]
    visit.look("undrawn")
    visit.menu(NO_MESSAGE, "Delete")
    visit.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    visit.row(NO_MESSAGE).wait_for(state="detached")
    assert sorted(visit.undrawn) == ["block", "message"]
    visit.undrawn.clear()
