"""Slash commands: what the bot is told, and how its answer is shown."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT, SLACKBOT
from tests.people_kit import CURATOR, READER, Town, actions, button, silent, unreachable

GENERAL, RANDOM = town.GENERAL, town.RANDOM


@pytest.fixture
def here() -> Iterator[Town]:
    made = Town()
    yield made
    made.close()


def test_the_bot_is_told_by_slacks_form_wherever_the_command_is_typed(here: Town) -> None:
    here.people.command(READER, RANDOM, "/papers", "  kv cache ")

    told = here.interaction()
    assert (told["command"], told["text"], told["channel_id"], told["channel_name"]) == (
        "/papers",
        "kv cache",
        RANDOM,
        "random",
    )
    assert (told["user_id"], told["user_name"]) == (READER, "reader")
    assert all(isinstance(value, str) for value in told.values())
    assert here.triggers.take(told["trigger_id"]).user == READER


@pytest.mark.parametrize(
    ("channel", "name"), [(town.READING_GROUP, "privategroup"), (town.direct_id(READER), "directmessage")]
)
def test_the_names_of_private_places_stay_private(here: Town, channel: str, name: str) -> None:
    here.people.command(READER, channel, "/papers", "x")

    assert here.interaction()["channel_name"] == name


def test_names_become_ids_only_where_the_manifest_asks_for_it(here: Town) -> None:
    here.people.command(READER, GENERAL, "/papers", "@curator & <#papers>")
    plain = here.interaction()["text"]
    here.people.command(READER, GENERAL, "/escaped", "@curator & #papers")

    assert plain == "@curator &amp; &lt;#papers&gt;"
    assert here.interaction()["text"] == "<@U0CURATOR|curator> &amp; <#C0PAPERS|papers>"


def test_an_answer_is_shown_to_one_person(here: Town) -> None:
    here.bot.answer = lambda payload: {"text": "found", "blocks": [actions(button())]}
    here.people.command(READER, GENERAL, "/papers", "kv")

    (message,) = here.state.messages(GENERAL, seen_by=READER)
    assert message.only_for == READER
    assert (message.body["text"], message.body["bot_id"], message.body["is_ephemeral"]) == ("found", BOT, True)
    assert here.texts(CURATOR) == []
    assert here.events_of("message") == []


def test_an_answer_for_all_comes_with_what_was_typed(here: Town) -> None:
    here.bot.answer = lambda payload: {"text": "found", "response_type": "in_channel"}
    here.people.command(READER, GENERAL, "/papers", "kv & co")
    here.bot.answer = lambda payload: {"response_type": "in_channel"}
    here.people.command(READER, GENERAL, "/papers", "quiet")

    assert here.texts(CURATOR) == ["/papers kv &amp; co", "found", "/papers quiet"]
    assert [event["text"] for event in here.events_of("message")] == ["found"]


@pytest.mark.parametrize("answer", [None, {}, {"response_type": "ephemeral"}])
def test_an_empty_acknowledgement_shows_nothing(here: Town, answer: dict[str, str] | None) -> None:
    here.bot.answer = lambda payload: answer
    here.people.command(READER, GENERAL, "/papers", "kv")

    assert here.texts(READER) == []


def test_later_answers_come_through_the_response_url(here: Town) -> None:
    here.people.command(READER, GENERAL, "/papers", "kv")
    address = here.interaction()["response_url"]

    assert here.use(address, {"text": "later"}).status == 200
    assert here.texts(READER) == ["later"]
    here.state.move_time(timedelta(minutes=31))
    assert here.use(address, {"text": "too late"}).error == "expired_url"


def test_silence_and_absence_of_the_bot_are_slackbots_news(here: Town) -> None:
    here.bot.answer = silent
    here.people.command(READER, GENERAL, "/papers", "kv")
    here.bot.answer = unreachable
    here.people.command(READER, GENERAL, "/papers", "kv")

    messages = here.state.messages(GENERAL, seen_by=READER)
    assert [message.body["text"] for message in messages] == [
        '/papers failed with the error "operation_timeout"',
        '/papers failed with the error "dispatch_failed"',
    ]
    assert {(message.body["user"], message.only_for) for message in messages} == {(SLACKBOT, READER)}


def test_an_answer_that_slack_would_refuse_is_not_shown_but_named(here: Town) -> None:
    here.bot.answer = lambda payload: {"text": "found", "blocks": [{"type": "bogus"}]}
    here.people.command(READER, GENERAL, "/papers", "kv")

    assert here.texts(READER) == []
    assert "invalid_blocks" in here.notices()[0]
    recorded = here.exchanges.all()[-1]
    assert (recorded.way, recorded.status) == ("from bot", "invalid_blocks")
    assert recorded.problems


def test_a_command_without_end_reaches_nobody(here: Town) -> None:
    with pytest.raises(CannotDo, match="at most 40,000"):
        here.people.command(READER, GENERAL, "/papers", "x" * 40_001)

    assert here.bot.delivered == []


def test_unknown_commands_and_commands_in_threads_reach_nobody(here: Town) -> None:
    with pytest.raises(CannotDo, match="/foo"):
        here.people.command(READER, GENERAL, "/foo", "")
    with pytest.raises(CannotDo, match="thread"):
        here.people.command(READER, GENERAL, "/papers", "kv", "1.000000")

    assert here.bot.delivered == []
