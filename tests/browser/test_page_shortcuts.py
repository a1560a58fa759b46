"""Shortcuts and previews on the page: what there is about a message, a window to search in, a link unfolded."""

import re

from tests.browser.visits import Visit

LINK = "https://openreview.net/pdf?id=5Iw1nDtYmT"
"""A paper of the seeds."""


def test_a_link_is_unfolded_and_its_buttons_work(visit: Visit) -> None:
    visit.open()
    visit.say(f"Have you seen {LINK}?")
    preview = visit.row("Have you seen").locator(".b-attachment")
    preview.get_by_text("KVFlow").first.wait_for()
    visit.look("preview")
    preview.get_by_role("button", name=re.compile("^Read")).click()
    visit.window("kvflow").wait_for()


def test_a_message_is_asked_about_and_what_was_found_is_shared_in_its_thread(visit: Visit) -> None:
    visit.open()
    visit.say("how do agents evict a KV cache?")
    visit.menu("how do agents", "Find papers about this")
    answer = visit.row("About this message:")
    answer.get_by_text("Only visible to you").wait_for()
    visit.look("about-a-message")
    answer.get_by_role("button", name=re.compile("^Share in thread")).click()
    visit.row("how do agents").get_by_text("1 reply").click()
    visit.thread().get_by_text("shared with /papers").wait_for()
    visit.look("about-a-message-shared")


def test_a_window_searches_while_it_is_open(visit: Visit) -> None:
    visit.open()
    visit.page.get_by_role("button", name="Shortcuts").first.click()
    visit.page.get_by_role("menuitem", name="Search papers").click()
    window = visit.window("Search papers")
    window.get_by_text("papers to search").wait_for()
    visit.look("search-window")
    query = window.get_by_label("Search for")
    query.fill("agents")
    query.press("Enter")
    window.get_by_text(re.compile("papers? ha(s|ve)")).first.wait_for()
    visit.look("search-window-found")
    window.get_by_role("button", name=re.compile("^Next")).click()
    window.get_by_text(re.compile(r"^6–10 of")).wait_for()
    assert query.input_value() == "agents"
    window.get_by_role("button", name=re.compile("^Share")).first.click()
    visit.window("Share a paper").wait_for()
    visit.look("share-window")
