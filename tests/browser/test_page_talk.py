"""Paperboy where people talk, on the page: a mention answered in its thread, and a talk in the assistant's pane."""

from bot.workspace.town import READER, direct_id
from tests.browser.visits import Visit


def test_a_mention_is_answered_in_a_thread_where_one_goes_on(visit: Visit) -> None:
    visit.open()
    visit.say("@paperboy what evicts the KV cache of agents?")
    row = visit.row("what evicts the KV cache")
    row.get_by_role("button", name="1 reply").click()
    thread = visit.thread()
    thread.locator("li.message").filter(has_text="KVFlow").wait_for()
    visit.look("question-answered")
    visit.say("@paperboy why?", inside="aside")
    thread.locator("li.message").nth(3).wait_for()
    visit.look("question-why")


def test_a_conversation_in_the_pane_begins_with_things_to_ask(visit: Visit) -> None:
    visit.open(f"#/{direct_id(READER.id)}")
    visit.page.get_by_role("button", name="New conversation").click()
    thread = visit.thread()
    thread.get_by_text("I look things up in 57 papers").wait_for()
    asked = thread.get_by_role("group", name="Try one of these").get_by_role("button")
    asked.first.wait_for()
    visit.look("pane-greeting")
    asked.first.click()
    thread.locator("li.message").nth(3).wait_for()
    visit.look("pane-answer")
    assert thread.locator("li.message strong").first.inner_text()


def test_a_file_is_attached_left_out_again_and_sent_with_words(visit: Visit) -> None:
    visit.open(f"#/{direct_id(READER.id)}")
    picker = visit.page.locator("main input[type=file]")
    for name in ("notes.bib", "refs.bib"):
        picker.set_input_files({"name": name, "mimeType": "text/plain", "buffer": b"@misc{a, abstract={Few words.}}"})
    visit.look("file-attached")
    visit.page.get_by_role("button", name="Leave out notes.bib").click()
    visit.say("our list")
    row = visit.row("our list")
    row.get_by_role("link", name="refs.bib").wait_for()
    row.get_by_role("button", name="1 reply").click()
    shown = visit.thread().locator("li.message").filter(has_text="refs.bib (BibTeX): 1 paper, 1 new.")
    visit.look("file-read")
    shown.get_by_role("button", name="Cancel").click()
    visit.thread().get_by_text("Not imported: ").wait_for()
    assert row.get_by_role("link", name="notes.bib").count() == 0
