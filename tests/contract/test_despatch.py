"""What sending relies on, held against the store on disk, the store in memory and the fake."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.slack.despatch import Despatch
from handlers.schedules import Posting
from tests.posting_kit import LEASE, NOW, OTHER, PLACES, TEAM, Kept, kept_in, posting, schedule

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        yield place


@pytest.fixture
def despatch(kept: Kept) -> Despatch:
    return kept.despatch


def plan(kept: Kept, *keys: str, channel: str = "C1") -> None:
    for number, key in enumerate(keys):
        assert kept.outbox.plan(posting(key, channel_id=channel, at=NOW - DAY + number * SECOND))


def take(kept: Kept, now: datetime = NOW, owner: str = "me") -> Posting:
    taken = kept.despatch.take(owner, now, LEASE)
    assert taken
    return taken


def key_of(taken: Posting | None) -> str | None:
    return taken.key if taken else None


def now_in(kept: Kept, key: str) -> tuple[str, int, str | None, str | None]:
    found = kept.outbox.posting(TEAM, key)
    assert found
    return found.state, found.attempts, found.error, found.ts


def test_the_oldest_is_taken_first_and_each_once(kept: Kept) -> None:
    kept.outbox.plan(posting("late", at=NOW, channel_id="C3"))
    plan(kept, "early", channel="C1")
    plan(kept, "b", channel="C2")

    assert [key_of(kept.despatch.take("me", NOW, LEASE)) for _ in range(4)] == ["b", "early", "late", None]


def test_what_is_not_to_be_sent_is_not_taken(kept: Kept) -> None:
    kept.outbox.plan(posting("empty", state="empty", message=None))
    kept.outbox.plan(posting("missed", state="missed", message=None))

    assert kept.despatch.take("me", NOW, LEASE) is None
    assert kept.despatch.unclear(NOW + DAY) == ()


def test_whatever_is_planned_can_be_sent_even_if_the_clock_was_set_back_since(kept: Kept) -> None:
    plan(kept, "one")

    assert key_of(kept.despatch.take("me", NOW - 400 * DAY, LEASE)) == "one"


def test_a_channel_keeps_its_order_and_others_do_not_wait_for_it(kept: Kept) -> None:
    plan(kept, "first", "second")
    plan(kept, "other", channel=OTHER)
    first = take(kept)
    meanwhile = [key_of(kept.despatch.take("me", NOW, LEASE)) for _ in range(2)]
    kept.despatch.sent(first, "1.1", NOW)

    assert meanwhile == ["other", None]
    assert key_of(kept.despatch.take("me", NOW + SECOND, LEASE)) == "second"


def test_channels_of_different_workspaces_do_not_wait_for_each_other(kept: Kept) -> None:
    plan(kept, "one")
    kept.outbox.plan(posting("one", team_id="T2", at=NOW))

    assert [take(kept).team_id, take(kept).team_id] == [TEAM, "T2"]


def test_a_channel_gets_one_message_a_second(kept: Kept) -> None:
    plan(kept, "first", "second")
    kept.despatch.sent(take(kept), "1.1", NOW)
    almost = NOW + SECOND - timedelta(microseconds=1)

    assert kept.despatch.take("me", almost, LEASE) is None
    assert key_of(kept.despatch.take("me", almost, LEASE, apart=SECOND / 2)) == "second"


def test_a_message_sent_before_the_clock_was_set_back_holds_nothing_up(kept: Kept) -> None:
    plan(kept, "first", "second")
    kept.despatch.sent(take(kept), "1.1", NOW)

    assert key_of(kept.despatch.take("me", NOW - DAY, LEASE)) == "second"


def test_what_was_sent_is_marked_once(kept: Kept) -> None:
    plan(kept, "one")
    taken = take(kept)

    assert [kept.despatch.sent(taken, ts, NOW) for ts in ("1.1", "2.2")] == [True, False]
    assert now_in(kept, "one") == ("sent", 1, None, "1.1")
    assert kept.despatch.take("me", NOW + DAY, LEASE) is None
    assert kept.despatch.unclear(NOW + DAY) == ()


def test_a_posting_that_nobody_took_cannot_be_marked(kept: Kept) -> None:
    plan(kept, "one")
    planned = posting("one")

    assert not kept.despatch.failed(planned, "is_archived", NOW)
    assert not kept.despatch.wait(planned, NOW, "ratelimited", NOW)
    assert not kept.despatch.unknown(planned, "no answer", NOW)
    assert not kept.despatch.looked(planned, None, NOW)
    assert not kept.despatch.sent(posting("never planned"), "1.1", NOW)
    assert now_in(kept, "one") == ("pending", 0, None, None)


def test_what_failed_is_final_and_gives_back_what_it_was_to_show(kept: Kept) -> None:
    kept.schedules.add(schedule("s1"))
    kept.outbox.plan(posting("one", slots=(("s1", "2026-W49"),)), [("s1", "a")])
    kept.outbox.plan(posting("two", channel_id=OTHER), [("s1", "b")])
    taken = take(kept)

    assert [kept.despatch.failed(taken, code, NOW) for code in ("is_archived", "again")] == [True, False]
    assert now_in(kept, "one") == ("failed", 1, "is_archived", None)
    assert kept.outbox.shown("s1") == {"b"}
    assert not kept.despatch.sent(taken, "1.1", NOW)


def test_after_a_failure_the_next_of_the_channel_is_taken(kept: Kept) -> None:
    plan(kept, "first", "second")
    kept.despatch.failed(take(kept), "invalid_blocks", NOW)

    assert key_of(kept.despatch.take("me", NOW, LEASE)) == "second"


def test_a_channel_that_was_told_to_wait_waits_and_others_do_not(kept: Kept) -> None:
    plan(kept, "first", "second")
    plan(kept, "other", channel=OTHER)
    assert kept.despatch.wait(take(kept), NOW + MINUTE, "ratelimited", NOW)
    during = [key_of(kept.despatch.take("me", NOW + MINUTE - SECOND, LEASE)) for _ in range(2)]

    assert during == ["other", None]
    assert now_in(kept, "first") == ("pending", 1, "ratelimited", None)
    assert take(kept, NOW + MINUTE).attempts == 2


def test_a_wait_lasts_an_hour_at_most(kept: Kept) -> None:
    plan(kept, "one")
    kept.despatch.wait(take(kept), NOW + 9_999 * DAY, "ratelimited", NOW)

    assert kept.despatch.take("me", NOW + HOUR - SECOND, LEASE) is None
    assert key_of(kept.despatch.take("me", NOW + HOUR, LEASE)) == "one"


def test_a_wait_from_before_the_clock_was_set_back_is_over(kept: Kept) -> None:
    plan(kept, "one")
    ahead = NOW + 3650 * DAY
    kept.despatch.wait(take(kept, ahead), ahead + MINUTE, "ratelimited", ahead)

    assert key_of(kept.despatch.take("me", NOW, LEASE)) == "one"


def test_what_had_no_clear_answer_is_not_sent_again_and_its_channel_waits(kept: Kept) -> None:
    plan(kept, "first", "second")
    assert kept.despatch.unknown(take(kept), "no answer", NOW)

    assert now_in(kept, "first") == ("unknown", 1, "no answer", None)
    assert kept.despatch.take("me", NOW + DAY, LEASE) is None
    assert [one.key for one in kept.despatch.unclear(NOW)] == ["first"]


def test_what_is_being_sent_is_unclear_only_once_its_lease_ran_out(kept: Kept) -> None:
    plan(kept, "one")
    taken = take(kept)

    assert kept.despatch.unclear(NOW + LEASE - SECOND) == ()
    assert not kept.despatch.looked(taken, None, NOW + LEASE - SECOND)
    assert kept.despatch.unclear(NOW + LEASE) == (taken,)


def test_a_lease_from_before_the_clock_was_set_back_has_run_out(kept: Kept) -> None:
    plan(kept, "one")
    take(kept, NOW + 3650 * DAY)

    assert [one.key for one in kept.despatch.unclear(NOW)] == ["one"]


def test_what_is_found_in_its_channel_was_sent(kept: Kept) -> None:
    plan(kept, "first", "second")
    kept.despatch.unknown(take(kept), "no answer", NOW)
    unclear = kept.despatch.unclear(NOW)[0]

    assert [kept.despatch.looked(unclear, "1.1", NOW), kept.despatch.looked(unclear, "1.1", NOW)] == [True, False]
    assert now_in(kept, "first") == ("sent", 1, None, "1.1")
    assert key_of(kept.despatch.take("me", NOW + SECOND, LEASE)) == "second"


@pytest.mark.parametrize("told", [True, False])
def test_what_is_not_found_twice_a_minute_apart_is_pending_again(kept: Kept, told: bool) -> None:
    plan(kept, "one")
    lost = take(kept)
    begin = NOW + LEASE
    if told:
        kept.despatch.unknown(lost, "no answer", NOW)

    looks = [kept.despatch.looked(lost, None, begin + after) for after in (0 * SECOND, 59 * SECOND, 60 * SECOND)]

    assert looks == [True, False, True]
    assert now_in(kept, "one")[:2] == ("pending", 1)
    assert take(kept, begin + MINUTE).attempts == 2


def test_who_looked_just_now_is_not_asked_to_look_again(kept: Kept) -> None:
    plan(kept, "one")
    kept.despatch.unknown(take(kept), "no answer", NOW)
    kept.despatch.looked(kept.despatch.unclear(NOW)[0], None, NOW)

    assert [len(kept.despatch.unclear(NOW + after)) for after in (0 * SECOND, 59 * SECOND, MINUTE)] == [0, 0, 1]
    assert now_in(kept, "one")[0] == "unknown"


def test_a_look_from_before_the_clock_was_set_back_is_no_first_look(kept: Kept) -> None:
    plan(kept, "one")
    lost = take(kept)
    kept.despatch.unknown(lost, "no answer", NOW)
    kept.despatch.looked(lost, None, NOW)
    back = NOW - DAY

    assert kept.despatch.unclear(back) == (kept.outbox.posting(TEAM, "one"),)
    assert kept.despatch.looked(lost, None, back)
    assert now_in(kept, "one")[0] == "unknown"
    assert kept.despatch.looked(lost, None, back + MINUTE)
    assert now_in(kept, "one")[0] == "pending"


def test_each_time_it_is_lost_it_is_looked_for_twice(kept: Kept) -> None:
    plan(kept, "one")
    kept.despatch.unknown(take(kept), "no answer", NOW)
    for after in (0, 1):
        kept.despatch.looked(kept.despatch.unclear(NOW + after * MINUTE)[0], None, NOW + after * MINUTE)
    kept.despatch.unknown(take(kept, NOW + MINUTE), "no answer", NOW + MINUTE)

    assert kept.despatch.looked(kept.despatch.unclear(NOW + MINUTE)[0], None, NOW + MINUTE)
    assert now_in(kept, "one")[:2] == ("unknown", 2)


def lost_and_taken_again(kept: Kept) -> tuple[Posting, datetime]:
    """One who was away for too long, and the moment at which another one took its posting."""
    plan(kept, "one")
    away = take(kept)
    for after in (LEASE, LEASE + MINUTE):
        kept.despatch.looked(away, None, NOW + after)
    later = NOW + LEASE + MINUTE
    take(kept, later, "another")
    return away, later


def test_who_was_away_changes_nothing_about_what_another_took_since(kept: Kept) -> None:
    away, later = lost_and_taken_again(kept)

    assert not kept.despatch.sent(away, "1.1", later)
    assert not kept.despatch.failed(away, "is_archived", later)
    assert not kept.despatch.wait(away, later, "ratelimited", later)
    assert not kept.despatch.unknown(away, "no answer", later)
    assert not kept.despatch.looked(away, None, later + DAY)
    assert now_in(kept, "one")[:2] == ("sending", 2)


def test_a_late_look_that_found_it_counts_whoever_has_it_now(kept: Kept) -> None:
    away, later = lost_and_taken_again(kept)

    assert kept.despatch.looked(away, "1.1", later)
    assert now_in(kept, "one") == ("sent", 2, None, "1.1")


@pytest.mark.parametrize("looks", [0, 1, 2])
def test_a_late_answer_counts_as_long_as_nobody_took_it_again(kept: Kept, looks: int) -> None:
    plan(kept, "one")
    slow = take(kept)
    for look in range(looks):
        kept.despatch.looked(slow, None, NOW + LEASE + look * MINUTE)

    assert kept.despatch.sent(slow, "1.1", NOW + DAY)
    assert now_in(kept, "one") == ("sent", 1, None, "1.1")
    assert kept.despatch.take("me", NOW + DAY, LEASE) is None


def test_a_late_refusal_counts_while_it_is_looked_for(kept: Kept) -> None:
    plan(kept, "one")
    slow = take(kept)
    kept.despatch.looked(slow, None, NOW + LEASE)

    assert kept.despatch.failed(slow, "not_in_channel", NOW + LEASE)


def test_counts_are_of_the_states_that_there_are(kept: Kept) -> None:
    kept.outbox.plan(posting("empty", state="empty"))
    plan(kept, "a", "b", "c")
    take(kept)

    assert dict(kept.despatch.counts()) == {"empty": 1, "pending": 2, "sending": 1}


def test_problems_are_what_failed_lately_and_what_is_late(kept: Kept) -> None:
    kept.outbox.plan(posting("failed", at=NOW - 30 * DAY))
    kept.despatch.failed(take(kept), "is_archived", NOW)
    kept.outbox.plan(posting("unknown", channel_id="C2", at=NOW - MINUTE))
    kept.despatch.unknown(take(kept), "no answer", NOW)
    kept.outbox.plan(posting("sent", channel_id="C3", at=NOW))
    kept.despatch.sent(take(kept), "1.1", NOW)
    kept.outbox.plan(posting("empty", at=NOW, state="empty"))
    kept.outbox.plan(posting("pending", channel_id="C4", at=NOW))

    def keys(now: datetime, limit: int = 9) -> list[str]:
        return [one.key for one in kept.despatch.problems(now, limit)]

    assert keys(NOW) == ["failed"]
    assert keys(NOW + 9 * MINUTE) == ["unknown", "failed"]
    assert keys(NOW + 10 * MINUTE, 2) == ["pending", "unknown"]
    assert keys(NOW + 8 * DAY) == ["pending", "unknown"]


def test_what_was_left_out_lately_is_told_the_newest_first(kept: Kept) -> None:
    kept.outbox.plan(posting("missed", at=NOW - DAY, state="missed", message=None))
    kept.outbox.plan(posting("nothing-new", at=NOW - DAY, state="empty", message=None))
    kept.outbox.plan(posting("week", at=NOW, kind="week", state="empty", message=None, facts={"skipped": True}))
    kept.outbox.plan(posting("ahead", at=NOW + DAY, state="missed", message=None))
    kept.outbox.plan(posting("long-ago", at=NOW - 8 * DAY, state="missed", message=None))

    assert [one.key for one in kept.despatch.left_out(NOW, 9)] == ["week", "missed"]
    assert [one.key for one in kept.despatch.left_out(NOW, 1)] == ["week"]
    assert kept.despatch.left_out(NOW, 1)[0].facts == {"skipped": True}


def test_the_last_sent_come_first(kept: Kept) -> None:
    for number, channel in enumerate(("C1", "C2", "C3")):
        plan(kept, channel, channel=channel)
        kept.despatch.sent(take(kept), "1.1", NOW + number * SECOND)

    assert [one.key for one in kept.despatch.last_sent(2)] == ["C3", "C2"]
