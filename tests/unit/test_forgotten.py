"""Who was forgotten is told nothing any more; what they made for a channel goes on, and rests as it would have."""

from dataclasses import replace

from handlers.blocks.notice import notice
from handlers.failing import farewells, put_to_rest, regret
from handlers.happenings import Happening, handle_happening
from handlers.notices import tell
from tests.fakes_handlers import services
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import CHANNEL, NOW, TEAM, posting, schedule

MADE = (replace(schedule("one"), creator=""), schedule("two", creator="U2"))
POST = posting(slots=(("one", "2026-W49"), ("two", "2026-W49")))


def test_only_those_who_are_known_are_told_that_schedules_rest() -> None:
    over = services(schedules=MemorySchedules(MADE))
    said = farewells(POST, "is_archived", over)
    regret(POST, NOW, over)
    put_to_rest(POST, "is_archived", over)

    assert [each.to for each in said] == ["U2"]
    assert over.outbox.latest(TEAM, "", "notice", 9) == ()
    assert len(over.outbox.latest(TEAM, "U2", "notice", 9)) == 1
    assert over.schedules.active() == ()


def test_a_channel_that_is_left_says_nothing_to_nobody() -> None:
    left = Happening(kind="left", channel_id=CHANNEL, user_id="U1", team_id=TEAM, now=NOW)
    over = services(schedules=MemorySchedules(MADE))

    assert [each.to for each in handle_happening(left, over)] == ["U2"]
    assert not tell("", "a-key", notice("a word"), team_id=TEAM, at=NOW, services=over)
