"""Slack's assistant pane through the whole edge: greeted once, busy while we look, entitled, and never in the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.slack.assistant import MOVED, STARTED
from bot.workspace.town import READER, direct_id
from handlers.conversation import Answer, Question, React, Talk
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.welcome import busy, title_of, welcome
from tests.desk_kit import Desk, open_desk
from tests.fakes_handlers import services
from tests.waiting import until

HERE = direct_id(READER.id)
STATUS, TITLE, PROMPTS = (f"assistant.threads.set{what}" for what in ("Status", "Title", "SuggestedPrompts"))


def echo(question: Question, _: Services) -> Talk:
    return React("+1") if question.text == "thanks" else Answer(Reply(f"On {question.text}"), {})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path, echo) as opened:
        yield opened


def begin(desk: Desk) -> str:
    """A person opens the pane; the `ts` of the thread in it, once it is greeted there."""
    ts = str(desk.people.assistant_thread(READER.id)["ts"])
    desk.hear()
    until(lambda: not any(pool.unfinished() for pool in desk.edge.app.pools))
    return ts


def test_a_new_conversation_is_greeted_once_with_things_to_ask(desk: Desk) -> None:
    ts = begin(desk)
    heard = next(one for one in desk.hear() if one.name == f"event {STARTED}")
    desk.tell(heard.body["event"] | {"ts": ts})
    until(lambda: not any(pool.unfinished() for pool in desk.edge.app.pools))

    assert [(one["text"], one["thread_ts"]) for one in desk.said(HERE)] == [("Hello!", ts)]
    (prompts,) = desk.place.called(PROMPTS)
    assert prompts["prompts"] == [{"title": "What is a cache?", "message": "What is a cache?"}]


def test_what_is_said_there_is_answered_on_the_same_path_with_a_status_and_a_title(desk: Desk) -> None:
    ts = begin(desk)
    desk.say("What evicts the *KV cache*?", HERE, thread_ts=ts)
    desk.work()
    desk.say("thanks", HERE, thread_ts=ts)
    desk.work()

    assert desk.texts(HERE) == ["Hello!", "On What evicts the *KV cache*?"]
    assert [one["status"] for one in desk.place.called(STATUS)] == ["is searching…", "is searching…", ""]
    assert [one["title"] for one in desk.place.called(TITLE)] == ["What evicts the *KV cache*?"]
    methods = desk.place.methods()
    assert methods.index(STATUS) < methods.index("chat.postMessage", methods.index(STATUS))


def test_outside_of_the_pane_nothing_of_it_is_asked(desk: Desk) -> None:
    desk.say("kv cache", HERE)
    desk.say("@paperboy kv cache")
    desk.work()

    assert not {STATUS, TITLE, PROMPTS} & set(desk.place.methods())


def test_a_pane_that_does_not_work_costs_nobody_an_answer(desk: Desk) -> None:
    kinds: tuple[Any, ...] = ("error", "drop", "garbled", "ratelimited")
    for kind in kinds:
        ts = begin(desk)
        for method in (STATUS, TITLE):
            desk.place.workspace.faults.add(method, kind, 1)
        desk.say("kv cache", HERE, thread_ts=ts)
        desk.work()

    assert desk.texts(HERE) == ["Hello!", "On kv cache"] * len(kinds)


def test_where_the_person_looks_meanwhile_is_acknowledged_and_no_more(desk: Desk) -> None:
    thread = {"user_id": READER.id, "context": {"channel_id": "C1"}, "channel_id": HERE, "thread_ts": "1.000001"}
    moved = desk.tell({"type": MOVED, "assistant_thread": thread, "ts": "1.000001"})
    unreadable = desk.tell({"type": STARTED, "assistant_thread": None, "ts": "1.000002"})

    assert (moved.status, unreadable.status) == (200, 400)
    assert desk.said(HERE) == []


def test_the_greeting_counts_what_there_is_and_proposes_what_finds_something() -> None:
    over = services()
    hello = welcome(over)
    nothing = welcome(services(()))

    assert hello.message.text.startswith("Hello! I look things up in 5 papers")
    assert hello.prompts
    assert all(0 < len(prompt) <= 75 for prompt in hello.prompts)
    assert busy(over) == "is searching 5 papers…"
    assert (nothing.prompts, "empty" in nothing.message.text) == ((), True)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("kv cache &amp; eviction", "kv cache & eviction"),
        ("<https://arxiv.org/abs/2501.00001|arxiv.org/abs/2501.00001>", "arxiv.org/abs/2501.00001"),
        ("", "A question"),
    ],
)
def test_a_title_is_the_question_in_plain_words(text: str, title: str) -> None:
    assert title_of(text) == title
    assert len(title_of("long words " * 99)) <= 60
