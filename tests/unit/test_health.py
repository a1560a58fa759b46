"""What the health pages and `/papers status` say."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.health import LiveHealth
from handlers.errors import Unavailable
from search.errors import EngineUnavailable
from search.models import Changes, Hit, SearchResult
from search.query import Query

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


class Posts:
    """Regular posts of which nothing is to be said."""

    def facts(self) -> tuple[tuple[str, str], ...]:
        return (("Last post", "none yet"),)

    def next_due(self) -> datetime | None:
        return None


def health(library: Shelf, index: Shelf, clock: Hands | None = None) -> LiveHealth:
    return LiveHealth(library, index, clock or Hands(), "http", Posts())


def test_a_bot_that_is_well_has_no_problems() -> None:
    well = health(Shelf(), Shelf())

    assert well.problems() == ()
    assert dict(well.status().facts)["Index"] == "57 papers, level with the library"


def test_an_index_that_is_behind_says_how_far() -> None:
    behind = health(Shelf(), Shelf(papers=40, held=40))

    assert dict(behind.status().facts)["Index"] == "40 papers, catching up, 40 of 57 changes"


def test_status_answers_while_the_store_and_the_index_are_away() -> None:
    broken = health(Shelf(away=Unavailable("locked")), Shelf(away=EngineUnavailable("torn")))

    facts = dict(broken.status().facts)

    assert facts["Library"] == facts["Index"] == "cannot be read now"
    assert broken.problems() == ("The library cannot be read.", "The index cannot be read.")


def test_a_scheduler_that_stopped_is_a_problem_after_two_minutes() -> None:
    clock = Hands()
    ticking = health(Shelf(), Shelf(), clock)
    ticking.ticked()

    clock.now = NOW + timedelta(seconds=119)
    assert ticking.problems() == ()

    clock.now = NOW + timedelta(minutes=2)
    assert ticking.problems() == ("The scheduler has not run since 2026-11-30 09:00 UTC.",)


def test_further_checks_are_asked_each_time() -> None:
    answers = ["Slack is not connected.", None]
    connected = health(Shelf(), Shelf())
    connected.checks.append(lambda: answers.pop(0))

    assert connected.problems() == ("Slack is not connected.",)
    assert connected.problems() == ()
