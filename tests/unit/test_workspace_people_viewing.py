"""Windows sent off and closed, the Home tab opened, shortcuts chosen."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.model import Json, View
from bot.workspace.views import push_modal
from tests.people_kit import (
    CURATOR,
    READER,
    Town,
    actions,
    button,
    entry,
    manifest,
    option,
    plain,
    silent,
    unreachable,
    window,
)

LINE = {"type": "divider", "block_id": "line"}
TEXT = {"type": "plain_text_input", "action_id": "a"}


@pytest.fixture
def here() -> Iterator[Town]:
    made = Town()
    yield made
    made.close()


def typed(value: str | None, kind: str = "plain_text_input") -> Json:
    return {"b1": {"a": {"type": kind, "value": value}}}


def stack(here: Town) -> list[str]:
    return [view.body["title"]["text"] for view in here.state.modals(READER)]


def test_a_window_is_sent_off_with_what_was_entered_and_closes(here: Town) -> None:
    view = here.open([entry(TEXT)], private_metadata="kept")
    answer = here.people.submit(READER, view.id, typed("kv cache"))

    assert answer == {"closed": True}
    assert stack(here) == []
    told = here.interaction()
    assert (told["type"], told["view"]["id"], told["view"]["private_metadata"]) == ("view_submission", view.id, "kept")
    assert told["view"]["state"]["values"] == typed("kv cache")
    assert told["response_urls"] == []


REFUSED: dict[str, tuple[Json, str | None]] = {
    "needed": ({"type": "plain_text_input"}, None),
    "At least 3": ({"type": "plain_text_input", "min_length": 3}, "ab"),
    "room for 3": ({"type": "plain_text_input", "max_length": 3}, "abcd"),
    "room for 3000": ({"type": "plain_text_input"}, "x" * 3001),
    "e-mail": ({"type": "email_text_input"}, "nobody"),
    "an e-mail": ({"type": "email_text_input"}, f"a@{'.' * 40_000}@"),
    "address of a page": ({"type": "url_text_input"}, "ftp://a"),
    "not a number": ({"type": "number_input", "is_decimal_allowed": False}, "many"),
    "whole number": ({"type": "number_input", "is_decimal_allowed": False}, "1.5"),
    "least is 2": ({"type": "number_input", "is_decimal_allowed": True, "min_value": "2"}, "1.5"),
    "most is 2": ({"type": "number_input", "is_decimal_allowed": True, "max_value": "2"}, "2.5"),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_slack_itself_finds_wrong_never_reaches_the_bot(here: Town, sentence: str) -> None:
    element, value = REFUSED[sentence]
    view = here.open([entry({"action_id": "a", **element})])
    answer = here.people.submit(READER, view.id, typed(value, element["type"]))

    assert not answer["closed"]
    assert sentence in answer["errors"]["b1"]
    assert here.bot.delivered == []
    assert stack(here) == ["Window"]


@pytest.mark.parametrize("entered", [{"b1": "kv"}, {"b1": {"a": "kv"}}, {"b1": {"a": ["kv"]}}])
def test_entries_of_another_form_reach_nobody(here: Town, entered: Json) -> None:
    view = here.open([entry(TEXT)])

    with pytest.raises(CannotDo):
        here.people.submit(READER, view.id, entered)
    with pytest.raises(CannotDo):
        here.people.press(READER, view_id=view.id, action={"action_id": "a"}, values=entered)
    assert here.bot.delivered == []


FINE: dict[str, tuple[Json, str | None]] = {
    "optional": ({"type": "plain_text_input", "min_length": 3}, None),
    "e-mail": ({"type": "email_text_input"}, "a@example.org"),
    "address": ({"type": "url_text_input"}, "https://example.org/a"),
    "number": ({"type": "number_input", "is_decimal_allowed": True, "min_value": "-1", "max_value": "2"}, "-0.5"),
}


@pytest.mark.parametrize("name", FINE)
def test_right_entries_are_sent_off(here: Town, name: str) -> None:
    element, value = FINE[name]
    view = here.open([entry({"action_id": "a", **element}, optional=value is None)])

    assert here.people.submit(READER, view.id, typed(value, element["type"])) == {"closed": True}


def test_too_many_choices_are_refused(here: Town) -> None:
    element = {"type": "multi_static_select", "action_id": "a", "options": [option("one"), option("two")]}
    view = here.open([entry(element | {"max_selected_items": 1})])
    values = {"b1": {"a": {"selected_options": [option("one"), option("two")]}}}

    assert "At most 1" in here.people.submit(READER, view.id, values)["errors"]["b1"]


def test_the_bots_errors_stay_in_the_window_and_what_was_entered_too(here: Town) -> None:
    here.bot.answer = lambda payload: {"response_action": "errors", "errors": {"b1": "Too short."}}
    view = here.open([entry(TEXT)])

    assert here.people.submit(READER, view.id, typed("x")) == {"closed": False, "errors": {"b1": "Too short."}}
    here.bot.answer = lambda payload: None
    assert here.people.submit(READER, view.id, {}) == {"closed": True}
    assert here.interaction()["view"]["state"]["values"] == typed("x")


def test_the_bot_puts_another_window_in_its_place_or_above_it_or_ends_all(here: Town) -> None:
    first = here.open([entry(TEXT, optional=True)])
    here.bot.answer = lambda payload: {"response_action": "update", "view": window([LINE], title=plain("New"))}
    updated = here.people.submit(READER, first.id, {})
    assert (updated, stack(here)) == ({"closed": False, "response_action": "update", "view_id": first.id}, ["New"])

    here.bot.answer = lambda payload: {"response_action": "push", "view": window([LINE], title=plain("Above"))}
    pushed = here.people.submit(READER, first.id, {})
    assert stack(here) == ["New", "Above"]
    above = here.state.view(pushed["view_id"])
    assert above is not None
    assert (above.body["previous_view_id"], above.body["root_view_id"]) == (first.id, first.id)

    here.bot.answer = lambda payload: {"response_action": "clear"}
    assert here.people.submit(READER, above.id, {}) == {"closed": True, "response_action": "clear"}
    assert stack(here) == []


def full(here: Town) -> View:
    here.open([LINE])
    push_modal(here.state, READER, window([LINE]))
    return push_modal(here.state, READER, window([LINE]))


WRONG_ANSWERS: dict[str, Json] = {
    "errors for no block": {"response_action": "errors", "errors": {"nowhere": "x"}},
    "no errors": {"response_action": "errors", "errors": {}},
    "no view": {"response_action": "update"},
    "a view that is none": {"response_action": "update", "view": {"type": "modal"}},
    "an unknown action": {"response_action": "explode"},
    "a fourth window": {"response_action": "push", "view": window([LINE])},
}


@pytest.mark.parametrize("what", WRONG_ANSWERS)
def test_an_answer_that_slack_would_not_take_leaves_the_window_open_and_is_named(here: Town, what: str) -> None:
    view = full(here)
    here.bot.answer = lambda payload: WRONG_ANSWERS[what]

    with pytest.raises(CannotDo, match="Try again"):
        here.people.submit(READER, view.id, {})
    assert stack(here) == ["Window"] * 3
    assert here.exchanges.all()[-1].problems
    assert len(here.notices()) == 1


@pytest.mark.parametrize("answer", [silent, unreachable])
def test_a_bot_that_does_not_answer_leaves_the_window_open(here: Town, answer: Any) -> None:
    here.bot.answer = answer
    view = here.open([entry(TEXT)])

    with pytest.raises(CannotDo, match="Try again"):
        here.people.submit(READER, view.id, typed("kv"))
    assert stack(here) == ["Window"]


def test_only_the_topmost_window_of_ones_own_can_be_sent_off(here: Town) -> None:
    below = here.open([LINE])
    push_modal(here.state, READER, window([LINE]))
    for user in (READER, CURATOR):
        with pytest.raises(CannotDo):
            here.people.submit(user, below.id, {})
    bare = here.open([LINE], submit=None)
    assert stack(here) == ["Window"]
    with pytest.raises(CannotDo, match="nothing to send"):
        here.people.submit(READER, bare.id, {})


def test_a_chosen_conversation_may_be_answered_in(here: Town) -> None:
    element = {"type": "conversations_select", "action_id": "a", "response_url_enabled": True}
    view = here.open([entry(element)])
    here.people.submit(READER, view.id, {"b1": {"a": {"selected_conversation": town.PAPERS}}})

    (where,) = here.interaction()["response_urls"]
    assert (where["block_id"], where["action_id"], where["channel_id"]) == ("b1", "a", town.PAPERS)
    here.use(where["response_url"], {"text": "shared", "response_type": "in_channel"})
    assert here.texts(CURATOR, town.PAPERS) == ["shared"]


def test_closing_tells_the_bot_only_when_it_asked_for_it(here: Town) -> None:
    quiet = here.open([entry(TEXT)])
    here.people.close(READER, quiet.id)
    assert here.bot.delivered == []

    heard = here.open([entry(TEXT)], notify_on_close=True)
    here.people.close(READER, heard.id)
    told = here.interaction()
    assert (told["type"], told["view"]["id"], told["is_cleared"]) == ("view_closed", heard.id, False)
    assert stack(here) == []


@pytest.mark.parametrize(("clear", "clear_on_close"), [(True, False), (False, True)])
def test_a_whole_stack_is_closed_at_once(here: Town, clear: bool, clear_on_close: bool) -> None:
    below = here.open([LINE], notify_on_close=True)
    above = push_modal(here.state, READER, window([LINE], notify_on_close=True, clear_on_close=clear_on_close))
    here.people.close(READER, above.id, clear)

    assert stack(here) == []
    told = [(one.payload["view"]["id"], one.payload["is_cleared"]) for one in here.bot.delivered]
    assert told == [(above.id, True), (below.id, True)]


def test_a_window_closes_even_when_the_bot_is_not_there(here: Town) -> None:
    here.bot.answer = unreachable
    view = here.open([LINE], notify_on_close=True)
    here.people.close(READER, view.id)

    assert stack(here) == []
    assert here.exchanges.all()[-1].status == "connection_failed"


def test_whoever_opens_the_bot_is_told_of_with_what_was_published(here: Town) -> None:
    here.people.open_home(READER)
    view = here.publish([actions(button())])
    here.people.open_home(READER)
    here.people.open_home(READER, "messages")

    first, second, third = here.events_of("app_home_opened")
    assert (first["user"], first["channel"], first["tab"]) == (READER, town.direct_id(READER), "home")
    assert "view" not in first
    assert second["view"]["id"] == view.id
    assert (third["tab"], "view" in third) == ("messages", False)


def test_tabs_that_the_manifest_does_not_offer_cannot_be_opened() -> None:
    here = Town(manifest(app_home={}, assistant_view={}))
    with pytest.raises(CannotDo):
        here.people.open_home(READER)
    here.people.open_home(READER, "messages")
    del here.manifest["features"]["assistant_view"]
    with pytest.raises(CannotDo):
        here.people.open_home(READER, "assistant")
    here.close()


def test_a_thread_with_an_assistant_begins_with_an_event(here: Town) -> None:
    here.people.open_home(READER, "assistant")

    (started,) = here.events_of("assistant_thread_started")
    thread = started["assistant_thread"]
    assert (thread["user_id"], thread["channel_id"]) == (READER, town.direct_id(READER))
    here.people.say(READER, thread["channel_id"], "hello", thread["thread_ts"])
    (said,) = here.events_of("message")
    assert (said["thread_ts"], said["channel_type"]) == (thread["thread_ts"], "im")


def test_shortcuts_of_the_manifest_are_told_each_in_its_form(here: Town) -> None:
    ts = here.post([])
    here.people.shortcut(READER, "ask")
    everywhere = here.interaction()
    here.people.shortcut(READER, "keep", town.GENERAL, ts)
    on_message = here.interaction()

    assert (everywhere["type"], everywhere["callback_id"]) == ("shortcut", "ask")
    assert here.triggers.take(everywhere["trigger_id"]).user == READER
    assert (on_message["type"], on_message["message_ts"], on_message["message"]["text"]) == (
        "message_action",
        ts,
        "card",
    )
    assert here.use(on_message["response_url"], {"text": "kept"}).status == 200


def test_other_shortcuts_are_not_there_and_a_silent_bot_is_a_sentence(here: Town) -> None:
    ts = here.post([])
    hidden = here.post([], only_for=READER)
    for given in (("keep",), ("ask", town.GENERAL, ts), ("nothing",), ("keep", town.GENERAL, hidden)):
        with pytest.raises(CannotDo):
            here.people.shortcut(READER, *given)
    assert here.bot.delivered == []
    here.bot.answer = silent
    with pytest.raises(CannotDo, match="operation_timeout"):
        here.people.shortcut(READER, "ask")
