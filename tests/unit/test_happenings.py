"""What is said when the bot comes into a channel and when it can no longer post there."""

from dataclasses import replace
from typing import Any

import pytest

from handlers.blocks.happenings import farewell, hello
from handlers.happenings import Happening, handle_happening
from tests.block_rules import problems
from tests.fakes_handlers import PAPERS, services
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import CHANNEL, NOW, OTHER, TEAM, schedule

HOSTILE = "<!channel> *bold* `code` <https://x.example|y> & " + "long " * 200


def happening(kind: Any, channel: str = CHANNEL) -> Happening:
    return Happening(kind=kind, channel_id=channel, user_id="U1", team_id=TEAM, now=NOW)


@pytest.mark.parametrize(("paused", "said"), [(0, None), (1, "1 subscription rests"), (3, "3 subscriptions rest")])
def test_hello_is_short_and_says_what_rests(paused: int, said: str | None) -> None:
    message = hello(PAPERS[:1], paused)

    assert problems(message) == []
    assert message.public
    assert (said in message.text) if said else "here from before" not in message.text
    assert len(message.text) < 500


def test_hello_needs_no_papers() -> None:
    message = hello((), 0)

    assert problems(message) == []
    assert "/papers subscribe kv cache" in message.text


@pytest.mark.parametrize("query", ["kv cache", "", HOSTILE])
def test_a_farewell_keeps_what_people_typed_inert(query: str) -> None:
    resting = schedule(query=query, kind="digest" if query else "week")
    message = farewell("C0PAPERS", (resting,), "the channel is archived")

    assert problems(message) == []
    assert "<!channel>" not in message.text
    assert ("/papers subscriptions" if query else "/papers week on in the channel") in message.text
    assert (query or "paper of the week")[:8].split(">")[0].lstrip("<") in message.text


def test_only_the_channel_that_was_left_rests() -> None:
    held = MemorySchedules([schedule("one"), schedule("two", channel_id=OTHER)])
    said = handle_happening(happening("left"), services(schedules=held))

    assert [one.to for one in said] == ["U1"]
    assert [one.paused is None for one in held.held.values()] == [False, True]
    assert handle_happening(happening("left"), services(schedules=held)) == ()


def test_hello_counts_only_what_rests_in_this_channel() -> None:
    resting = replace(schedule("one"), paused="by hand")
    held = MemorySchedules([resting, schedule("two"), replace(schedule("three", channel_id=OTHER), paused="by hand")])
    (said,) = handle_happening(happening("joined"), services(schedules=held))

    assert said.to == CHANNEL
    assert "1 subscription rests" in said.message.text


def test_a_channel_that_is_opened_again_hears_nothing() -> None:
    assert handle_happening(happening("unarchived"), services()) == ()
