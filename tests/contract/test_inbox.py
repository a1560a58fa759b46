"""What is promised of questions that were asked, of every place where they can be kept."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.slack.inbox import Outcome
from handlers.conversation import Question
from handlers.talk.pace import Lately, Taken
from tests.posting_kit import CHANNEL, LEASE, NOW, OTHER, PLACES, TEAM, Kept, kept_in, posting

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as kept:
        yield kept


def question(number: int = 1, **other: Any) -> Question:
    usual: dict[str, Any] = {
        "text": f"What of „{number}“? 🗞",
        "user_id": "U1",
        "team_id": TEAM,
        "channel_id": CHANNEL,
        "ts": f"1764579600.{number:06d}",
        "thread_ts": None,
        "direct": False,
        "now": NOW + number * SECOND,
    }
    return Question(**(usual | other))


def taken(kept: Kept, at: timedelta = MINUTE) -> Taken:
    found = kept.inbox.take(NOW + at, LEASE)
    assert found
    return found


def test_a_question_comes_back_as_it_was_asked_and_is_kept_once(kept: Kept) -> None:
    asked = question(direct=True, thread_ts="1764579000.000001")
    answers = (kept.inbox.add(asked), kept.inbox.add(replace(asked, text="edited", now=NOW + MINUTE)))

    assert answers == (1, 0)
    assert taken(kept) == Taken(question=asked, attempts=1, first=True, thread=Lately(), person=Lately())


def test_the_same_moment_elsewhere_is_another_question(kept: Kept) -> None:
    elsewhere = (question(), question(channel_id=OTHER), question(team_id="T2"))

    assert kept.inbox.add(*elsewhere, elsewhere[0]) == 3
    assert kept.inbox.add(*elsewhere, question(2)) == 1


def test_the_oldest_is_taken_first_and_by_nobody_else_while_the_lease_lasts(kept: Kept) -> None:
    for number in (2, 1):
        kept.inbox.add(question(number))

    assert [taken(kept).question.ts[-1] for _ in range(2)] == ["1", "2"]
    assert kept.inbox.take(NOW + MINUTE, LEASE) is None
    again = taken(kept, MINUTE + LEASE)
    assert (again.question.ts[-1], again.attempts) == ("1", 2)


def test_a_lease_of_before_the_clock_was_set_back_holds_nobody_up(kept: Kept) -> None:
    kept.inbox.add(question())
    taken(kept, timedelta(days=300))

    assert taken(kept).attempts == 2


def test_what_is_dealt_with_is_never_asked_again_and_its_words_are_forgotten(kept: Kept) -> None:
    kept.inbox.add(question())
    held = taken(kept)

    assert kept.inbox.done(held, "answered", NOW + MINUTE)
    assert not kept.inbox.done(held, "silent", NOW + MINUTE)
    assert not kept.inbox.add(question())
    assert kept.inbox.take(NOW + timedelta(days=1), LEASE) is None


def test_who_was_away_for_too_long_changes_nothing(kept: Kept) -> None:
    kept.inbox.add(question())
    slow = taken(kept)
    fast = taken(kept, MINUTE + LEASE)

    assert not kept.inbox.done(slow, "answered", NOW + MINUTE + LEASE)
    assert kept.inbox.done(fast, "answered", NOW + MINUTE + LEASE)


def test_whoever_needs_longer_holds_it_for_longer(kept: Kept) -> None:
    kept.inbox.add(question())
    held = taken(kept)

    assert kept.inbox.hold(held, NOW + MINUTE, 3 * LEASE)
    assert kept.inbox.take(NOW + MINUTE + 2 * LEASE, LEASE) is None
    again = taken(kept, MINUTE + 3 * LEASE)
    assert again.attempts == 2
    assert not kept.inbox.hold(held, NOW + MINUTE, LEASE)
    kept.inbox.done(again, "answered", NOW + MINUTE)
    assert not kept.inbox.hold(again, NOW + MINUTE, LEASE)


def test_a_thread_is_answered_in_its_order_and_other_threads_meanwhile(kept: Kept) -> None:
    root = question(1)
    more = [question(number, thread_ts=root.ts) for number in (2, 3)]
    for one in (*more, root, question(4)):
        kept.inbox.add(one)
    first, other = taken(kept), taken(kept)

    assert [first.question.ts[-1], other.question.ts[-1]] == ["1", "4"]
    assert kept.inbox.take(NOW + MINUTE, LEASE) is None
    kept.inbox.done(first, "answered", NOW + MINUTE)
    second = taken(kept)
    assert (second.question.ts[-1], first.first, second.first) == ("2", True, False)


def test_who_goes_on_in_a_thread_waits_until_the_answer_is_there(kept: Kept) -> None:
    root = question(1)
    kept.inbox.add(question(2, thread_ts=root.ts))
    kept.outbox.plan(posting("answer:1", kind="answer", thread_ts=root.ts))
    before = kept.inbox.take(NOW + MINUTE, LEASE)
    answer = kept.despatch.take("me", NOW, LEASE)
    assert answer
    kept.despatch.sent(answer, "1764579600.000009", NOW)

    assert before is None
    assert taken(kept).question.thread_ts == root.ts


def test_what_was_done_within_the_last_minute_is_told_of_the_thread_and_of_the_person(kept: Kept) -> None:
    lately: list[tuple[Outcome, str]] = [("answered", "U1"), ("answered", "U2"), ("warned", "U2"), ("silent", "U1")]
    for number, (outcome, who) in enumerate(lately, start=1):
        kept.inbox.add(question(number, thread_ts="1764579000.000001", user_id=who))
        kept.inbox.done(taken(kept), outcome, NOW + MINUTE)
    kept.inbox.add(question(5, thread_ts="1764579000.000001"))
    soon = taken(kept)
    later = taken(kept, 2 * MINUTE + LEASE)

    assert (soon.thread, soon.person) == (Lately(2, warned=True), Lately(1))
    assert (later.thread, later.person) == (Lately(), Lately())


def test_answers_go_before_the_digests_of_a_channel(kept: Kept) -> None:
    kept.outbox.plan(posting("digest", at=NOW))
    for number in (2, 1):
        kept.outbox.plan(posting(f"answer:{number}", kind="answer", at=NOW + number * SECOND, thread_ts="1.000001"))
    order: list[str] = []
    while found := kept.despatch.take("me", NOW + (len(order) + 5) * 2 * SECOND, LEASE):
        kept.despatch.sent(found, f"{len(order)}.000001", NOW + (len(order) + 5) * 2 * SECOND)
        order.append(found.key)

    assert order == ["answer:1", "answer:2", "digest"]
    assert [one.key for one in kept.despatch.last_sent(5)] == ["digest"]


def test_an_answer_that_failed_is_no_trouble_of_the_regular_posts(kept: Kept) -> None:
    for kind in ("answer", "digest"):
        kept.outbox.plan(posting(kind, kind=kind, channel_id=f"C-{kind}"))
        held = kept.despatch.take("me", NOW, LEASE)
        assert held
        kept.despatch.failed(held, "is_archived", NOW)

    assert [one.key for one in kept.despatch.problems(NOW + MINUTE, 5)] == ["digest"]
