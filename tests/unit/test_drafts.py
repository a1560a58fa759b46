"""Posts that are planned several at a time: few transactions, and one that cannot be kept holds up no other."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

from bot.store import SqlStore
from handlers.digests.planning import plan_digests
from handlers.drafts import Draft, keep
from handlers.once import LibraryOnce
from handlers.ports import Services
from handlers.weekly.planning import plan_weeks
from tests.digest_kit import LIBRARY, MONDAY, NEXT_MONDAY, TEAM, ListEngine, subscription
from tests.fakes import FakeLibrary
from tests.fakes_handlers import services
from tests.posting_kit import posting
from tests.weekly_kit import week

CHANNELS = [f"C{number:02}" for number in range(30)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    opened = SqlStore.open(tmp_path / "papers.sqlite3")
    for channel in CHANNELS:
        opened.schedules.add(replace(subscription(), id=channel, channel_id=channel))
    yield opened
    opened.close()


def over(store: SqlStore) -> Services:
    asked = services(LIBRARY, engine=ListEngine(LIBRARY))
    return replace(asked, schedules=store.schedules, outbox=store.outbox)


def drafts(*channels: str) -> list[Draft]:
    empty = posting(team_id=TEAM)
    made = (
        replace(empty, key=f"digest:{channel}", channel_id=channel, slots=((channel, "2025-W49"),))
        for channel in channels
    )
    return [Draft(one, one.key, ((one.channel_id, "both"),)) for one in made]


def test_one_that_cannot_be_kept_is_told_and_the_others_are_kept(store: SqlStore) -> None:
    broken = replace(drafts("C01")[0], posting=replace(drafts("C01")[0].posting, facts={"no": object()}))
    failures: list[Exception] = []

    done = keep([*drafts("C00"), broken, *drafts("C02")], over(store), failures)

    assert done == ["digest:C00", "digest:C02"]
    assert len(failures) == 1
    assert {name for name, papers in store.outbox.shown_by(CHANNELS).items() if papers} == {"C00", "C02"}
    assert store.schedules.schedule(TEAM, "C01").settled is None  # type: ignore[union-attr]


def test_of_those_that_another_process_planned_meanwhile_only_the_rest_is_ours(store: SqlStore) -> None:
    failures: list[Exception] = []
    keep(drafts("C05", "C07"), over(store), failures)

    done = keep(drafts(*CHANNELS[:9]), over(store), failures)

    assert done == [f"digest:{channel}" for channel in CHANNELS[:9] if channel not in {"C05", "C07"}]
    assert failures == []


def test_thirty_channels_of_one_minute_cost_a_few_transactions(store: SqlStore) -> None:
    begun: list[object] = []
    event.listen(store._database.engine, "begin", begun.append)

    counts = []
    for moment in (MONDAY, NEXT_MONDAY):
        begun.clear()
        assert len(plan_digests(moment, over(store))) == len(CHANNELS)
        counts.append(len(begun))

    assert max(counts) <= 12
    assert len(set(map(len, store.outbox.shown_by(CHANNELS).values()))) == 1


def test_thirty_papers_of_the_week_cost_a_few_transactions(store: SqlStore) -> None:
    for channel in CHANNELS:
        store.schedules.add(replace(week(), id=f"week-{channel}", channel_id=channel))
    begun: list[object] = []
    event.listen(store._database.engine, "begin", begun.append)
    asked = replace(over(store), week=store.week, shelf=store.shelf)

    done = [plan_weeks(moment, asked) for moment in (MONDAY, NEXT_MONDAY)]

    assert [len(each) for each in done] == [len(CHANNELS)] * 2
    assert len(begun) <= 30
    assert all(len(store.week.picked(TEAM, channel)) == 2 for channel in CHANNELS)


def test_a_library_is_asked_once_whether_it_has_a_paper() -> None:
    library = FakeLibrary(LIBRARY[:2])
    known, other = LIBRARY[0].id, LIBRARY[1].id
    asked = LibraryOnce(library)

    before = asked.present([known, "gone"])
    library.shown.clear()
    after = asked.present([known, "gone", other])

    assert before == after == {known}
