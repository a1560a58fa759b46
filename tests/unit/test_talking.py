"""Questions to the bot by its name at a terminal: answered there, in one thread as long as the prompt is open."""

import pytest

from bot.cli.conversation import Conversation, asked
from bot.cli.talking import question_in
from bot.terminal import Screen
from tests.fakes_handlers import BrokenEngine, services


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("@paperboy kv cache?", "kv cache?"),
        ("  @Paperboy:   kv cache", "kv cache"),
        ("@paperboy", ""),
        ("kv cache @paperboy", None),
        ("@paperboys kv cache", None),
        ("/papers @paperboy", None),
        ("", None),
    ],
)
def test_a_line_that_begins_with_its_name_is_a_question(line: str, question: str | None) -> None:
    assert question_in(line) == question


def test_what_was_said_before_is_known_in_the_thread_of_the_prompt() -> None:
    conversation = Conversation(services(), Screen(100, False))
    first = conversation.answer("@paperboy kv cache")
    searched = conversation.answer("forest")
    thanked = conversation.answer("@paperboy thanks")
    said = conversation.thread.said

    assert "KVFlow" in first
    assert "Random Forests" in searched
    assert [one.user_id for one in said] == ["you", "paperboy", "you"]
    assert said[1].facts
    assert len({one.ts for one in said}) == 3
    assert thanked.strip() == ":+1:"


def test_the_buttons_of_an_answer_are_numbered_and_work() -> None:
    conversation = Conversation(services(), Screen(100, False))
    shown = conversation.answer("@paperboy kv cache")

    assert "[1]" in shown
    assert "KVFlow" in conversation.answer("1")


def test_an_index_that_is_away_is_a_sentence() -> None:
    reply = asked("@paperboy kv cache", services(engine=BrokenEngine()))

    assert "try again" in reply.text
