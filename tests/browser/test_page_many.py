"""A channel with very many messages, and a browser with very many tabs."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from bot.workspace.model import Message
from bot.workspace.town import GENERAL, PAPERS
from tests.browser.towns import Town
from tests.browser.visits import Begin, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

AT_ONCE = 300
MOST_CONNECTIONS = 6
"""Which a browser keeps to one server."""
EARLIER = "Show earlier messages"


def said(visit: Visit, channel: str, count: int) -> list[str]:
    """As many messages of one person, and their `ts`."""
    state = visit.town.workspace.state
    names = [state.new_ts() for _ in range(count)]
    for place, ts in enumerate(names):
        body = {"type": "message", "user": "U0CURATOR", "ts": ts, "text": f"number {place}."}
        state.save_message(Message(channel=channel, ts=ts, body=body))
    return names


def drawn(visit: Visit) -> list[str]:
    """The messages in the list, from above."""
    found: list[str] = visit.page.locator("main li.message .contents").all_inner_texts()
    return found


def where(visit: Visit, ts: str) -> float:
    """How far down a message stands."""
    row = visit.page.locator(f"main li.message[data-ts='{ts}']")
    return float(row.evaluate("row => row.querySelector('.contents').getBoundingClientRect().top"))


def test_the_newest_messages_are_drawn_and_earlier_ones_on_demand(at_probe: Visit) -> None:
    visit = at_probe
    names = said(visit, GENERAL, 2 * AT_ONCE + 50)
    visit.open()
    visit.row("number 649.").wait_for()
    assert (len(drawn(visit)), drawn(visit)[0]) == (AT_ONCE, "number 350.")
    assert visit.page.locator(".beginning").count() == 0

    earlier = visit.page.get_by_role("button", name=EARLIER)
    earlier.scroll_into_view_if_needed()
    before = where(visit, names[351])
    earlier.click()
    visit.row("number 50.").wait_for()
    assert abs(where(visit, names[351]) - before) < 2
    assert (len(drawn(visit)), drawn(visit)[0]) == (2 * AT_ONCE, "number 50.")
    assert visit.page.locator(f"main li.message[data-ts='{names[350]}']:focus").count() == 1

    visit.say("and one more")
    visit.row("and one more").wait_for()
    assert drawn(visit)[0] == "number 50."
    earlier.focus()
    visit.page.keyboard.press("Enter")
    visit.page.get_by_role("heading", name="This is #general").wait_for()
    assert drawn(visit)[0] == "number 0."
    assert earlier.count() == 0


def test_a_link_to_an_early_message_leads_there(at_probe: Visit) -> None:
    visit = at_probe
    names = said(visit, GENERAL, AT_ONCE + 50)
    visit.open(f"/#/{GENERAL}/p{names[20]}")
    visit.page.locator(f"main li.message.found[data-ts='{names[20]}']:focus").wait_for()
    assert drawn(visit)[0] == "number 20."
    assert visit.page.get_by_role("button", name=EARLIER).count() == 1


def test_the_line_above_what_is_new_is_drawn_however_much_that_is(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.turn_to("papers")
    said(visit, PAPERS, 10)
    visit.row("number 9.").wait_for()
    visit.turn_to("general")
    said(visit, PAPERS, AT_ONCE + 20)
    visit.page.get_by_role("link", name=f"papers {AT_ONCE + 20} new").click()
    visit.page.locator(".line.new").wait_for(state="attached")
    assert len(drawn(visit)) == AT_ONCE + 21
    assert visit.page.locator(".line.new + li.message").inner_text().endswith("number 0.")


# --- Tabs ---


@pytest.fixture
def apart(begin_apart: Begin, probe_town: Town) -> Iterator[Visit]:
    """In a browser whose clock the test may move."""
    with begin_apart(probe_town) as started:
        yield started


def turn_away(page: "Page", hidden: bool) -> None:
    """Tells the page that another one is looked at, or itself again; a headless browser shows all of them."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_tab_behind_others_leaves_its_connection_to_them_and_catches_up(apart: Visit) -> None:
    visit = apart
    visit.page.clock.install()
    visit.open()
    address = visit.page.url
    behind = [visit.page, *(visit.page.context.new_page() for _ in range(MOST_CONNECTIONS - 1))]
    for page in behind:
        if page is not visit.page:
            page.goto(address)
            page.locator("main h1").first.wait_for()
        turn_away(page, True)
    visit.page.clock.fast_forward(10_000)  # Of all pages: they share the context's clock.

    seventh = visit.page.context.new_page()
    seventh.goto(address)
    seventh.locator("main h1").first.wait_for()
    said(visit, GENERAL, 1)
    seventh.get_by_text("number 0.").wait_for()
    assert drawn(visit) == []
    turn_away(visit.page, False)
    visit.row("number 0.").wait_for()
    visit.say("here again")
    visit.row("here again").wait_for()


def test_a_tab_that_is_left_for_a_moment_only_keeps_its_connection(apart: Visit) -> None:
    visit = apart
    visit.page.clock.install()
    visit.open()
    streams: list[str] = []
    visit.page.on("request", lambda asked: streams.extend(re.findall("/page-api/changes", asked.url)))
    turn_away(visit.page, True)
    visit.page.clock.fast_forward(5_000)
    turn_away(visit.page, False)
    visit.page.clock.fast_forward(10_000)
    said(visit, GENERAL, 1)
    visit.row("number 0.").wait_for()
    assert streams == []
