"""What stands around the conversations: who acts, the clock, the inspector, the faults, what is new."""

import json
import re
import urllib.request

from bot.workspace.town import GENERAL, PAPERS, READER
from tests.browser.test_page_choices import told
from tests.browser.visits import Visit


def by_http(visit: Visit, method: str, **given: object) -> None:
    """A call as any program may send it, also one that no library would."""
    workspace = visit.town.workspace
    headers = {"Authorization": f"Bearer {workspace.bot_token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(workspace.api_url + method, json.dumps(given).encode(), headers)
    with urllib.request.urlopen(asked, timeout=5) as answer:
        answer.read()


def plan(visit: Visit, what: str, **details: str) -> None:
    """Fills in the form of the faults."""
    visit.page.get_by_label("What").select_option(label=what)
    for label, value in details.items():
        visit.page.get_by_label(re.compile(label, re.IGNORECASE)).fill(value)
    visit.page.get_by_role("button", name="Plan it").click()


def test_another_person_acts_and_reads_the_same_channel_with_an_own_clock(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("from the reader")
    visit.row("from the reader").wait_for()
    visit.act_as("Curator")
    visit.page.locator("time").first.wait_for()
    visit.say("from the curator")
    visit.row("from the curator").wait_for()
    authors = visit.page.locator("main .message-head strong").all_inner_texts()
    assert authors == ["Reader", "Curator"]
    visit.page.reload()
    visit.row("from the curator").wait_for()
    assert visit.page.get_by_role("radio", name="Curator").is_checked()


def test_an_admin_deletes_what_others_said(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("not for long")
    visit.row("not for long").wait_for()
    visit.act_as("Admin")
    visit.menu("not for long", "Delete")
    visit.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    visit.page.locator("li.message").wait_for(state="detached")


def test_what_is_new_elsewhere_is_counted_and_marked(at_probe: Visit) -> None:
    visit = at_probe.open()
    people = visit.town.workspace.people
    people.say("U0CURATOR", PAPERS, "first")
    visit.page.get_by_role("link", name="papers 1 new").click()
    visit.row("first").wait_for()
    visit.turn_to("general")
    people.say("U0CURATOR", PAPERS, "second")
    people.say("U0CURATOR", PAPERS, "third")
    unread = visit.page.get_by_role("link", name="papers 2 new")
    unread.wait_for()
    visit.look("unread")
    unread.click()
    visit.page.locator(".line.new").wait_for()
    visit.look("new-line")
    unread.wait_for(state="detached")


def test_a_press_in_the_list_of_channels_counts_though_it_is_drawn_meanwhile(at_probe: Visit) -> None:
    visit = at_probe.open()
    places = visit.page.get_by_role("navigation")
    places.get_by_role("link", name="Home").hover()
    visit.page.mouse.down()
    visit.town.workspace.people.say("U0CURATOR", PAPERS, "Meanwhile")
    places.get_by_role("link", name="papers 1 new").wait_for()
    visit.page.mouse.up()
    places.locator('a[aria-current="page"]').filter(has_text="Home").wait_for()


def test_the_clock_is_moved_forward(visit: Visit) -> None:
    visit.open()
    clock = visit.page.locator(".clock")
    before = visit.town.workspace.state.now()
    clock.click()
    visit.look("clock-menu")
    visit.page.get_by_role("menuitem", name="A day").click()
    clock.get_by_text("day").wait_for()
    assert 86_000 < (visit.town.workspace.state.now() - before).total_seconds() < 87_000
    visit.say("/papers help")
    visit.row("I find papers").wait_for()
    visit.look("clock-moved")


def test_the_inspector_shows_a_refused_call_and_why_in_red(visit: Visit) -> None:
    visit.open()
    by_http(visit, "chat.postMessage", channel=GENERAL, text="Bad", blocks=[{"type": "header", "text": "no object"}])
    visit.page.get_by_role("button", name="Inspector").click()
    inspector = visit.page.get_by_role("region", name="Inspector")
    inspector.get_by_label("Problems only").check()
    inspector.get_by_role("button", name="chat.postMessage").first.click()
    problem = inspector.locator(".problems li").first
    assert "/blocks/0/text" in problem.inner_text()
    assert inspector.get_by_text('"ok": false').is_visible()
    red = visit.page.evaluate("getComputedStyle(document.querySelector('.badge.danger')).backgroundColor")
    assert problem.evaluate("node => getComputedStyle(node).color") == red
    visit.look("inspector")
    visit.page.keyboard.press("Escape")
    inspector.wait_for(state="hidden")


def test_a_message_shows_its_json(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("look inside")
    visit.menu("look inside", "Look at its JSON")
    visit.page.get_by_role("region", name="Payload").get_by_text('"look inside"').wait_for()


def test_faults_are_planned_and_happen(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.page.get_by_role("button", name="Inspector").click()
    visit.page.get_by_role("button", name="Faults").click()
    kinds = visit.page.get_by_label("What").locator("option").evaluate_all("all => all.map(one => one.value)")
    assert {"ratelimited", "error", "hang", "drop", "duplicate", "late", "cut", "refresh"} <= set(kinds)
    plan(visit, "An error of Slack's", method="reactions.add", code="too_many_reactions")
    visit.page.get_by_text("Still to happen: reactions.add error × 1.").wait_for()
    visit.look("faults")
    # An earlier test may have cut the connection, and what is said meanwhile is heard a minute later.
    visit.town.found(lambda: visit.town.workspace.connected, "the bot on the line")
    visit.say("@probe first")
    visit.town.found(lambda: visit.town.errors, "the error in the bot")
    assert "too_many_reactions" in str(visit.town.errors.pop())
    visit.say("@probe second")
    visit.row("second").get_by_role("button", name="1 reply").wait_for()
    assert visit.row("first").locator(".reactions, .thread-footer").count() == 0


def test_an_event_comes_twice_and_the_socket_is_cut_on_demand(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.page.get_by_role("button", name="Inspector").click()
    visit.page.get_by_role("button", name="Faults").click()
    plan(visit, "Events are delivered twice", often="2")
    visit.page.get_by_text("Still to happen: duplicate × 2.").wait_for()
    visit.say("@probe hello")
    visit.row("hello").get_by_role("button", name="1 reply").wait_for()
    visit.town.found(lambda: visit.town.errors, "what became of the second delivery")
    assert "already_reacted" in str(visit.town.errors.pop())

    plan(visit, "The socket is cut")
    visit.town.found(lambda: not visit.town.workspace.connected, "the cut")
    visit.page.get_by_text("Probe is not connected").wait_for()
    visit.look("not-connected")
    visit.page.get_by_text("Probe is here, by Socket Mode").wait_for()
    visit.say("/probe now again")
    visit.row("now: again").wait_for()


def test_everything_begins_anew(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("gone soon")
    visit.row("gone soon").wait_for()
    visit.page.get_by_role("button", name="Settings").click()
    visit.look("settings")
    visit.page.get_by_role("menuitem", name="Begin anew").click()
    visit.window("Begin anew?").get_by_role("button", name="Begin anew").click()
    visit.page.locator("li.message").wait_for(state="detached")
    assert visit.town.workspace.state.messages(GENERAL, seen_by=READER.id) == ()
    visit.say("/probe now here")
    visit.row("now: here").wait_for()
    assert told(visit) is not None


def test_keys_lead_everywhere(at_probe: Visit) -> None:
    visit = at_probe.open()
    keys = visit.page.keyboard
    keys.press("Control+/")
    visit.window("Keys").wait_for()
    visit.look("keys")
    keys.press("Escape")
    keys.press("Alt+ArrowDown")
    visit.page.get_by_role("heading", name="This is #papers").wait_for()
    keys.press("Control+.")
    visit.page.get_by_role("region", name="Inspector").wait_for()
    keys.press("Escape")
    visit.page.locator(".skip").focus()
    keys.press("Enter")
    keys.press("/")
    assert visit.box.input_value() == "/"
    keys.press("Backspace")
    keys.type("one\n")
    visit.row("one").wait_for()
    keys.press("ArrowUp")
    keys.press("End")
    keys.type(" more\n")
    visit.row("one more (edited)").wait_for()


def test_the_sidebar_and_the_inspector_are_used_with_keys_alone(at_probe: Visit) -> None:
    visit = at_probe.open()
    keys = visit.page.keyboard
    visit.walk_to(visit.page.get_by_role("radio", name="Reader"))
    keys.press("ArrowRight")
    visit.page.get_by_role("radio", name="Curator").and_(visit.page.locator(":checked:focus")).wait_for()
    visit.walk_to(visit.page.locator(".clock"))
    keys.press("Enter")
    keys.press("ArrowDown")
    keys.press("Enter")
    visit.page.locator(".clock small").get_by_text("day").wait_for()
    by_http(visit, "chat.postMessage", channel=GENERAL)
    visit.walk_to(visit.page.get_by_role("button", name="Inspector"))
    keys.press("Enter")
    keys.type("no_text")
    inspector = visit.page.get_by_role("region", name="Inspector")
    visit.walk_to(inspector.get_by_role("button", name="chat.postMessage").first)
    keys.press("Enter")
    inspector.get_by_text('"no_text"').wait_for()


def test_a_channel_that_is_named_is_a_way_to_it(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.say("see #papers")
    visit.row("see").get_by_role("link", name="#papers").click()
    visit.page.get_by_role("heading", name="This is #papers").wait_for()
    visit.page.go_back()
    visit.row("see").wait_for()
