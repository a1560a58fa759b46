"""Paperboy on the page: what a person sees first, and a search with everything that can be done from its answer."""

import re

from bot.workspace.town import GENERAL, READER
from tests.browser.visits import Visit

MANY = "/papers agents"
"""More papers than one page of an answer has."""


def answered(visit: Visit, line: str) -> int:
    """Types a command and waits for the private answer; how many of these there are then."""
    answers = visit.page.locator("li.message.ephemeral")
    before = answers.count()
    visit.say(line)
    answers.nth(before).wait_for()
    return before + 1


def test_a_first_visit_proposes_three_lines_that_work(visit: Visit) -> None:
    visit.open()
    lines = visit.page.locator(".suggestions button")
    search, show, last = lines.all_inner_texts()
    assert not search.startswith(("/papers show", "/papers help"))
    assert (show.startswith("/papers show "), last) == (True, "/papers help")
    visit.look("first-visit")
    answers = visit.page.locator("li.message.ephemeral")
    for place in range(3):
        lines.nth(place).click()
        answers.nth(place).get_by_text("Only visible to you").wait_for()
        assert "No paper" not in answers.nth(place).inner_text()
    visit.look("first-answers")


def test_a_search_is_typed_read_and_shared_with_keys_alone(visit: Visit) -> None:
    visit.open()
    keys = visit.page.keyboard
    keys.type("/pap")
    visit.page.get_by_role("option", name="/papers").wait_for()
    visit.look("completion-of-a-command")
    keys.press("Enter")
    visit.page.get_by_role("option", name="similar").wait_for()
    visit.look("completion-of-a-word")
    keys.type("kv cache")
    keys.press("Enter")
    row = visit.row("KVFlow")
    row.get_by_text("Only visible to you").wait_for()
    assert visit.box.input_value() == ""

    visit.walk_to(row, "Shift+Tab")
    visit.walk_to(row.get_by_role("button", name=re.compile("^Read")).first)
    keys.press("Enter")
    window = visit.window("kvflow")
    window.get_by_text("evict KV caches").wait_for()
    visit.look("read-window")
    keys.press("Escape")
    window.wait_for(state="detached")

    visit.walk_to(row.get_by_role("button", name=re.compile("^Share")).first)
    keys.press("Space")
    visit.page.locator("li.message:not(.ephemeral)").filter(has_text="KVFlow").wait_for()


def test_the_beginning_of_a_long_answer_is_in_sight(visit: Visit) -> None:
    visit.open()
    answered(visit, MANY)
    row = visit.page.locator("li.message.ephemeral")
    visit.page.wait_for_function("row => row.getBoundingClientRect().height > innerHeight", arg=row.element_handle())
    top = row.bounding_box()
    assert top is not None
    assert 0 <= top["y"] - visit.page.locator(".bar").evaluate("node => node.getBoundingClientRect().bottom") < 5


def test_an_answer_is_paged_forward_and_back(visit: Visit) -> None:
    visit.open()
    assert answered(visit, MANY) == 1
    row = visit.page.locator("li.message.ephemeral")
    first = row.get_by_role("link").first.inner_text()
    row.get_by_role("button", name=re.compile("^(More|Next)")).click()
    row.get_by_role("link", name=first).wait_for(state="detached")
    visit.look("second-page")
    row.get_by_role("button", name=re.compile("^(Back|Previous)")).click()
    row.get_by_role("link", name=first).wait_for()
    assert row.count() == 1


def test_similar_papers_are_found_and_one_is_shared_with_others(visit: Visit) -> None:
    visit.open()
    answered(visit, "/papers kv cache")
    visit.page.get_by_role("button", name=re.compile("^Similar")).first.click()
    similar = visit.page.locator("li.message.ephemeral").nth(1)
    similar.get_by_text("most like").first.wait_for()
    visit.look("similar")
    similar.get_by_role("button", name=re.compile("^Share")).first.click()
    shared = visit.page.locator("li.message:not(.ephemeral)")
    shared.wait_for()
    said = shared.get_by_role("link").first.inner_text()
    visit.look("shared")

    visit.act_as("Curator")
    visit.page.locator("li.message.ephemeral").first.wait_for(state="detached")
    visit.row(said).wait_for()
    visit.look("shared-seen-by-another")
    assert visit.page.locator("li.message").count() == 1
    visit.row(said).get_by_role("button", name=re.compile("^Read")).click()
    visit.page.get_by_role("dialog").get_by_text(said).wait_for()


def test_what_only_one_person_sees_can_be_dismissed_and_the_focus_stays_near(visit: Visit) -> None:
    visit.open()
    visit.say("for everybody")
    visit.row("for everybody").wait_for()
    answered(visit, "/papers help")
    dismiss = visit.page.get_by_role("button", name="Dismiss")
    visit.walk_to(dismiss, "Shift+Tab")
    visit.page.keyboard.press("Enter")
    dismiss.wait_for(state="detached")
    visit.row("for everybody").and_(visit.page.locator(":focus")).wait_for()
    (left,) = visit.town.workspace.state.messages(GENERAL, seen_by=READER.id)
    assert left.body["text"] == "for everybody"


def test_a_link_to_a_message_leads_to_it(visit: Visit) -> None:
    ts = [visit.town.posts(GENERAL, text=f"{number} of many") for number in range(40)][5]
    answer = visit.town.workspace.api.call(
        "chat.getPermalink", visit.town.workspace.bot_token, {"channel": GENERAL, "message_ts": ts}
    )
    assert isinstance(answer.body, dict)
    link = answer.body["permalink"].removeprefix(visit.town.workspace.address)
    row = visit.open(link).page.locator(f'[data-ts="{ts}"]')
    row.and_(visit.page.locator(":focus.found")).wait_for()
    visit.page.wait_for_function("row => row.getBoundingClientRect().top > 60", arg=row.element_handle())
    visit.look("a-message-by-its-link")


def test_a_link_to_a_reply_leads_into_its_thread(visit: Visit) -> None:
    root = visit.town.posts(GENERAL, text="Above")
    reply = visit.town.posts(GENERAL, text="Below", thread_ts=root)
    visit.open(f"archives/{GENERAL}/p{reply.replace('.', '')}?thread_ts={root}&cid={GENERAL}")
    visit.thread().locator(f'[data-ts="{reply}"]:focus').wait_for()
