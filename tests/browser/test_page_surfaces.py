"""Every surface of Slack that an app may use, on the page: once by mouse, and once by keys alone."""

import pytest

from bot.workspace.model import BOT_USER
from bot.workspace.town import GENERAL, RANDOM, READER
from tests.browser.hands import Hand, Keys, Mouse
from tests.browser.visits import Visit


@pytest.fixture(params=[Mouse, Keys], ids=["mouse", "keys"])
def hand(request: pytest.FixtureRequest, at_probe: Visit) -> Hand:
    made: Hand = request.param(at_probe)
    return made


def test_a_mention_is_answered_in_a_thread_that_one_follows_and_reacts_in(hand: Hand) -> None:
    visit = hand.visit.open()
    page = visit.page
    hand.write(visit.box, "@pro")
    page.get_by_role("option", name="@probe").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.type("are you there?")
    page.keyboard.press("Enter")
    row = visit.row("are you there?")
    row.get_by_role("button", name="eyes, 1").wait_for()
    hand.press(row.get_by_role("button", name="1 reply"))
    thread = visit.thread()
    thread.get_by_text("heard").wait_for()
    hand.write(thread.get_by_role("textbox"), "and now?")
    page.keyboard.press("Enter")
    answer = thread.locator("li.message").filter(has_text="followed: and now?")
    answer.wait_for()
    hand.point_at(answer)
    hand.press(answer.get_by_role("button", name="Add a reaction"))
    hand.press(page.get_by_role("dialog", name="Reactions").get_by_role("button", name="tada"))
    mine = answer.get_by_role("button", name="tada, 1")
    mine.wait_for()
    hand.look("thread")
    hand.press(mine)
    mine.wait_for(state="detached")
    hand.press(thread.get_by_role("button", name="Close the thread"))
    thread.wait_for(state="hidden")
    row.and_(page.locator(":focus")).wait_for()


def test_a_card_opens_a_window_that_refuses_and_then_takes_what_is_written(hand: Hand) -> None:
    visit = hand.visit.open()
    hand.write(visit.box, "/probe card blue")
    visit.page.keyboard.press("Enter")
    hand.press(visit.row("blue").get_by_role("button", name="Form"))
    window = visit.window("Ready")
    answer = window.get_by_label("Answer")
    hand.press(window.get_by_role("button", name="Save"))
    window.get_by_text("Please complete this required field.").wait_for()
    hand.write(answer, "wrong")
    hand.press(window.get_by_role("button", name="Save"))
    window.get_by_text("Please say something right.").wait_for()
    hand.look("window-with-an-error")
    hand.write(answer, "right")
    visit.page.keyboard.press("Enter")
    window.wait_for(state="detached")
    visit.row("saved: right").wait_for()


def test_a_menu_answers_privately_and_a_button_replaces_its_message(hand: Hand) -> None:
    visit = hand.visit.open()
    hand.write(visit.box, "/probe card blue")
    visit.page.keyboard.press("Enter")
    row = visit.row("blue")
    hand.press(row.get_by_role("button", name="More options"))
    hand.look("overflow")
    hand.choose("Second")
    picked = visit.row("picked: other")
    picked.get_by_text("Only visible to you").wait_for()
    hand.point_at(row)
    hand.press(row.get_by_role("button", name="Replace"))
    visit.row("replaced: blue").wait_for()
    assert visit.page.locator("li.message").count() == 2


def test_shortcuts_and_the_home_tab_reach_the_app(hand: Hand) -> None:
    visit = hand.visit.open()
    hand.write(visit.box, "Something to ask about")
    visit.page.keyboard.press("Enter")
    row = visit.row("Something to ask about")
    row.wait_for()
    hand.point_at(row)
    hand.press(row.get_by_role("button", name="More actions"))
    hand.look("message-menu")
    hand.choose("About this")
    visit.row("about: Something to ask about").get_by_text("Only visible to you").wait_for()

    hand.press(visit.page.get_by_role("button", name="Shortcuts"))
    hand.choose("Ask")
    window = visit.window("Ready")
    hand.press(window.get_by_role("button", name="Cancel"))
    window.wait_for(state="detached")

    hand.press(visit.page.get_by_role("link", name="Home"))
    visit.page.get_by_text("Hello @Reader").wait_for()
    hand.look("home")
    hand.press(visit.page.get_by_role("link", name="Messages", exact=True))
    visit.page.get_by_role("heading", name="You and Probe").wait_for()


def test_ones_own_words_are_changed_and_taken_back(hand: Hand) -> None:
    visit = hand.visit.open()
    hand.write(visit.box, "A first toughts & <more>")
    visit.page.keyboard.press("Enter")
    row = visit.page.locator("main li.message")
    row.wait_for()
    hand.point_at(row)
    hand.press(row.get_by_role("button", name="More actions"))
    hand.choose("Edit")
    box = row.get_by_role("textbox", name="Edit the message")
    assert box.input_value() == "A first toughts & <more>"
    hand.look("editing")
    hand.write(box, "A second thought")
    hand.press(row.get_by_role("button", name="Save"))
    row.get_by_text("A second thought (edited)").wait_for()
    hand.point_at(row)
    hand.press(row.get_by_role("button", name="More actions"))
    hand.choose("Delete")
    question = visit.window("Delete this message?")
    hand.look("question")
    hand.press(question.get_by_role("button", name="Delete"))
    row.wait_for(state="detached")
    assert visit.town.workspace.state.messages(GENERAL) == ()


def test_the_app_is_invited_and_removed_and_a_channel_archived(hand: Hand) -> None:
    visit = hand.visit.open()
    state = visit.town.workspace.state
    page = visit.page
    hand.press(page.get_by_role("link", name="random"))
    page.get_by_text("Probe is not in this channel.").wait_for()
    hand.look("without-the-app")
    hand.write(visit.box, "/inv")
    page.get_by_role("option", name="/invite").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("@probe")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.get_by_text("· Probe is here").wait_for()
    hand.press(page.get_by_role("button", name="Channel menu"))
    hand.choose("Remove Probe")
    page.get_by_text("· Probe is not here").wait_for()
    hand.press(page.get_by_role("button", name="Channel menu"))
    hand.choose("Archive")
    hand.press(visit.window("Archive #random?").get_by_role("button", name="Archive"))
    page.get_by_placeholder("This channel is archived.").wait_for()
    hand.look("archived")
    channel = state.channel(RANDOM)
    assert channel is not None
    assert (channel.archived, BOT_USER in channel.members) == (True, False)
    hand.press(page.get_by_role("button", name="Channel menu"))
    hand.choose("Open it again")
    page.get_by_placeholder("Message #random").wait_for()


def test_a_channel_is_made(hand: Hand) -> None:
    visit = hand.visit.open()
    hand.press(visit.page.get_by_role("button", name="New channel"))
    window = visit.window("A new channel")
    hand.write(window.get_by_label("Name"), "just-us")
    hand.press(window.get_by_role("button", name="Create"))
    link = visit.page.get_by_role("link", name="just-us")
    hand.press(link)
    visit.page.get_by_role("heading", name="This is #just-us").wait_for()
    made = next(one for one in visit.town.workspace.state.channels() if one.name == "just-us")
    assert (made.kind, made.creator) == ("public", READER.id)


def test_a_link_gets_its_preview(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("Look at https://papers.example/1")
    row = visit.row("Look at")
    row.get_by_text("Preview of papers.example").wait_for()
    visit.look("link-preview")


def test_what_cannot_be_done_is_said_where_it_was_typed(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("/nothing at all")
    visit.page.get_by_role("alert").filter(has_text="/nothing").wait_for()
    visit.look("unknown-command")
    assert visit.box.input_value() == "/nothing at all"
    assert visit.refused == ["command"]
    visit.refused.clear()
