"""What every keeper of schedules promises, held against the store on disk, the store in memory and the fake."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from bot.store import SqlStore
from handlers.errors import Unavailable
from handlers.ports.posting import Schedules
from handlers.schedules import Schedule
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import CHANNEL, MONDAY, NOW, OTHER, PLACES, TEAM, Kept, fakes, kept_in, posting, schedule, stored


@pytest.fixture(params=PLACES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    with kept_in(request.param, request, tmp_path) as place:
        yield place


@pytest.fixture
def schedules(kept: Kept) -> Schedules:
    return kept.schedules


@pytest.mark.parametrize(
    "one",
    [
        schedule(),
        schedule(kind="week", query="", key="", quiet=False, skip="2026-W50"),
        schedule(
            query='"état de l’art" -*_~`<!channel> 𝔾 日本語', paused="The channel was archived.", settled="2026-W48"
        ),
        schedule(timetable=replace(MONDAY, rhythm="daily", hour=0, minute=0, zone="Asia/Kathmandu", weekday=6)),
    ],
)
def test_a_schedule_comes_back_as_it_went_in(schedules: Schedules, one: Schedule) -> None:
    assert schedules.add(one)

    assert schedules.schedule(TEAM, "s1") == one
    assert schedules.in_channels(TEAM, [CHANNEL]) == (one,)


def test_moments_of_any_zone_come_back_as_the_same_moments(schedules: Schedules) -> None:
    zone = timezone(timedelta(hours=5, minutes=45))
    moments = [datetime(2026, 3, 29, 2, 30, 0, 999_999, zone), datetime(1969, 12, 31, 23, 0, tzinfo=zone)]
    schedules.add(schedule(created=moments[0], since=moments[1]))

    found = schedules.schedule(TEAM, "s1")

    assert found
    assert [found.created, found.since] == moments


def test_a_schedule_belongs_to_its_workspace(schedules: Schedules) -> None:
    schedules.add(schedule())

    assert schedules.schedule("T2", "s1") is None
    assert schedules.in_channels("T2", [CHANNEL]) == ()
    assert not schedules.change(schedule(team_id="T2", quiet=False))
    assert not schedules.remove("T2", "s1")
    assert schedules.pause_channel("T2", CHANNEL, "gone") == ()
    assert not schedules.hide("T2", "s1", "kvflow")
    assert schedules.schedule(TEAM, "s1") == schedule()


def test_schedules_come_by_channel_and_the_oldest_first(schedules: Schedules) -> None:
    later, earlier = NOW + timedelta(microseconds=1), NOW - timedelta(days=1)
    made = [
        schedule("late", created=later),
        schedule("other", channel_id=OTHER, created=earlier),
        schedule("early", created=NOW),
        schedule("same", created=NOW),
        schedule("away", channel_id="C3"),
    ]
    for one in made:
        schedules.add(one)

    assert [one.id for one in schedules.in_channels(TEAM, iter([OTHER, CHANNEL, "C9"]))] == [
        "early",
        "same",
        "late",
        "other",
    ]
    assert schedules.in_channels(TEAM, []) == ()


def test_a_channel_can_be_one_of_very_many(schedules: Schedules) -> None:
    schedules.add(schedule(channel_id="C4999"))

    assert len(schedules.in_channels(TEAM, (f"C{number}" for number in range(5_000)))) == 1


def test_active_are_those_of_every_workspace_that_are_not_paused(schedules: Schedules) -> None:
    schedules.add(schedule("one"))
    schedules.add(schedule("two", team_id="T2"))
    schedules.add(schedule("three", paused="later"))

    assert {one.id for one in schedules.active()} == {"one", "two"}


@pytest.mark.parametrize(
    ("other", "added"),
    [
        ({}, False),
        ({"query": "CACHING"}, False),
        ({"team_id": "T2"}, True),
        ({"channel_id": OTHER}, True),
        ({"kind": "week"}, True),
        ({"key": "cache"}, True),
    ],
)
def test_a_channel_has_one_schedule_of_a_kind_with_a_key(
    schedules: Schedules, other: dict[str, str], added: bool
) -> None:
    schedules.add(schedule())

    assert schedules.add(schedule("s2", **({"key": "cach s1"} | other))) is added
    assert len(schedules.active()) == 1 + added
    assert schedules.schedule(TEAM, "s1") == schedule()


def test_what_was_removed_can_be_added_again(schedules: Schedules) -> None:
    schedules.add(schedule())

    assert [schedules.remove(TEAM, "s1"), schedules.remove(TEAM, "s1")] == [True, False]
    assert schedules.add(schedule("s2", key="cach s1"))
    assert [one.id for one in schedules.active()] == ["s2"]


def test_a_change_keeps_everything_but_what_is_settled(kept: Kept) -> None:
    kept.schedules.add(schedule())
    kept.outbox.plan(posting(slots=(("s1", "2026-W49"),)))
    changed = schedule(
        query="Trees",
        key="tree",
        timetable=replace(MONDAY, rhythm="weekdays", hour=7),
        since=NOW + timedelta(days=1),
        quiet=False,
        paused="You paused it.",
        skip="2026-W50",
        channel_id=OTHER,
        settled="2020-W01",
    )

    assert kept.schedules.change(changed)
    assert kept.schedules.schedule(TEAM, "s1") == replace(changed, settled="2026-W49")


def test_what_was_removed_cannot_be_changed(schedules: Schedules) -> None:
    schedules.add(schedule())
    schedules.remove(TEAM, "s1")

    assert not schedules.change(schedule(quiet=False))
    assert schedules.schedule(TEAM, "s1") is None


def test_a_change_to_what_the_channel_has_already_is_refused(schedules: Schedules) -> None:
    schedules.add(schedule("s1"))
    schedules.add(schedule("s2"))

    assert not schedules.change(schedule("s2", key="cach s1"))
    assert schedules.schedule(TEAM, "s2") == schedule("s2")
    assert schedules.change(schedule("s2", quiet=False))


def test_pausing_a_channel_gives_those_that_this_call_paused(schedules: Schedules) -> None:
    for one in (schedule("s2", created=NOW + timedelta(1)), schedule("s1"), schedule("s3", paused="You paused it.")):
        schedules.add(one)
    schedules.add(schedule("s4", channel_id=OTHER))

    first = schedules.pause_channel(TEAM, CHANNEL, "The channel was archived.")
    second = schedules.pause_channel(TEAM, CHANNEL, "I was removed.")

    assert [(one.id, one.paused) for one in first] == [
        ("s1", "The channel was archived."),
        ("s2", "The channel was archived."),
    ]
    assert second == ()
    assert [one.id for one in schedules.active()] == ["s4"]
    assert schedules.schedule(TEAM, "s3") == schedule("s3", paused="You paused it.")
    assert schedules.schedule(TEAM, "s1") == first[0]


def test_hidden_papers_come_with_the_newest_first(schedules: Schedules) -> None:
    schedules.add(schedule("s1"))
    schedules.add(schedule("s2"))

    told = [schedules.hide(TEAM, "s1", paper) for paper in ("b", "a", "b", "c")]

    assert told == [True, True, False, True]
    assert schedules.hidden("s1") == ("c", "a", "b")
    assert {name: papers for name, papers in schedules.hidden_by(["s1", "s2"]).items() if papers} == {
        "s1": ("c", "a", "b")
    }
    assert schedules.hidden("s2") == ()


def test_hiding_can_be_taken_back(schedules: Schedules) -> None:
    schedules.add(schedule())
    for paper in ("a", "b"):
        schedules.hide(TEAM, "s1", paper)

    assert [schedules.unhide(TEAM, "s1", "b"), schedules.unhide(TEAM, "s1", "b")] == [True, False]
    assert not schedules.unhide("T2", "s1", "a")
    assert schedules.hide(TEAM, "s1", "b")
    assert schedules.hidden("s1") == ("b", "a")


def test_with_a_schedule_what_it_hid_is_forgotten(schedules: Schedules) -> None:
    schedules.add(schedule())
    schedules.hide(TEAM, "s1", "a")
    schedules.remove(TEAM, "s1")

    assert not schedules.hide(TEAM, "s1", "b")
    assert schedules.hidden("s1") == ()
    schedules.add(schedule())
    assert schedules.hidden("s1") == ()


@pytest.mark.parametrize("broken", ["closed", "fake"])
def test_schedules_out_of_reach_say_so(broken: str) -> None:
    memory = MemorySchedules()
    memory.unavailable = True
    kept = fakes(memory)
    if broken == "closed":
        store = SqlStore.open(":memory:")
        store.close()
        kept = stored(store)
    asks: list[Callable[[], object]] = [
        lambda: kept.schedules.schedule(TEAM, "s1"),
        lambda: kept.schedules.in_channels(TEAM, [CHANNEL]),
        kept.schedules.active,
        lambda: kept.schedules.add(schedule()),
        lambda: kept.schedules.change(schedule()),
        lambda: kept.schedules.remove(TEAM, "s1"),
        lambda: kept.schedules.pause_channel(TEAM, CHANNEL, "gone"),
        lambda: kept.schedules.hide(TEAM, "s1", "a"),
        lambda: kept.schedules.hidden("s1"),
    ]

    for ask in asks:
        with pytest.raises(Unavailable, match=r"[.]$"):
            ask()
