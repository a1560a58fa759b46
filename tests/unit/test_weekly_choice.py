"""The paper of the week is the same in every process, follows what people said, and never comes twice too early."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handlers.ballots import Comparison, Nomination, Picked, Vote
from handlers.ports import Services
from handlers.reasons import Again, Drawn, LikeAPick, Nominated, Reason, SavedHere, SearchedHere, Subscribed, WonDuels
from handlers.shelves import Removed, Saved, Whose
from handlers.weekly.choice import Ballot, Choice, choose, ranked
from handlers.weekly.duelling import standings
from handlers.weekly.interest import Interest, Sign, interests, likeness
from handlers.weekly.picking import contenders, fits_topic, pick
from search.errors import InvalidQuery
from search.models import Hit, Paper, SearchResult
from search.query import Query
from tests.fakes_handlers import HandlersEngine, services
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import CHANNEL, LEASE, NOW, TEAM, posting, schedule

DAY, SLOT = timedelta(days=1), "2026-W49"
WEEK = schedule("w1", kind="week", query="", key="")
PAPERS = tuple(
    Paper(id=name, abstract=abstract)
    for name, abstract in (
        ("cache-a", "A cache of keys for agents."),
        ("cache-b", "A cache of values for robots."),
        ("forest-a", "A forest of trees for tables."),
        ("forest-b", "A forest of kernels for robots."),
        ("fish-a", "A count of fish in rivers."),
        ("fish-b", "A count of fish in lakes."),
    )
)
LIKE = {name: f"{name[:-1]}{'b' if name.endswith('a') else 'a'}" for name in (paper.id for paper in PAPERS)}


class Counting(HandlersEngine):
    """Two papers of one kind are alike; counts what it is asked."""

    asked = 0

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        self.asked += 1
        return super().search(query, limit, offset)

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        self.asked += 1
        return (Hit(LIKE[paper_id], 1.0),) if paper_id in LIKE else ()


def team(papers: Iterable[Paper] = PAPERS, *subscriptions: str) -> Services:
    held = tuple(papers)
    digests = [schedule(f"s{number}", query=query, key=query) for number, query in enumerate(subscriptions)]
    schedules = MemorySchedules([WEEK, *digests])
    outbox = MemoryOutbox(schedules)
    return services(held, engine=Counting(held), schedules=schedules, outbox=outbox)


def nomination(paper_id: str, user_id: str = "U1", **other: Any) -> Nomination:
    usual: dict[str, Any] = {"team_id": TEAM, "channel_id": CHANNEL, "because": "", "at": NOW}
    return Nomination(paper_id=paper_id, user_id=user_id, **(usual | other))


def preferred(winner: str, loser: str, user_id: str = "U1") -> Comparison:
    return Comparison(team_id=TEAM, channel_id=CHANNEL, winner=winner, loser=loser, user_id=user_id, at=NOW)


def post(to: Services, paper_id: str, week: int, **other: Any) -> str:
    """The paper of an earlier week; its key."""
    key = f"week:{week}"
    assert to.outbox.plan(posting(key, kind="week", papers=(paper_id,), at=NOW + week * 7 * DAY, **other))
    return key


def vote(to: Services, key: str, paper_id: str, *ups: bool) -> None:
    for number, up in enumerate(ups):
        to.week.vote(
            Vote(
                team_id=TEAM,
                channel_id=CHANNEL,
                posting_key=key,
                paper_id=paper_id,
                user_id=f"U{number}",
                up=up,
                at=NOW,
            )
        )


def picked(from_: Services, slot: str = SLOT, now: datetime = NOW, **changed: Any) -> Choice:
    choice = pick(replace(WEEK, **changed), slot, from_, now)
    assert choice
    return choice


def ballot(**given: Any) -> Ballot:
    usual: dict[str, Any] = {
        "candidates": frozenset("abcd"), "interest": {}, "standings": {}, "alike": {}, "place": "T1:C1:2026-W49"
    }  # fmt: skip
    return Ballot(**(usual | given))


def test_the_paper_that_most_people_want_comes_first_then_the_one_wanted_longest() -> None:
    here = team(PAPERS, "cache")
    here.week.nominate(nomination("fish-a", "U1", because="we count too", at=NOW - 3 * DAY))
    here.week.nominate(nomination("forest-a", "U2", at=NOW - 9 * DAY))
    here.week.nominate(nomination("fish-a", "U3", at=NOW - DAY))
    for days, paper in ((5, "fish-b"), (7, "cache-b"), (3, "forest-b")):
        here.week.nominate(nomination(paper, "U1", at=NOW - days * DAY))

    assert contenders(WEEK, SLOT, here, NOW) == (
        Choice("fish-a", Nominated((("U1", "we count too"), ("U3", "")))),
        Choice("forest-a", Nominated((("U2", ""),))),
        Choice("cache-b", Nominated((("U1", ""),))),
        Choice("fish-b", Nominated((("U1", ""),))),
        Choice("forest-b", Nominated((("U1", ""),))),
        Choice("cache-a", Subscribed("cache")),
    )


def test_what_was_searched_often_counts_as_long_as_it_is_fresh() -> None:
    here = team()
    for _ in range(3):
        here.week.searched(TEAM, CHANNEL, "kernel forests", "forest kernel", NOW - DAY)
    here.week.searched(TEAM, CHANNEL, "fish lakes", "fish lake", NOW - DAY)
    for _ in range(9):
        here.week.searched(TEAM, CHANNEL, "keys cache", "cache key", NOW - 89 * DAY)

    assert contenders(WEEK, SLOT, here, NOW)[:3] == (
        Choice("forest-b", SearchedHere("kernel forests", 3)),
        Choice("fish-b", SearchedHere("fish lakes", 1)),
        Choice("cache-a", SearchedHere("keys cache", 9)),
    )
    assert isinstance(picked(here, now=NOW + 91 * DAY).reason, Drawn)


def test_what_several_people_saved_from_the_channel_counts_and_what_one_saved_stays_their_own() -> None:
    here = team()
    for user, paper, channel in (
        ("U1", "fish-b", CHANNEL), ("U2", "fish-b", CHANNEL), ("U1", "forest-b", CHANNEL), ("U1", "cache-b", "C9"),
        ("U2", "cache-b", "C9"),
    ):  # fmt: skip
        here.shelf.say(Whose(TEAM, user, paper), Saved(channel, NOW))

    assert contenders(WEEK, SLOT, here, NOW)[0] == Choice("fish-b", SavedHere(2))
    here.shelf.say(Whose(TEAM, "U2", "fish-b"), Removed())
    assert isinstance(picked(here).reason, Drawn)


def test_papers_like_a_pick_that_was_liked_come_and_those_like_one_that_was_not_stay_away() -> None:
    here = team()
    for week, paper in enumerate(("cache-a", "fish-a", "forest-a")):
        key = post(here, paper, week - 3)
        vote(here, key, paper, *{"cache-a": (True, True, False), "fish-a": (False, False)}.get(paper, ()))

    choices = contenders(WEEK, SLOT, here, NOW, least=3)

    assert choices[0] == Choice("cache-b", LikeAPick("cache-a", 2, 1))
    assert [choice.paper_id for choice in choices[1:3]] == ["forest-b", "fish-b"]
    assert {type(choice.reason) for choice in choices[1:3]} == {Drawn}


def test_the_reason_is_what_weighed_most() -> None:
    here = team(PAPERS, "robots")
    for user in ("U1", "U2", "U3"):
        here.week.compare(preferred("forest-a", "fish-a", user))
    won = ranked(
        ballot(
            candidates=frozenset({"cache-b", "forest-a", "fish-a"}),
            interest={"cache-b": Interest(0.1, 0.0, Subscribed("robots"))},
            standings={each.paper_id: each for each in standings(here.week.comparisons(TEAM, CHANNEL))},
        )
    )

    assert [choice.paper_id for choice in won] == ["forest-a", "cache-b", "fish-a"]
    assert [choice.reason for choice in won] == [WonDuels(3, 0), Subscribed("robots"), Drawn()]
    assert picked(here).reason == Subscribed("robots")


def test_a_paper_like_a_recent_pick_gives_way_to_one_of_equal_interest() -> None:
    known = {paper: Interest(0.5, 0.0, Subscribed("x")) for paper in "ab"}

    first = choose(ballot(candidates=frozenset("ab"), interest=known))
    assert first
    other = choose(ballot(candidates=frozenset("ab"), interest=known, alike={first.paper_id: 0.2}))

    assert other
    assert other.paper_id != first.paper_id


def test_signs_that_agree_add_up_without_ever_being_more_than_all() -> None:
    signs = [Sign(0.6, Subscribed("x"), ("a", "b")), Sign(0.3, SearchedHere("y", 1), ("a",))]
    liked: Reason = LikeAPick("p", 0, 2)
    found = interests([*signs * 9, Sign(-0.5, liked, ("b",))])

    assert found["b"].speaks_for < found["a"].speaks_for < 1
    assert found["a"].reason == Subscribed("x")
    assert (found["a"].against, found["b"].against) == (0.0, 0.5)


def test_no_paper_comes_twice_until_all_were_there_and_then_the_one_of_longest_ago() -> None:
    here, had = team(PAPERS, "cache"), []
    for week in range(2 * len(PAPERS)):
        choice = picked(here, f"week {week}", NOW + week * 7 * DAY)
        had.append(choice.paper_id)
        before = had[: len(PAPERS)].index(choice.paper_id) if week >= len(PAPERS) else None
        assert choice.before == (None if before is None else NOW + before * 7 * DAY)
        post(here, choice.paper_id, week)

    assert had[: len(PAPERS)] == had[len(PAPERS) :]
    assert sorted(had[: len(PAPERS)]) == sorted(LIKE)


def test_years_of_picks_do_not_hide_what_is_left() -> None:
    here = team([Paper(id=f"p{number:02}", abstract="A cache.") for number in range(60)], "cache")
    for number in range(50):
        post(here, f"p{number:02}", number - 60)
    unknown = replace(here, schedules=MemorySchedules())
    slots = [f"2026-W{number}" for number in range(10, 40)]

    assert picked(here).reason == Subscribed("cache")
    assert {picked(unknown, slot).reason for slot in slots} == {Drawn()}
    assert {picked(unknown, slot, query="cache").reason for slot in slots} == {Drawn("cache")}


def test_a_paper_is_alike_where_it_is_like_one_of_the_last_eight_picks_the_less_the_longer_ago() -> None:
    here = team([*PAPERS])
    for week, paper in enumerate(("forest-a", "fish-a", *"abcdef", "cache-a")):
        post(here, paper, week)
    alike = likeness(here.week.picked(TEAM, CHANNEL), here)

    assert set(alike) == {"cache-b", "fish-b"}
    assert alike["cache-b"] == 1 > alike["fish-b"] > 0


def test_a_new_paper_comes_before_the_second_turn_of_the_others() -> None:
    new = Paper(id="new", abstract="New.")
    here = team([*PAPERS, new])
    for week, paper in enumerate(PAPERS):
        post(here, paper.id, week - 9)

    assert picked(here) == Choice("new", Drawn())


def test_a_paper_whose_post_failed_can_come_again_and_one_that_left_the_library_never_does() -> None:
    here = team(PAPERS[:2])
    for paper in ("cache-a", "left"):
        here.week.nominate(nomination(paper, at=NOW - 30 * DAY))
    post(here, "cache-a", -1)
    outbox = here.outbox
    assert isinstance(outbox, MemoryOutbox)
    taken = outbox.take("me", NOW, LEASE)
    during = picked(here)
    assert taken
    outbox.failed(taken, "is_archived", NOW)

    assert during.paper_id == "cache-b"
    assert picked(here) == Choice("cache-a", Nominated((("U1", ""),)))
    assert {choice.paper_id for choice in contenders(WEEK, SLOT, here, NOW, least=5)} == {"cache-a", "cache-b"}
    assert pick(WEEK, SLOT, team([]), NOW) is None


def test_where_nothing_is_known_a_lot_decides_that_is_the_same_everywhere_and_differs_by_channel_and_slot() -> None:
    drawn = [picked(team(), f"2026-W{number}") for number in range(10, 40)]

    assert drawn == [picked(team(reversed(PAPERS)), f"2026-W{number}") for number in range(10, 40)]
    assert {choice.paper_id for choice in drawn} == set(LIKE)
    assert {choice.reason for choice in drawn} == {Drawn()}
    assert len({picked(team(), channel_id=f"C{number}").paper_id for number in range(12)}) > 2


def test_a_topic_bounds_what_can_be_picked_nominations_too() -> None:
    here = team(PAPERS, "robots", "fish")
    here.week.nominate(nomination("fish-a"))
    forests = replace(WEEK, query="forest")
    first = picked(here, query="forest")
    post(here, first.paper_id, 0)
    second = picked(here, query="forest")
    post(here, second.paper_id, 1)

    assert first == Choice("forest-b", Subscribed("robots"))
    assert second == Choice("forest-a", Drawn("forest"))
    assert picked(here, query="forest") == Choice("forest-b", Again(NOW))
    assert pick(replace(WEEK, query="zebras"), SLOT, here, NOW) is None
    assert [fits_topic(forests, paper, here) for paper in ("forest-a", "fish-a")] == [True, False]
    assert fits_topic(WEEK, "fish-a", here)
    with pytest.raises(InvalidQuery):
        pick(replace(WEEK, query='"'), SLOT, here, NOW)


def test_the_work_is_bounded_however_much_is_known() -> None:
    here = team(PAPERS, *(f"fish OR number{number}" for number in range(30)))
    for number in range(50):
        here.week.searched(TEAM, CHANNEL, f"cache {number}", f"{number} cach", NOW)
        vote(here, post(here, f"paper-{number}", number - 60), f"paper-{number}", True)
    pick(replace(WEEK, query="count"), SLOT, here, NOW)

    assert isinstance(here.engine, Counting)
    assert 10 < here.engine.asked <= 32


PAPER = st.sampled_from("abcd")
PICKS = st.lists(st.builds(Picked, PAPER, st.just("week"), st.integers(0, 9).map(lambda week: NOW + week * DAY),
                           st.none(), st.just(0), st.just(0)), max_size=5)  # fmt: skip


@settings(max_examples=80)
@given(
    st.lists(st.builds(nomination, PAPER, st.sampled_from(["U1", "U2"])), max_size=5),
    PICKS,
    st.lists(st.tuples(PAPER, PAPER), max_size=6),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_things_are_known_makes_no_difference(
    nominations: list[Nomination], picks: list[Picked], duels: list[tuple[str, str]], random: Any
) -> None:
    given_ = ballot(
        nominations=nominations,
        picked=picks,
        interest={"a": Interest(0.3, 0.0, Subscribed("x")), "b": Interest(0.3, 0.1, Subscribed("x"))},
        standings={each.paper_id: each for each in standings(preferred(*pair) for pair in duels)},
    )
    shuffled = replace(given_, nominations=random.sample(nominations, len(nominations)), picked=picks[::-1])

    choices = ranked(given_)

    assert ranked(shuffled) == choices
    assert sorted(choice.paper_id for choice in choices) == list("abcd")
    fresh = [choice.before is None for choice in choices]
    assert fresh == sorted(fresh, reverse=True)
