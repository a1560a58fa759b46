"""Answers, interactions and events of Slack's types are accepted, and what departs from them is told."""

from typing import Any

import pytest

from bot.workspace.checks import check_answer, check_event, check_interaction
from bot.workspace.model import Json

TEAM = {"id": "T1", "domain": "paperboy"}
USER = {"id": "U1", "username": "reader", "name": "reader", "team_id": "T1"}
PERSON = {"id": "U1", "name": "reader", "team_id": "T1"}
TEXT = {"type": "plain_text", "text": "a", "emoji": True}
CHANNEL = {"id": "C1", "name": "papers"}
MESSAGE = {"type": "message", "ts": "1.2", "bot_id": "B1", "text": "a", "blocks": [{"type": "divider"}]}
VIEW = {
    "id": "V1",
    "team_id": "T1",
    "type": "modal",
    "blocks": [{"type": "divider"}],
    "private_metadata": "",
    "callback_id": "",
    "state": {"values": {"block": {"text": {"type": "plain_text_input", "value": None}}}},
    "hash": "1.abc",
    "title": TEXT,
    "clear_on_close": False,
    "notify_on_close": False,
    "close": None,
    "submit": TEXT,
    "previous_view_id": None,
    "root_view_id": "V1",
    "app_id": "A1",
    "external_id": "",
    "app_installed_team_id": "T1",
    "bot_id": "B1",
}
ACTION = {"type": "button", "block_id": "b", "action_id": "a", "action_ts": "1.2", "text": TEXT, "value": "v"}
APP: Json = {"api_app_id": "A1", "token": "x", "trigger_id": "1.2.x", "team": TEAM, "enterprise": None}
SUBMIT: Json = {"type": "view_submission", "user": PERSON, "view": VIEW, **APP, "response_urls": []}
PRESS: Json = {
    "type": "block_actions",
    "user": USER,
    "container": {"type": "message", "message_ts": "1.2", "channel_id": "C1", "is_ephemeral": True},
    "channel": CHANNEL,
    "message": MESSAGE,
    "response_url": "http://localhost/response/1",
    "actions": [ACTION],
    "state": {"values": {}},
    "is_enterprise_install": False,
    **APP,
}
COMMAND: Json = {
    "token": "x",
    "team_id": "T1",
    "team_domain": "paperboy",
    "channel_id": "C1",
    "channel_name": "papers",
    "user_id": "U1",
    "user_name": "reader",
    "command": "/papers",
    "text": "kv cache",
    "api_app_id": "A1",
    "is_enterprise_install": "false",
    "response_url": "http://localhost/response/1",
    "trigger_id": "1.2.x",
}


def without(payload: Json, *names: str) -> Json:
    return {key: value for key, value in payload.items() if key not in names}


def action(kind: str, **chosen: Any) -> Json:
    return {"type": kind, "block_id": "b", "action_id": "a", "action_ts": "1.2"} | chosen


OPTION = {"text": TEXT, "value": "v"}
ACTIONS = [
    action("overflow", selected_option=OPTION),
    action("static_select", selected_option=OPTION, placeholder=TEXT),
    action("multi_static_select", selected_options=[OPTION]),
    action("users_select", selected_user="U1"),
    action("conversations_select", selected_conversation="C1"),
    action("datepicker", selected_date="2026-02-28"),
    action("timepicker", selected_time=None),
    action("datetimepicker", selected_date_time=1_628_633_820),
    action("radio_buttons", selected_option=OPTION),
    action("checkboxes", selected_options=[]),
    action("plain_text_input", value="kv"),
    action("number_input", value="7"),
]

INTERACTIONS: dict[str, Json] = {
    "press in a message": PRESS,
    "press in a modal": without(PRESS, "channel", "message", "response_url", "state") | {"view": VIEW},
    "every kind of action": PRESS | {"actions": ACTIONS},
    "submission": SUBMIT,
    "closing": without(SUBMIT, "trigger_id", "response_urls") | {"type": "view_closed", "is_cleared": False},
    "global shortcut": without(APP, "api_app_id")
    | {"type": "shortcut", "callback_id": "c", "action_ts": "1.2", "user": without(USER, "name")},
    "message shortcut": without(APP, "api_app_id")
    | {
        "type": "message_action",
        "callback_id": "c",
        "action_ts": "1.2",
        "message_ts": "1.2",
        "response_url": "http://localhost/response/1",
        "user": PERSON,
        "channel": CHANNEL,
        "message": MESSAGE,
    },
    "suggestion": without(APP, "trigger_id")
    | {"type": "block_suggestion", "block_id": "b", "action_id": "a", "value": "k", "container": {}, "user": PERSON},
    "slash command": COMMAND,
}

WRONG_INTERACTIONS: dict[str, tuple[Json, str]] = {
    "press without container": (without(PRESS, "container"), ""),
    "action of no kind": (PRESS | {"actions": [action("lever")]}, "/actions/0/type"),
    "action without its time": (PRESS | {"actions": [without(ACTION, "action_ts")]}, "/actions/0"),
    "view without close": (SUBMIT | {"view": without(VIEW, "close")}, "/view"),
    "view with a key of ours": (SUBMIT | {"view": VIEW | {"owner": "U1"}}, "/view"),
    "person without name": (SUBMIT | {"user": {"id": "U1"}}, "/user"),
    "command without trigger": (without(COMMAND, "trigger_id"), ""),
    "command with a number": (COMMAND | {"text": 7}, "/text"),
}

EVENT: Json = {"user": "U1", "channel": "C1", "event_ts": "1.2"}
SAID: Json = EVENT | {"type": "message", "ts": "1.2", "text": "a", "channel_type": "channel", "team": "T1"}
HIDDEN: Json = {
    "type": "message",
    "hidden": True,
    "channel": "C1",
    "channel_type": "im",
    "ts": "1.2",
    "event_ts": "1.2",
}
ITEM: Json = {"type": "message", "channel": "C1", "ts": "1.2"}
EVENTS: dict[str, Json] = {
    "message": SAID,
    "message of a bot": SAID | {"bot_id": "B1", "app_id": "A1", "blocks": [{"type": "divider"}]},
    "message changed": HIDDEN | {"subtype": "message_changed", "message": SAID, "previous_message": SAID},
    "message deleted": HIDDEN | {"subtype": "message_deleted", "deleted_ts": "1.2", "previous_message": SAID},
    "mention": EVENT | {"type": "app_mention", "ts": "1.2", "text": "<@U2>"},
    "first look at the Home": EVENT | {"type": "app_home_opened", "tab": "home"},
    "later look at the Home": EVENT | {"type": "app_home_opened", "tab": "home", "view": VIEW | {"type": "home"}},
    "link": EVENT
    | {
        "type": "link_shared",
        "message_ts": "1.2",
        "is_bot_user_member": True,
        "links": [{"domain": "arxiv.org", "url": "https://arxiv.org/abs/1"}],
    },
    "joined": EVENT | {"type": "member_joined_channel", "channel_type": "C", "team": "T1", "inviter": "U2"},
    "left": EVENT | {"type": "member_left_channel", "channel_type": "C", "team": "T1"},
    "reaction": {
        "type": "reaction_added",
        "user": "U1",
        "reaction": "+1",
        "item": ITEM,
        "item_user": "U2",
        "event_ts": "1.2",
    },
    "archived": EVENT | {"type": "channel_archive"},
    "bot left": {"type": "channel_left", "channel": "C1", "actor_id": "U1", "event_ts": "1.2"},
}

WRONG_EVENTS: dict[str, tuple[Json, str]] = {
    "an event that is not subscribed to here": ({"type": "dnd_updated"}, "/event"),
    "message without channel": (without(SAID, "channel"), "/event"),
    "message of an unknown subtype": (SAID | {"subtype": "message_sung"}, "/event/subtype"),
    "link without membership": (without(EVENTS["link"], "is_bot_user_member"), "/event"),
    "mention with a number": (EVENTS["mention"] | {"ts": 1.2}, "/event/ts"),
    "Home with a view of ours": (EVENTS["later look at the Home"] | {"view": {"id": "V1"}}, "/event/view"),
}


def envelope(event: Json) -> Json:
    authorization = {
        "enterprise_id": None,
        "team_id": "T1",
        "user_id": "U2",
        "is_bot": True,
        "is_enterprise_install": False,
    }
    return {
        "token": "x",
        "team_id": "T1",
        "api_app_id": "A1",
        "event": event,
        "type": "event_callback",
        "event_id": "Ev1",
        "event_time": 1,
        "authorizations": [authorization],
        "is_ext_shared_channel": False,
        "event_context": "4-x",
    }


ANSWERS: dict[str, tuple[str, Json]] = {
    "auth.test": (
        "auth.test",
        {"ok": True, "url": "http://localhost", "team": "a", "user": "b", "team_id": "T1", "bot_id": "B1"},
    ),
    "message": ("chat.postMessage", {"ok": True, "channel": "C1", "ts": "1.2", "message": MESSAGE}),
    "history": ("conversations.history", {"ok": True, "messages": [MESSAGE], "has_more": False}),
    "view": ("views.open", {"ok": True, "view": VIEW}),
    "refusal": ("chat.postMessage", {"ok": False, "error": "invalid_blocks", "response_metadata": {"messages": ["a"]}}),
    "missing scope": ("reactions.add", {"ok": False, "error": "missing_scope", "needed": "a", "provided": "b"}),
}


@pytest.mark.parametrize("name", INTERACTIONS)
def test_an_interaction_of_slacks_type_is_accepted(name: str) -> None:
    assert check_interaction(INTERACTIONS[name]) == ()


@pytest.mark.parametrize("name", WRONG_INTERACTIONS)
def test_an_interaction_that_slack_would_not_send_is_told(name: str) -> None:
    payload, pointer = WRONG_INTERACTIONS[name]

    assert [(problem.code, problem.pointer) for problem in check_interaction(payload)] == [("not_slack", pointer)]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_slacks_type_is_accepted(name: str) -> None:
    assert check_event(envelope(EVENTS[name])) == ()


@pytest.mark.parametrize("name", WRONG_EVENTS)
def test_an_event_that_slack_would_not_send_is_told(name: str) -> None:
    event, pointer = WRONG_EVENTS[name]

    assert pointer in {problem.pointer for problem in check_event(envelope(event))}


def test_an_envelope_without_its_id_is_told() -> None:
    (problem,) = check_event(without(envelope(SAID), "event_id"))

    assert (problem.pointer, problem.sentence) == ("", "Missing: event_id.")


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_of_slacks_type_is_accepted(name: str) -> None:
    assert check_answer(*ANSWERS[name]) == ()


def test_an_answer_that_slack_would_not_give_is_told() -> None:
    assert [one.pointer for one in check_answer("chat.postMessage", {"ok": True, "ts": 1.2})] == ["/ts"]
    assert [one.pointer for one in check_answer("views.open", {"view": {"owner": "U1"}})] == ["/view", ""]
