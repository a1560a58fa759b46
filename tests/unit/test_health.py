"""What the health pages and `/papers status` say."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from bot.health import LiveHealth
from bot.health_of_posts import PostsHealth
from handlers.errors import Unavailable
from search.errors import EngineUnavailable
from search.models import Changes, Hit, SearchResult
from search.query import Query
from tests.fakes_outbox import MemoryOutbox
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import posting

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@dataclass
class Shelf:
    """A library and an index in one, that can be taken away."""

    papers: int = 57
    held: int = 57
    away: Exception | None = None

    def size(self) -> int:
        if self.away:
            raise self.away
        return self.papers

    def revision(self) -> int:
        if self.away:
            raise self.away
        return self.held

    def apply(self, changes: Changes, progress: object = None) -> None:
        self.held = changes.revision

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        return SearchResult((), 0, 0)

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        return ()


class Hands:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def health(library: Shelf, index: Shelf, clock: Hands | None = None) -> LiveHealth:
    hands = clock or Hands()
    schedules = MemorySchedules()
    return LiveHealth(library, index, hands, "http", PostsHealth(schedules, MemoryOutbox(schedules), hands))


def test_a_bot_that_is_well_has_no_problems() -> None:
    well = health(Shelf(), Shelf())

    assert well.problems() == ()
    assert dict(well.status().facts)["Index"] == "57 papers, level with the library"


def test_status_names_what_was_left_out_and_why() -> None:
    schedules = MemorySchedules()
    outbox = MemoryOutbox(schedules)
    day = timedelta(days=1)
    outbox.plan(posting("late", at=NOW - 4 * day, state="missed", message=None))
    facts = {"skipped": True}
    outbox.plan(posting("skip", kind="week", at=NOW - 3 * day, state="empty", message=None, facts=facts))
    outbox.plan(posting("none", kind="week", at=NOW - 2 * day, state="empty", message=None))

    said = dict(PostsHealth(schedules, outbox, Hands()).facts())["Posts left out"]

    assert [part.partition(": ")[2] for part in said.split("; ")] == [
        "there was no paper to pick",
        "skipped, as somebody asked",
        "missed, I was away until it was too late for it",
    ]
    assert said.startswith(f"paper of the week due {NOW - 2 * day:%Y-%m-%d %H:%M} UTC: ")
    outbox.plan(posting("more", at=NOW - day, state="missed", message=None))
    assert dict(PostsHealth(schedules, outbox, Hands()).facts())["Posts left out"].endswith(" and more")


def test_an_index_that_is_behind_says_how_far() -> None:
    behind = health(Shelf(), Shelf(papers=40, held=40))

    assert dict(behind.status().facts)["Index"] == "40 papers, catching up, 40 of 57 changes"


def test_status_answers_while_the_store_and_the_index_are_away() -> None:
    broken = health(Shelf(away=Unavailable("locked")), Shelf(away=EngineUnavailable("torn")))

    facts = dict(broken.status().facts)

    assert facts["Library"] == facts["Index"] == "cannot be read now"
    assert broken.problems() == ("The library cannot be read.", "The index cannot be read.")


@pytest.mark.parametrize("since", [timedelta(minutes=2), timedelta(days=-1)], ids=["two minutes", "set back by a day"])
def test_a_scheduler_that_stopped_is_a_problem_after_two_minutes(since: timedelta) -> None:
    clock = Hands()
    ticking = health(Shelf(), Shelf(), clock)
    ticking.ticked()

    clock.now = NOW + timedelta(seconds=119)
    assert ticking.problems() == ()

    clock.now = NOW + since
    assert ticking.problems() == ("The scheduler has not run since 2026-11-30 09:00 UTC.",)


def test_further_checks_are_asked_each_time() -> None:
    answers = ["Slack is not connected.", None]
    connected = health(Shelf(), Shelf())
    connected.checks.append(lambda: answers.pop(0))

    assert connected.problems() == ("Slack is not connected.",)
    assert connected.problems() == ()
