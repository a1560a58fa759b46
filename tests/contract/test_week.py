"""What every keeper of people's words promises, held against each kind of database and the fake."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.store import SqlStore
from bot.store.searches import HELD
from bot.store.week import SqlWeek
from handlers.ballots import Comparison, Nomination, Picked, Searched, Told, Vote
from handlers.errors import Unavailable
from handlers.schedules import PostingState
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.fakes_week import MemoryWeek
from tests.posting_kit import CHANNEL, LEASE, NOW, OTHER, PLACES, TEAM, Kept, kept_in, posting

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        yield place


def vote(user_id: str = "U1", **other: Any) -> Vote:
    usual: dict[str, Any] = {
        "team_id": TEAM, "channel_id": CHANNEL, "posting_key": "week:1", "paper_id": "kvflow", "up": True, "at": NOW
    }  # fmt: skip
    return Vote(user_id=user_id, **(usual | other))


def nomination(paper_id: str = "kvflow", **other: Any) -> Nomination:
    usual: dict[str, Any] = {"team_id": TEAM, "channel_id": CHANNEL, "user_id": "U1", "because": "", "at": NOW}
    return Nomination(paper_id=paper_id, **(usual | other))


def comparison(winner: str, loser: str, **other: Any) -> Comparison:
    usual: dict[str, Any] = {"team_id": TEAM, "channel_id": CHANNEL, "user_id": "U1", "at": NOW}
    return Comparison(winner=winner, loser=loser, **(usual | other))


def plan_pick(kept: Kept, paper_id: str, key: str = "week:1", **other: Any) -> None:
    assert kept.outbox.plan(posting(key, kind="week", papers=(paper_id,), **other))


def test_a_persons_last_vote_counts_and_can_be_taken_back(kept: Kept) -> None:
    for one in (vote(), vote("U2", at=NOW - DAY), vote(up=False, at=NOW + MINUTE), vote("U3", posting_key="week:2")):
        kept.week.vote(one)
    kept.week.vote(vote(team_id="T2"))
    kept.week.vote(vote(channel_id=OTHER, posting_key="week:3"))
    votes = kept.week.votes(TEAM, CHANNEL)
    taken = [kept.week.unvote(TEAM, "week:1", user) for user in ("U1", "U1", "U9")]

    assert votes == (vote("U2", at=NOW - DAY), vote("U3", posting_key="week:2"), vote(up=False, at=NOW + MINUTE))
    assert taken == [True, False, False]
    assert len(kept.week.votes(TEAM, CHANNEL)) == 2
    assert kept.week.votes("T2", CHANNEL) == (vote(team_id="T2"),)


def test_a_nomination_stands_once_with_its_last_reason_and_its_first_moment(kept: Kept) -> None:
    new = [
        kept.week.nominate(one)
        for one in (
            nomination(because="of <!channel> „caches“ 🗞"),
            nomination("rac", at=NOW - DAY),
            nomination(because="it\0 is fast", at=NOW + DAY),
            nomination(user_id="U2", at=NOW + DAY),
            nomination(channel_id=OTHER),
        )
    ]

    assert new == [True, True, False, True, True]
    assert kept.week.nominations(TEAM, CHANNEL) == (
        nomination("rac", at=NOW - DAY),
        nomination(because="it is fast"),
        nomination(user_id="U2", at=NOW + DAY),
    )


def test_a_nomination_can_be_withdrawn(kept: Kept) -> None:
    kept.week.nominate(nomination())
    gone = [kept.week.withdraw(TEAM, place, "kvflow", "U1") for place in (OTHER, CHANNEL, CHANNEL)]

    assert gone == [False, True, False]
    assert kept.week.nominations(TEAM, CHANNEL) == ()


def test_a_nomination_is_over_once_its_paper_is_picked_and_can_be_made_anew(kept: Kept) -> None:
    for one in (nomination(at=NOW - DAY), nomination("rac", at=NOW - DAY), nomination(channel_id=OTHER, at=NOW - DAY)):
        kept.week.nominate(one)
    plan_pick(kept, "kvflow")
    over = kept.week.nominations(TEAM, CHANNEL)
    withdrawn = kept.week.withdraw(TEAM, CHANNEL, "kvflow", "U1")
    again = [kept.week.nominate(nomination(at=NOW + late, because="again")) for late in (DAY, 2 * DAY)]

    assert over == (nomination("rac", at=NOW - DAY),)
    assert (withdrawn, again) == (False, [True, False])
    assert kept.week.nominations(TEAM, CHANNEL)[1:] == (nomination(at=NOW + DAY, because="again"),)
    assert kept.week.nominations(TEAM, OTHER) == (nomination(channel_id=OTHER, at=NOW - DAY),)


def test_a_nomination_stands_again_when_the_post_of_its_paper_failed(kept: Kept) -> None:
    kept.week.nominate(nomination(at=NOW - DAY))
    plan_pick(kept, "kvflow")
    taken = kept.despatch.take("me", NOW, LEASE)
    assert taken
    kept.despatch.failed(taken, "is_archived", NOW)

    assert kept.week.nominations(TEAM, CHANNEL) == (nomination(at=NOW - DAY),)
    assert kept.week.picked(TEAM, CHANNEL) == ()


def test_a_nomination_made_while_its_paper_was_being_sent_is_over_too(kept: Kept) -> None:
    plan_pick(kept, "kvflow")
    kept.week.nominate(nomination(at=NOW + MINUTE))
    taken = kept.despatch.take("me", NOW, LEASE)
    assert taken
    kept.despatch.sent(taken, "1.1", NOW + 2 * MINUTE)

    assert kept.week.nominations(TEAM, CHANNEL) == ()


def test_a_persons_last_word_on_two_papers_counts_in_whichever_order_they_stood(kept: Kept) -> None:
    for one in (
        comparison("a", "b"),
        comparison("b", "c", at=NOW - DAY),
        comparison("b", "a", at=NOW + DAY),
        comparison("a", "b", user_id="U2"),
        comparison("a", "b", channel_id=OTHER),
    ):
        kept.week.compare(one)

    assert kept.week.comparisons(TEAM, CHANNEL) == (
        comparison("b", "c", at=NOW - DAY),
        comparison("a", "b", user_id="U2"),
        comparison("b", "a", at=NOW + DAY),
    )


def test_searches_are_counted_by_topic_with_their_last_spelling_the_latest_first(kept: Kept) -> None:
    for channel, query, key, at in (
        (CHANNEL, "kv cache", "cach kv", NOW - 40 * DAY),
        (CHANNEL, "KV-Cache\0 \ud800", "cach kv", NOW - DAY),
        (CHANNEL, "cache kv", "cach kv", NOW - 2 * DAY),
        (CHANNEL, "forests", "forest", NOW),
        (CHANNEL, "old", "old", NOW - 91 * DAY),
        (OTHER, "elsewhere", "elsewher", NOW),
    ):
        kept.week.searched(TEAM, channel, query, key, at)
        kept.week.flush()
    kept.week.flush()

    assert kept.week.searches(TEAM, CHANNEL, NOW - 90 * DAY) == (
        Searched("forests", "forest", 1, NOW),
        Searched("KV-Cache \N{REPLACEMENT CHARACTER}", "cach kv", 3, NOW - DAY),
    )
    assert kept.week.searches("T2", CHANNEL, NOW - 90 * DAY) == ()


def test_what_was_picked_comes_back_with_its_votes_and_without_posts_that_brought_nothing(kept: Kept) -> None:
    states: tuple[PostingState, ...] = ("sent", "pending", "failed", "missed", "empty")
    for week, state in enumerate(states):
        plan_pick(
            kept, f"paper-{week}", f"week:{week}", state=state, at=NOW + week * DAY, ts="1.1" if not week else None
        )
    assert kept.outbox.plan(posting("week:none", kind="week"))
    assert kept.outbox.plan(posting("digest:1", papers=("rac",)))
    plan_pick(kept, "elsewhere", "week:elsewhere", channel_id=OTHER)
    for user, up in (("U1", True), ("U2", True), ("U3", False)):
        kept.week.vote(vote(user, posting_key="week:0", paper_id="paper-0", up=up))

    assert kept.week.picked(TEAM, CHANNEL) == (
        Picked("paper-1", "week:1", NOW + DAY, None, 0, 0),
        Picked("paper-0", "week:0", NOW, "1.1", 2, 1),
    )


def test_several_channels_are_told_of_at_once_as_each_is_by_itself(kept: Kept) -> None:
    since = {CHANNEL: NOW - 2 * DAY, OTHER: NOW - 4 * DAY, "C0EMPTY": NOW}
    for channel, key in ((CHANNEL, "week:1"), (OTHER, "week:2")):
        for paper in ("kvflow", "rac"):
            kept.week.nominate(nomination(paper, channel_id=channel, at=NOW - DAY))
        kept.week.compare(comparison("a", key, channel_id=channel))
        kept.week.searched(TEAM, channel, f"of {key}", key, NOW - 3 * DAY)
        kept.week.vote(vote(channel_id=channel, posting_key=key))
        kept.week.flush()
    plan_pick(kept, "kvflow")
    plan_pick(kept, "rac", "week:2", channel_id=OTHER)

    told = kept.week.told(TEAM, since)

    assert told == {
        channel: Told(
            kept.week.nominations(TEAM, channel),
            kept.week.comparisons(TEAM, channel),
            kept.week.searches(TEAM, channel, moment),
            kept.week.picked(TEAM, channel),
        )
        for channel, moment in since.items()
    }
    assert [[one.paper_id for one in each.nominations] for each in told.values()] == [["rac"], ["kvflow"], []]
    assert [[one.query for one in each.searches] for each in told.values()] == [[], ["of week:2"], []]
    assert [[(one.paper_id, one.ups) for one in each.picked] for each in told.values()] == [
        [("kvflow", 1)], [("rac", 1)], [],
    ]  # fmt: skip
    assert kept.week.told(TEAM, {}) == {}
    assert kept.week.told("T2", {CHANNEL: NOW})[CHANNEL] == Told((), (), (), ())


def test_many_people_at_once_each_have_their_word(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with kept_in("file", request, tmp_path) as kept, ThreadPoolExecutor(6) as people:
        list(people.map(lambda number: kept.week.vote(vote(f"U{number % 4}", up=number % 2 == 0)), range(24)))

        assert len(kept.week.votes(TEAM, CHANNEL)) == 4


def test_two_processes_that_write_the_same_word_at_once_do_not_clash(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with kept_in("server", request, tmp_path) as kept, ThreadPoolExecutor(6) as people:
        list(people.map(lambda number: kept.week.vote(vote("U1", up=number % 2 == 0)), range(24)))

        assert len(kept.week.votes(TEAM, CHANNEL)) == 1


@pytest.mark.parametrize("broken", ["closed", "fake"])
def test_while_it_cannot_be_reached_a_calm_sentence_says_so_and_searches_go_on(broken: str) -> None:
    week: SqlWeek | MemoryWeek = MemoryWeek(MemoryOutbox(MemorySchedules()), unavailable=True)
    if broken == "closed":
        store = SqlStore.open(":memory:")
        store.close()
        week = store.week
    asks: list[Callable[[], object]] = [
        lambda: week.vote(vote()),
        lambda: week.unvote(TEAM, "week:1", "U1"),
        lambda: week.votes(TEAM, CHANNEL),
        lambda: week.nominate(nomination()),
        lambda: week.withdraw(TEAM, CHANNEL, "kvflow", "U1"),
        lambda: week.nominations(TEAM, CHANNEL),
        lambda: week.compare(comparison("a", "b")),
        lambda: week.comparisons(TEAM, CHANNEL),
        lambda: week.searches(TEAM, CHANNEL, NOW),
        lambda: week.picked(TEAM, CHANNEL),
        lambda: week.told(TEAM, {CHANNEL: NOW}),
        week.flush,
    ]

    week.searched(TEAM, CHANNEL, "kv cache", "cach kv", NOW)
    for ask in asks:
        with pytest.raises(Unavailable, match=r"[.]$"):
            ask()


def test_searches_wait_until_the_database_can_be_written_and_are_counted_once(tmp_path: Path) -> None:
    place = tmp_path / "paperboy.sqlite3"
    store, other = SqlStore.open(place, patience=0.05), SqlStore.open(place)
    store.week.searched(TEAM, CHANNEL, "kv cache", "cach kv", NOW)
    with other.writing(), pytest.raises(Unavailable):
        store.week.flush()
    store.week.searched(TEAM, CHANNEL, "KV cache", "cach kv", NOW + MINUTE)
    store.week.flush()
    store.week.flush()
    found = other.week.searches(TEAM, CHANNEL, NOW - DAY)
    store.close()
    other.close()

    assert found == (Searched("KV cache", "cach kv", 2, NOW + MINUTE),)


def test_searches_that_wait_are_bounded(tmp_path: Path) -> None:
    store = SqlStore.open(tmp_path / "paperboy.sqlite3")
    for number in range(HELD + 10):
        store.week.searched(TEAM, CHANNEL, f"topic {number}", str(number), NOW)
    store.week.searched(TEAM, CHANNEL, "topic 0", "0", NOW)
    store.week.flush()
    found = store.week.searches(TEAM, CHANNEL, NOW - DAY)
    store.close()

    assert len(found) == HELD
    assert {each.key: each.count for each in found}["0"] == 2
