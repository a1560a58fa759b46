"""Paperboy's Home on the page: its beginning, a search in it, and a reading list that changes in its place."""

from tests.browser.visits import Visit


def test_a_person_searches_keeps_and_notes_in_their_home(visit: Visit) -> None:
    visit.open()
    visit.turn_to("Home")
    page, box = visit.page, visit.page.get_by_label("Search papers")
    page.get_by_text("Welcome", exact=True).wait_for()
    visit.look("home-first-visit")
    box.fill("kv cache")
    box.press("Enter")
    page.get_by_text("Back to my Home").wait_for()
    visit.look("home-search")
    page.get_by_role("button", name="Save: kvflow").click()
    page.get_by_text("on your list: to read").wait_for()
    page.get_by_role("button", name="Back to my Home").click()
    begun = page.get_by_role("button", name="Reading now: kvflow")
    begun.click()
    begun.wait_for(state="detached")  # a button of a view that has been replaced is refused
    page.get_by_role("button", name="Note and stars…: kvflow").click()
    window = visit.window("Note and stars")
    window.get_by_role("textbox").fill("For our prompts.")
    window.get_by_role("button", name="Keep").click()
    window.wait_for(state="detached")
    page.get_by_text("Your note: For our prompts.").first.wait_for()
    visit.look("home-with-a-list")
    assert page.get_by_label("Search papers").input_value() == ""
    page.get_by_role("button", name="Remove: kvflow").click()
    page.get_by_text("Taken off your list").wait_for()
    visit.look("home-undo")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Read: kvflow").first.click()
    reader = visit.window("kvflow")
    reader.get_by_text("evict KV caches").wait_for()
    reader.get_by_role("button", name="Done reading: kvflow").click()
    reader.get_by_text("On your reading list: read").wait_for()
    visit.look("home-reader")
    reader.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Already read (1)").wait_for()
