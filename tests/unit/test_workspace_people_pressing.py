"""Elements in people's hands: what the bot is told of each kind, where it was, and what is entered around it."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.model import Json
from tests.people_kit import (
    CURATOR,
    READER,
    Town,
    actions,
    button,
    entry,
    option,
    plain,
    silent,
    unreachable,
)

GENERAL = town.GENERAL


@pytest.fixture
def here() -> Iterator[Town]:
    made = Town()
    yield made
    made.close()


def press(here: Town, ts: str, action: Json, user: str = READER) -> Json:
    here.people.press(user, channel=GENERAL, ts=ts, action=action)
    return here.interaction()


def test_a_button_of_a_message_says_what_slack_says(here: Town) -> None:
    ts = here.post([actions(button(style="primary"))])
    told = press(here, ts, {"block_id": "b1", "action_id": "go", "value": "forged"})

    assert told["container"] == {"type": "message", "message_ts": ts, "channel_id": GENERAL, "is_ephemeral": False}
    assert (told["channel"], told["message"]["ts"]) == ({"id": GENERAL, "name": "general"}, ts)
    assert told["user"] == {"id": READER, "username": "reader", "name": "reader", "team_id": "T0PAPERBOY"}
    (action,) = told["actions"]
    assert action["action_ts"] > ts
    expected = {"type": "button", "block_id": "b1", "action_id": "go", "text": plain("Go"), "value": "1"}
    assert action == expected | {"action_ts": action["action_ts"]}
    trigger = here.triggers.take(told["trigger_id"])
    assert (trigger.user, trigger.channel) == (READER, GENERAL)


def test_an_ephemeral_message_is_not_shown_to_the_bot_again_but_can_be_replaced(here: Town) -> None:
    ts = here.post([actions(button())], only_for=READER)
    told = press(here, ts, {"block_id": "b1", "action_id": "go"})

    assert told["container"]["is_ephemeral"] is True
    assert "message" not in told
    here.use(told["response_url"], {"text": "replaced", "replace_original": True})
    assert here.texts(READER) == ["replaced"]
    with pytest.raises(CannotDo, match="not there"):
        press(here, ts, {"block_id": "b1", "action_id": "go"}, user=CURATOR)


def test_a_press_in_a_thread_says_in_which(here: Town) -> None:
    root = here.post([])
    ts = here.post([actions(button())], thread_ts=root)

    assert press(here, ts, {"block_id": "b1", "action_id": "go"})["container"]["thread_ts"] == root


def test_a_press_on_a_link_preview_says_in_which(here: Town) -> None:
    attachment = {"id": 1, "app_unfurl_url": "https://example.org/a", "blocks": [actions(button())]}
    ts = here.post([], attachments=[attachment])
    told = press(here, ts, {"block_id": "b1", "action_id": "go"})

    assert told["container"]["type"] == "message_attachment"
    assert told["container"]["app_unfurl_url"] == "https://example.org/a"
    assert told["app_unfurl"] == attachment


OPTIONS = [option("one"), option("two")]
ONE = OPTIONS[0]
ELEMENTS: dict[str, tuple[Json, Json, Json]] = {
    "overflow": ({"options": OPTIONS}, {"selected_option": {"value": "one"}}, {"selected_option": ONE}),
    "static_select": ({"options": OPTIONS}, {"selected_option": ONE}, {"selected_option": ONE}),
    "radio_buttons": ({"options": OPTIONS}, {"selected_option": ONE}, {"selected_option": ONE}),
    "checkboxes": ({"options": OPTIONS}, {"selected_options": [ONE]}, {"selected_options": [ONE]}),
    "multi_static_select": (
        {"option_groups": [{"label": plain("All"), "options": OPTIONS}]},
        {"selected_options": [ONE]},
        {"selected_options": [ONE]},
    ),
    "external_select": ({}, {"selected_option": ONE}, {"selected_option": ONE}),
    "users_select": ({}, {"selected_user": CURATOR}, {"selected_user": CURATOR}),
    "multi_users_select": ({}, {"selected_users": [CURATOR]}, {"selected_users": [CURATOR]}),
    "channels_select": ({}, {"selected_channel": GENERAL}, {"selected_channel": GENERAL}),
    "conversations_select": ({}, {"selected_conversation": GENERAL}, {"selected_conversation": GENERAL}),
    "datepicker": ({}, {"selected_date": "2026-12-01"}, {"selected_date": "2026-12-01"}),
    "timepicker": ({}, {"selected_time": "09:30"}, {"selected_time": "09:30"}),
}


@pytest.mark.parametrize("kind", ELEMENTS)
def test_each_kind_of_element_tells_what_was_chosen_and_the_message_remembers_it(here: Town, kind: str) -> None:
    element, chosen, expected = ELEMENTS[kind]
    ts = here.post([actions({"type": kind, "action_id": "a", **element}, button())])
    (action,) = press(here, ts, {"block_id": "b1", "action_id": "a", **chosen})["actions"]
    later = press(here, ts, {"block_id": "b1", "action_id": "go"})

    assert expected.items() <= action.items()
    assert action["type"] == kind
    remembered = later["state"]["values"]
    assert remembered == ({} if kind == "overflow" else {"b1": {"a": {"type": kind, **expected}}})
    others = press(here, ts, {"block_id": "b1", "action_id": "go"}, user=CURATOR)["state"]["values"]
    assert expected not in [value for block in others.values() for value in block.values()]


def test_what_stands_in_inputs_at_first_is_their_state(here: Town) -> None:
    picker = {"type": "datepicker", "action_id": "a"}
    blocks = [
        entry({"type": "plain_text_input", "action_id": "a", "initial_value": "kv"}),
        entry({"type": "static_select", "action_id": "a", "options": OPTIONS, "initial_option": ONE}, "b2"),
        entry({"type": "checkboxes", "action_id": "a", "options": OPTIONS}, "b3"),
        {
            "type": "section",
            "block_id": "b4",
            "text": plain("x"),
            "accessory": picker,
        },
        actions(button(), block_id="b5"),
    ]
    ts = here.post(blocks)
    told = press(here, ts, {"block_id": "b5", "action_id": "go"})

    assert told["state"]["values"] == {
        "b1": {"a": {"type": "plain_text_input", "value": "kv"}},
        "b2": {"a": {"type": "static_select", "selected_option": ONE}},
        "b3": {"a": {"type": "checkboxes", "selected_options": []}},
        "b4": {"a": {"type": "datepicker", "selected_date": None}},
    }


def test_what_the_page_says_of_the_other_inputs_is_told_too(here: Town) -> None:
    blocks = [entry({"type": "plain_text_input", "action_id": "a"}), actions(button(), block_id="b2")]
    ts = here.post(blocks)
    typed = {"b1": {"a": {"type": "plain_text_input", "value": "typed"}}}
    here.people.press(READER, channel=GENERAL, ts=ts, action={"block_id": "b2", "action_id": "go"}, values=typed)

    assert here.interaction()["state"]["values"] == typed


def test_an_element_of_a_view_tells_of_the_view_and_has_no_response_url(here: Town) -> None:
    picker = {"type": "datepicker", "action_id": "day"}
    for view in (here.open([actions(picker)]), here.publish([actions(picker)])):
        here.people.press(
            READER, view_id=view.id, action={"block_id": "b1", "action_id": "day", "selected_date": "2026-12-01"}
        )
        told = here.interaction()

        assert told["container"] == {"type": "view", "view_id": view.id}
        assert "response_url" not in told
        assert told["view"]["hash"] == view.hash
        chosen = told["view"]["state"]["values"]["b1"]["day"]
        assert chosen == {"type": "datepicker", "selected_date": "2026-12-01"}
        assert here.triggers.take(told["trigger_id"]).view == view.id


def test_what_does_not_reach_the_bot_is_marked_where_it_was_pressed(here: Town) -> None:
    ts = here.post([actions(button())])
    for answer, reason in ((silent, "operation_timeout"), (unreachable, "dispatch_failed")):
        here.bot.answer = answer
        press(here, ts, {"block_id": "b1", "action_id": "go"})
        change = [one for one in here.told if one.kind == "notice"][-1]

        assert reason in change.data["sentence"]
        assert (change.data["channel"], change.data["ts"], change.only_for) == (GENERAL, ts, READER)


CANNOT: dict[str, Json] = {
    "an element that is not there": {"block_id": "b1", "action_id": "gone"},
    "an element of another block": {"block_id": "b2", "action_id": "choose"},
    "an option that is not there": {"block_id": "b1", "action_id": "choose", "selected_option": {"value": "three"}},
    "a day that is none": {"block_id": "b1", "action_id": "day", "selected_date": "2026-02-30"},
    "an hour that is none": {"block_id": "b1", "action_id": "hour", "selected_time": "25:00"},
    "one for several": {"block_id": "b1", "action_id": "many", "selected_options": "one"},
}


@pytest.mark.parametrize("what", CANNOT)
def test_what_is_not_offered_cannot_be_used(here: Town, what: str) -> None:
    offered = (
        {"type": "static_select", "action_id": "choose", "options": OPTIONS},
        {"type": "checkboxes", "action_id": "many", "options": OPTIONS},
        {"type": "datepicker", "action_id": "day"},
        {"type": "timepicker", "action_id": "hour"},
    )
    ts = here.post([actions(*offered)])

    with pytest.raises(CannotDo):
        press(here, ts, CANNOT[what])
    assert here.bot.delivered == []


def test_a_view_that_is_closed_or_somebody_elses_cannot_be_used(here: Town) -> None:
    view = here.open([actions(button())])
    action = {"block_id": "b1", "action_id": "go"}
    with pytest.raises(CannotDo):
        here.people.press(CURATOR, view_id=view.id, action=action)
    here.state.remove_view(view.id)
    with pytest.raises(CannotDo):
        here.people.press(READER, view_id=view.id, action=action)
    with pytest.raises(CannotDo):
        here.people.press(READER, action=action)


EXTERNAL = {"type": "external_select", "action_id": "a", "min_query_length": 2}


def options(here: Town, query: str, **place: Any) -> Json:
    return here.people.options(READER, **place, block_id="b1", action_id="a", query=query)


def test_the_bot_is_asked_for_options_once_enough_is_typed(here: Town) -> None:
    groups = [{"label": plain("All"), "options": OPTIONS}]
    here.bot.answer = lambda payload: {"options": OPTIONS} if payload["value"] == "kv" else {"option_groups": groups}
    ts = here.post([actions(EXTERNAL)])
    view = here.open([entry(EXTERNAL)])

    assert options(here, "k", channel=GENERAL, ts=ts) == {"options": []}
    assert here.bot.delivered == []
    assert options(here, "kv", channel=GENERAL, ts=ts) == {"options": OPTIONS}
    assert options(here, "more", view_id=view.id) == {"option_groups": groups}
    told = here.interaction()
    assert (told["type"], told["value"], told["view"]["id"]) == ("block_suggestion", "more", view.id)


def test_options_that_do_not_come_are_a_sentence(here: Town) -> None:
    ts = here.post([actions(EXTERNAL, button())])
    for answer in (silent, unreachable, lambda payload: None, lambda payload: {"options": "none"}):
        here.bot.answer = answer
        with pytest.raises(CannotDo, match="Paperboy"):
            options(here, "kv", channel=GENERAL, ts=ts)
    with pytest.raises(CannotDo, match="not come from the bot"):
        here.people.options(READER, channel=GENERAL, ts=ts, block_id="b1", action_id="go", query="kv")
