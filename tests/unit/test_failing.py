"""What follows when Slack will never take a post."""

from dataclasses import replace

import pytest

from handlers.failing import farewells, put_to_rest, regret
from handlers.messages import Reply
from tests.block_rules import problems
from tests.fakes_handlers import services
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import NOW, TEAM, posting, schedule

SCHEDULES = (
    schedule("one", creator="U1"),
    schedule("two", creator="U2"),
    schedule("three", creator="U1"),
    replace(schedule("four", creator="U3"), paused="by hand"),
    schedule("other", creator="U4"),
)
POST = posting(slots=tuple((name, "2026-W49") for name in ("one", "two", "three", "four", "removed")))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("is_archived", "since the channel was archived"),
        ("no_such_code", "since Slack refused the messages (no_such_code)"),
    ],
)
def test_each_creator_is_told_once_of_all_that_is_theirs(code: str, why: str) -> None:
    said = farewells(POST, code, services(schedules=MemorySchedules(SCHEDULES)))

    assert [(one.to, one.key) for one in said] == [("U1", f"failed:{POST.key}:U1"), ("U2", f"failed:{POST.key}:U2")]
    assert all(why in one.message.text for one in said)
    assert "Caching one, Caching three" in said[0].message.text
    assert [problems(one.message) for one in said] == [[], []]


def test_what_brought_the_post_rests_and_nothing_else() -> None:
    held = MemorySchedules(SCHEDULES)
    put_to_rest(POST, "is_archived", services(schedules=held))
    paused = {name: one.paused for name, one in held.held.items()}

    why = "the channel was archived"
    assert paused == {"one": why, "two": why, "three": why, "four": "by hand", "other": None}
    assert farewells(POST, "is_archived", services(schedules=held)) == ()


def test_another_workspace_is_left_alone() -> None:
    held = MemorySchedules(SCHEDULES)
    put_to_rest(replace(POST, team_id=f"{TEAM}2"), "is_archived", services(schedules=held))

    assert held.held["one"].paused is None


def test_of_a_post_that_was_given_up_each_creator_is_told_once_and_nothing_rests() -> None:
    over = services(schedules=MemorySchedules(SCHEDULES))
    before = over.schedules.active()
    for _ in range(2):
        regret(POST, NOW, over)

    told = [over.outbox.latest(TEAM, creator, "notice", 9) for creator in ("U1", "U2", "U3")]
    assert [len(notices) for notices in told] == [1, 1, 0]
    message = told[0][0].message
    assert message is not None
    assert message["text"].startswith("A post of Caching one, Caching three in this channel did not arrive.")
    assert problems(Reply(message["text"], tuple(message["blocks"]))) == []
    assert over.schedules.active() == before
