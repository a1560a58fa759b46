"""What is forgotten, what stays, and that a clock which jumps makes nothing forgotten."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.store import SqlStore
from bot.store.pruning import BATCH, Pruning
from bot.store.tables.people import questions
from bot.store.tables.posts import settled_slots
from handlers.ballots import Vote
from handlers.conversation import Question
from tests.posting_kit import NOW, TEAM, posting, schedule

MINUTE, DAY, YEAR = timedelta(minutes=1), timedelta(days=1), timedelta(days=365)
MESSAGE = {"text": "Long ago"}
SENT: dict[str, Any] = {"state": "sent", "message": MESSAGE, "ts": "1.1", "facts": {"picks": []}}


@pytest.fixture
def store(place: str) -> Iterator[SqlStore]:
    with closing(SqlStore.open(place)) as opened:
        opened.schedules.add(schedule("s1"))
        yield opened


def plan(store: SqlStore, key: str, **other: Any) -> None:
    slots, shown = other.get("slots", ()), other.pop("shown", ())
    assert store.outbox.plan(posting(key, **{"at": NOW, "slots": slots} | other), shown)


def kept(store: SqlStore, *keys: str) -> list[str]:
    return [key for key in keys if store.outbox.posting(TEAM, key)]


def test_an_old_digest_loses_its_words_and_stays_for_what_it_settled_and_showed(store: SqlStore) -> None:
    plan(store, "old", slots=(("s1", "2026-W48"),), shown=[("s1", "a")], papers=("a",), **SENT)
    plan(store, "new", at=NOW + DAY, papers=("b",), slots=(("s1", "2026-W49"),), shown=[("s1", "b")], **SENT)
    before, new = store.outbox.posting(TEAM, "old"), store.outbox.posting(TEAM, "new")

    forgotten = [store.pruning.prune(NOW + 400 * DAY + MINUTE) for _ in range(2)]

    assert forgotten == [1, 0]
    assert before is not None
    assert store.outbox.posting(TEAM, "old") == replace(before, message=None, papers=(), facts={})
    assert store.outbox.posting(TEAM, "new") == new
    assert store.outbox.shown("s1") == {"a", "b"}
    again = posting("again", at=NOW + 2 * YEAR, slots=(("s1", "2026-W48"),))
    assert not store.outbox.plan(again)


def test_what_nothing_refers_to_goes_after_its_time_and_nothing_else_does(store: SqlStore) -> None:
    for state in ("sent", "failed", "empty", "missed", "pending"):
        plan(store, f"digest-{state}", state=state, channel_id=state)
    plan(store, "week", kind="week", papers=("a",), **SENT)
    plan(store, "answer", kind="answer", **SENT)
    plan(store, "notice", kind="notice", state="failed")
    store.week.vote(
        Vote(team_id=TEAM, channel_id="C1", posting_key="week", paper_id="a", user_id="U1", up=True, at=NOW)
    )
    store.claim(TEAM, "share", NOW)
    store.pruning.prune(NOW + 31 * DAY)
    after_a_month = kept(store, "answer", "notice", "week", "digest-sent", "digest-pending")
    claimed = store.claim(TEAM, "share", NOW)
    store.pruning.prune(NOW + 2 * YEAR)

    assert after_a_month == ["week", "digest-sent", "digest-pending"]
    states = ("sent", "failed", "empty", "missed", "pending")
    assert kept(store, "week", *map("digest-{}".format, states)) == ["week", "digest-pending"]
    (pick,) = store.week.picked(TEAM, "C1")
    assert (pick.paper_id, pick.ups) == ("a", 1)
    assert (claimed, store.claim(TEAM, "share", NOW)) == (False, True)


def test_of_a_removed_subscription_nothing_stays(store: SqlStore) -> None:
    plan(store, "old", slots=(("s1", "2026-W48"),), shown=[("s1", "a")], **SENT)
    store.schedules.remove(TEAM, "s1")
    store.pruning.prune(NOW + 2 * YEAR)

    assert kept(store, "old") == []
    with store._reading() as connection:
        assert connection.execute(select(settled_slots)).all() == []


def test_questions_that_are_dealt_with_and_searches_go(store: SqlStore) -> None:
    for ts in ("1.1", "2.2"):
        asked = Question(
            text="?", user_id="U1", team_id=TEAM, channel_id="C1", ts=ts, thread_ts=None, direct=False, now=NOW
        )
        store.inbox.add(asked)
    taken = store.inbox.take(NOW, MINUTE)
    assert taken is not None
    store.inbox.done(taken, "answered", NOW)
    store.week.searched(TEAM, "C1", "kv cache", "kv cach", NOW)
    store.week.flush()
    store.pruning.prune(NOW + YEAR)

    with store._reading() as connection:
        assert connection.execute(select(questions.c.ts)).scalars().all() == ["2.2"]
    assert store.week.searches(TEAM, "C1", NOW - DAY) == ()


def ticks(pruning: Pruning, now: datetime, minutes: int) -> int:
    return sum(pruning.tick(now + number * MINUTE) for number in range(minutes))


def test_it_goes_a_batch_at_a_time_while_the_clock_is_steady(store: SqlStore) -> None:
    number = BATCH + 5
    with store._writing() as connection:
        old = {"user_id": "U1", "thread": "1", "direct": False, "text": "", "attempts": 1, "asked": NOW, "changed": NOW}
        rows = [old | {"team_id": TEAM, "channel_id": "C1", "ts": str(one), "state": "done"} for one in range(number)]
        connection.execute(insert(questions), rows)
    later, far = NOW + 100 * DAY, NOW + 3653 * DAY

    assert ticks(store.pruning, far, 30) == 0
    assert ticks(store.pruning, later, 60) == 0
    assert ticks(store.pruning, far, 60) == 0
    assert ticks(store.pruning, later, 62) == number
    assert store.pruning.tick(later + 63 * MINUTE) == 0
