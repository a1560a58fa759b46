"""What every outbox promises of planning, held against the store on disk, the store in memory and the fake."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store import SqlStore
from handlers.errors import Unavailable
from handlers.schedules import Posting, PostingState
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import CHANNEL, LEASE, NOW, OTHER, PLACES, TEAM, Kept, fakes, kept_in, posting, schedule, stored

DAY = timedelta(days=1)


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        for name in ("s1", "s2"):
            place.schedules.add(schedule(name))
        yield place


def settled(kept: Kept, schedule_id: str = "s1") -> str | None:
    found = kept.schedules.schedule(TEAM, schedule_id)
    return found.settled if found else None


@pytest.mark.parametrize(
    "one",
    [
        posting(),
        posting(state="empty", message=None),
        posting(state="missed", message=None, error="The bot was away."),
        posting(
            kind="week",
            slots=(("s2", "2026-W49"), ("s1", "2026-12-01")),
            papers=("z-paper", "a-paper"),
            thread_ts="1764579600.000100",
            facts={"reason": "nominated", "questions": ["Wozu? 🗞"], "votes": {"up": 2}, "none": None},
        ),
    ],
)
def test_a_posting_comes_back_as_it_was_planned(kept: Kept, one: Posting) -> None:
    assert kept.outbox.plan(one)

    assert kept.outbox.posting(TEAM, one.key) == one
    assert kept.outbox.posting("T2", one.key) is None
    assert kept.outbox.posting(TEAM, "another") is None


def test_planning_settles_the_slots_and_shows_the_papers(kept: Kept) -> None:
    planned = kept.outbox.plan(
        posting(slots=(("s1", "2026-W49"), ("s2", "2026-12-01"))), [("s1", "a"), ("s1", "b"), ("s2", "b"), ("s1", "a")]
    )

    assert planned
    assert (settled(kept, "s1"), settled(kept, "s2")) == ("2026-W49", "2026-12-01")
    assert (kept.outbox.shown("s1"), kept.outbox.shown("s2")) == (frozenset("ab"), frozenset("b"))


def test_a_key_is_planned_once_in_each_workspace(kept: Kept) -> None:
    kept.outbox.plan(posting(papers=("a",)))
    again = kept.outbox.plan(posting(papers=("b",), slots=(("s1", "2026-W49"),)), [("s1", "b")])
    elsewhere = kept.outbox.plan(posting(team_id="T2"))

    assert (again, elsewhere) == (False, True)
    assert kept.outbox.posting(TEAM, "digest:C1:1") == posting(papers=("a",))
    assert (settled(kept), kept.outbox.shown("s1")) == (None, frozenset())


def test_many_are_planned_together_or_none_of_them(kept: Kept) -> None:
    one = posting("one", slots=(("s1", "2026-W49"),))
    other = posting("other", slots=(("s2", "2026-W49"),), channel_id=OTHER)
    assert kept.outbox.plan_all([(one, [("s1", "a"), ("s1", "b")]), (other, [("s2", "b"), ("s2", "b")])])

    later = posting("later", slots=(("s1", "2026-W50"),))
    late = [(later, [("s1", "c")]), (posting("other", slots=(("s2", "2026-W50"),)), ())]
    assert not kept.outbox.plan_all(late)
    assert not kept.outbox.plan_all([(later, ()), (posting("third", slots=(("gone", "2026-W50"),)), ())])
    assert kept.outbox.plan_all([])

    assert (settled(kept, "s1"), settled(kept, "s2")) == ("2026-W49", "2026-W49")
    assert kept.outbox.taken(TEAM, ["one", "later", "other", "third"]) == {"one", "other"}
    assert kept.outbox.taken("T2", ["one"]) == frozenset()
    shown = kept.outbox.shown_by(["s1", "s2", "gone"])
    assert {name: papers for name, papers in shown.items() if papers} == {"s1": {"a", "b"}, "s2": {"b"}}


def test_a_slot_is_settled_once_by_whatever_posting(kept: Kept) -> None:
    kept.outbox.plan(posting("first", slots=(("s1", "2026-W49"),)))
    again = kept.outbox.plan(posting("second", slots=(("s2", "2026-W49"), ("s1", "2026-W49"))), [("s2", "a")])

    assert not again
    assert kept.outbox.posting(TEAM, "second") is None
    assert (settled(kept, "s2"), kept.outbox.shown("s2")) == (None, frozenset())


def test_a_slot_settled_years_ahead_does_not_silence_a_schedule_for_years(kept: Kept) -> None:
    for slot in ("2026-W49", "2036-W49"):
        kept.outbox.plan(posting(slot, slots=(("s1", slot),)))

    assert not kept.outbox.plan(posting("again", at=NOW, slots=(("s1", "2026-W49"),)))
    assert settled(kept) == "2026-W49"
    assert kept.outbox.plan(posting("next", at=NOW + timedelta(days=7), slots=(("s1", "2026-W50"),)))


def test_a_slot_stays_settled_when_others_came_after_it(kept: Kept) -> None:
    for slot in ("2026-W48", "2026-W49"):
        kept.outbox.plan(posting(slot, slots=(("s1", slot),)))

    assert not kept.outbox.plan(posting("again", slots=(("s1", "2026-W48"),)))
    assert settled(kept) == "2026-W49"


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda kept: kept.schedules.remove(TEAM, "s1"),
        lambda kept: kept.schedules.change(schedule("s1", paused="You paused it.")),
        lambda kept: kept.schedules.pause_channel(TEAM, CHANNEL, "I was removed."),
    ],
)
def test_nothing_is_planned_for_what_was_paused_or_removed_meanwhile(
    kept: Kept, meanwhile: Callable[[Kept], object]
) -> None:
    meanwhile(kept)

    assert not kept.outbox.plan(posting(slots=(("s2", "2026-W49"), ("s1", "2026-W49"))), [("s2", "a")])
    assert (settled(kept, "s2"), kept.outbox.shown("s2"), kept.despatch.counts()) == (None, frozenset(), {})


def test_a_schedule_of_another_workspace_is_not_settled(kept: Kept) -> None:
    assert not kept.outbox.plan(posting(team_id="T2", slots=(("s1", "2026-W49"),)))
    assert settled(kept) is None


def test_a_paper_shown_again_counts_for_the_posting_that_showed_it_first(kept: Kept) -> None:
    kept.outbox.plan(posting("first"), [("s1", "a")])
    kept.outbox.plan(posting("second", at=NOW + DAY), [("s1", "a"), ("s1", "b")])
    taken = kept.despatch.take("me", NOW, LEASE)
    assert taken
    kept.despatch.sent(taken, "1.1", NOW)
    later = kept.despatch.take("me", NOW + DAY, LEASE)
    assert later
    kept.despatch.failed(later, "is_archived", NOW + DAY)

    assert kept.outbox.shown("s1") == {"a"}


def test_papers_shown_later_are_added(kept: Kept) -> None:
    kept.outbox.plan(posting(), [("s1", "a")])
    kept.outbox.plan(posting(team_id="T2"))

    kept.outbox.also_shown(TEAM, "digest:C1:1", [("s1", "b"), ("s1", "a"), ("s2", "c"), ("gone", "d")])
    kept.outbox.also_shown(TEAM, "unknown", [("s1", "x")])
    kept.outbox.also_shown("T2", "digest:C1:1", [("s1", "y")])

    shown = {name: kept.outbox.shown(name) for name in ("s1", "s2", "gone")}
    assert shown == {"s1": frozenset("ab"), "s2": frozenset("c"), "gone": frozenset()}


def test_what_a_schedule_has_shown_is_forgotten_with_it(kept: Kept) -> None:
    kept.outbox.plan(posting(slots=(("s1", "2026-W49"),)), [("s1", "a")])
    kept.schedules.remove(TEAM, "s1")

    assert kept.outbox.shown("s1") == frozenset()
    assert kept.outbox.of_schedule("s1", 10) == ()
    assert kept.outbox.posting(TEAM, "digest:C1:1") is not None


def test_the_latest_of_a_channel_come_first_in_any_state(kept: Kept) -> None:
    states: tuple[PostingState, ...] = ("empty", "pending", "missed")
    for day, state in enumerate(states):
        kept.outbox.plan(posting(f"digest:{day}", at=NOW + day * DAY, state=state))
    for number, other in enumerate(({"channel_id": OTHER}, {"kind": "week"}, {"team_id": "T2"})):
        kept.outbox.plan(posting(f"other:{number}", **other))

    assert [one.key for one in kept.outbox.latest(TEAM, CHANNEL, "digest", 2)] == ["digest:2", "digest:1"]
    assert len(kept.outbox.latest(TEAM, CHANNEL, "digest", 9)) == 3


def test_the_latest_of_a_schedule_are_those_that_settled_a_slot_of_it(kept: Kept) -> None:
    for day in range(3):
        kept.outbox.plan(posting(f"one:{day}", at=NOW + day * DAY, slots=(("s1", f"2026-W{day + 10}"),)))
    kept.outbox.plan(posting("both", at=NOW + DAY / 2, slots=(("s2", "2026-W01"), ("s1", "2026-W01"))))
    kept.outbox.plan(posting("none", at=NOW + 9 * DAY))

    assert [one.key for one in kept.outbox.of_schedule("s1", 3)] == ["one:2", "one:1", "both"]
    assert [one.key for one in kept.outbox.of_schedule("s2", 3)] == ["both"]


def test_what_is_planned_is_frozen(kept: Kept) -> None:
    facts: dict[str, object] = {"votes": 1}
    kept.outbox.plan(replace(posting(), facts=facts))

    taken = kept.despatch.take("me", NOW, LEASE)

    assert taken == replace(posting(), facts={"votes": 1}, state="sending", attempts=1)


@pytest.mark.parametrize("broken", ["closed", "fake"])
def test_an_outbox_out_of_reach_says_so(broken: str) -> None:
    memory = MemoryOutbox(MemorySchedules())
    memory.unavailable = True
    kept = fakes(MemorySchedules(), memory)
    if broken == "closed":
        store = SqlStore.open(":memory:")
        store.close()
        kept = stored(store)
    asks: list[Callable[[], object]] = [
        lambda: kept.outbox.plan(posting()),
        lambda: kept.outbox.shown("s1"),
        lambda: kept.outbox.posting(TEAM, "key"),
        lambda: kept.outbox.latest(TEAM, CHANNEL, "digest", 1),
        lambda: kept.outbox.of_schedule("s1", 1),
        lambda: kept.despatch.take("me", NOW, LEASE),
        lambda: kept.despatch.sent(posting(), "1.1", NOW),
        lambda: kept.despatch.unclear(NOW),
        lambda: kept.despatch.looked(posting(), None, NOW),
        kept.despatch.counts,
    ]

    for ask in asks:
        with pytest.raises(Unavailable, match=r"[.]$"):
            ask()
