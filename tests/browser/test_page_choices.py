"""Everything in which one chooses: what the page shows is what the app is told."""

import json
from typing import Any

from bot.workspace.model import Json
from bot.workspace.town import GENERAL, PAPERS, READER
from tests.browser.choices import BLOCKS, HOME
from tests.browser.visits import Visit


def told(visit: Visit, kind: str = "block_actions") -> Json:
    """The last interaction of this kind that reached the app, if there was one."""
    sent = [one.body for one in visit.town.workspace.exchanges.all() if one.way == "to bot"]
    return next((dict(body) for body in reversed(sent) if body.get("type") == kind), {})


def chosen(visit: Visit, action_id: str, *names: str) -> Any:
    """What the app was told of an element, as soon as it was: what lies behind these names."""

    def find() -> Any:
        value: Any = next((one for one in told(visit).get("actions", ()) if one["action_id"] == action_id), {})
        for name in names:
            value = (value or {}).get(name)
        return value

    return visit.town.found(find, f"{action_id} was told")


def test_menus_tell_the_app_what_was_chosen_by_mouse(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.town.posts(GENERAL, text="Choose", blocks=BLOCKS)
    row = visit.row("Menus")
    page = visit.page
    row.get_by_label("static select", exact=True).select_option("Green")
    assert chosen(visit, "pick_static_select", "selected_option", "value") == "green"
    row.get_by_label("users select").select_option("Curator")
    assert chosen(visit, "pick_users_select", "selected_user") == "U0CURATOR"
    row.get_by_label("channels select").select_option("#papers")
    assert chosen(visit, "pick_channels_select", "selected_channel") == PAPERS
    row.get_by_label("external select").click()
    page.get_by_role("searchbox", name="Search").fill("word")
    page.get_by_role("radio", name="word 2").click()
    assert chosen(visit, "pick_external", "selected_option", "value") == "word 2"
    row.get_by_label("multi static select").click()
    page.get_by_role("checkbox", name="Red").last.check()
    page.get_by_role("checkbox", name="Blue").last.check()
    visit.look("multi-select")
    page.keyboard.press("Escape")
    picked = chosen(visit, "pick_multi_static_select", "selected_options")
    assert [one["value"] for one in picked] == ["red", "blue"]
    visit.look("choices")


def test_other_inputs_tell_the_app_what_was_chosen_by_keys(at_probe: Visit) -> None:
    visit = at_probe.open()
    visit.town.posts(GENERAL, text="Choose", blocks=BLOCKS)
    row = visit.row("Menus")
    keys = visit.page.keyboard
    row.wait_for()
    visit.walk_to(row.get_by_label("static select", exact=True))
    keys.press("g")
    assert chosen(visit, "pick_static_select", "selected_option", "value") == "green"
    visit.walk_to(row.get_by_label("datepicker"))
    keys.type("02032027")
    assert chosen(visit, "pick_datepicker", "selected_date") == "2027-02-03"
    visit.walk_to(row.get_by_label("time", exact=True))
    keys.type("0405PM")
    assert chosen(visit, "pick_timepicker", "selected_time") == "16:05"
    visit.walk_to(row.get_by_role("checkbox", name="Blue"))
    keys.press("Space")
    assert chosen(visit, "pick_checkboxes", "selected_options")[0]["value"] == "blue"
    visit.walk_to(row.get_by_role("radio").first)
    keys.press("ArrowDown")
    assert chosen(visit, "pick_radio_buttons", "selected_option", "value") == "green"
    assert told(visit)["state"]["values"]["others"]["pick_datepicker"]["selected_date"] == "2027-02-03"


def test_a_window_begins_with_the_conversation_that_it_was_opened_from(at_probe: Visit) -> None:
    visit = at_probe.open(f"#/{PAPERS}")
    visit.town.posts(PAPERS, text="Choose", blocks=BLOCKS)
    visit.row("Menus").get_by_role("button", name="Window").click()
    window = visit.window("Where")
    assert window.get_by_label("Channel").locator("option:checked").inner_text() == "#papers"
    window.get_by_role("radio", name="Blue").check()
    visit.look("window-of-choices")
    window.get_by_role("button", name="Done").click()
    window.wait_for(state="detached")
    values = told(visit, "view_submission")["view"]["state"]["values"]
    assert values["Channel"]["pick_conversations_select"]["selected_conversation"] == PAPERS
    assert values["Colour"]["pick_radio_buttons"]["selected_option"]["value"] == "blue"


def test_what_was_chosen_at_home_stays_while_the_app_publishes_anew(at_probe: Visit) -> None:
    visit = at_probe.open("#/home")
    visit.page.get_by_text("Hello @Reader").wait_for()
    publish(visit, HOME)
    visit.page.get_by_role("radio", name="Green").check()
    visit.page.get_by_label("Note").fill("mine")
    visit.look("home-with-inputs")
    more = {"type": "section", "text": {"type": "mrkdwn", "text": "And more"}}
    publish(visit, HOME | {"blocks": [*HOME["blocks"], more]})
    visit.page.get_by_text("And more").wait_for()
    assert visit.page.get_by_role("radio", name="Green").is_checked()
    assert visit.page.get_by_label("Note").input_value() == "mine"
    assert visit.page.get_by_label("Note").evaluate("node => node === document.activeElement")
    assert (
        visit.page.evaluate(
            "[...document.querySelectorAll('main h1, main h2, main h3')].filter(one => "
            "one.getClientRects().length).map(one => one.tagName).join()"
        )
        == "H1,H2"
    )


def publish(visit: Visit, view: Json) -> None:
    workspace = visit.town.workspace
    given = {"user_id": READER.id, "view": json.loads(json.dumps(view))}
    answer = workspace.api.call("views.publish", workspace.bot_token, given).body
    assert isinstance(answer, dict)
    assert answer["ok"], answer
