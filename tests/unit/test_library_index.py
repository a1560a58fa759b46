"""The index follows the library's revisions, and is begun anew when it knows a later library."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.library import catch_up, rebuild
from bot.store import SqlStore, entry_of
from search.engine import Ahead, Progress
from search.errors import EngineUnavailable
from search.models import Changes, Hit, Paper, SearchResult
from search.query import Query


class NotedIndex:
    """An index that knows which papers it holds and how it came to them."""

    def __init__(self) -> None:
        self.held: dict[str, Paper] = {}
        self.applied: list[int] = []
        self.ahead: list[Changes] = []
        self.expected = 0
        self.at = 0

    def revision(self) -> int:
        return self.at

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        self.held |= {paper.id: paper for paper in changes.papers}
        for gone in changes.retired:
            self.held.pop(gone, None)
        self.applied.append(changes.revision)
        self.at = changes.revision
        if progress is not None:
            progress(len(changes.papers))

    @contextmanager
    def building(self, papers: int) -> Iterator[Ahead]:
        self.expected = papers
        yield self.ahead.append

    def clear(self) -> None:
        self.held, self.at = {}, 0

    def search(self, query: Query, limit: int, offset: int = 0) -> SearchResult:
        return SearchResult((), 0, 0)

    def similar(self, paper_id: str, limit: int) -> tuple[Hit, ...]:
        return ()

    def size(self) -> int:
        return len(self.held)


class ForgetfulIndex(NotedIndex):
    """An index that takes everything and holds nothing."""

    def apply(self, changes: Changes, progress: Progress | None = None) -> None:
        self.applied.append(changes.revision)


PAPERS = tuple(Paper(id=f"paper-{number}", abstract=f"On the number {number}.") for number in range(5))


@pytest.fixture
def store() -> Iterator[SqlStore]:
    opened = SqlStore.open(":memory:")
    with opened.writing() as writing:
        writing.add([entry_of(paper) for paper in PAPERS], imported=False)
    yield opened
    opened.close()


def test_a_new_index_takes_in_the_whole_library(store: SqlStore) -> None:
    index = NotedIndex()

    assert catch_up(store, index) == 5
    assert (index.held, index.at) == ({paper.id: paper for paper in PAPERS}, 5)


def test_an_index_takes_in_only_what_is_new_to_it(store: SqlStore) -> None:
    index = NotedIndex()
    catch_up(store, index)
    with store.writing() as writing:
        writing.retire(["paper-3"])

    assert catch_up(store, index) == 1
    assert (sorted(index.held), index.applied) == (["paper-0", "paper-1", "paper-2", "paper-4"], [5, 6])


def test_a_level_index_is_left_alone(store: SqlStore) -> None:
    index = NotedIndex()
    catch_up(store, index)

    assert catch_up(store, index) == 0
    assert index.applied == [5]


def test_an_index_that_is_ahead_of_the_library_is_begun_anew(store: SqlStore) -> None:
    index = NotedIndex()
    index.apply(Changes(99, (Paper(id="later", abstract="Of a later day."),)))

    assert catch_up(store, index) == 5
    assert sorted(index.held) == sorted(paper.id for paper in PAPERS)


def test_a_rebuilt_index_holds_the_library_and_nothing_else(store: SqlStore) -> None:
    index = NotedIndex()
    catch_up(store, index)
    index.held["stray"] = Paper(id="stray", abstract="Damage.")

    assert rebuild(store, index) == 5
    assert sorted(index.held) == sorted(paper.id for paper in PAPERS)


def test_progress_counts_up_to_all_papers(store: SqlStore) -> None:
    told: list[tuple[str, int, int | None]] = []
    catch_up(store, NotedIndex(), lambda what, done, total: told.append((what, done, total)))

    assert told == [("Indexing papers", 5, 5)]


def test_an_index_sees_what_comes_next_while_it_takes_in_a_batch_and_what_others_add_meanwhile(store: SqlStore) -> None:
    index = NotedIndex()
    late = Paper(id="late", abstract="Added while the first batch is written.")

    def add(what: str, done: int, total: int | None) -> None:
        if done == 2:
            with store.writing() as writing:
                writing.add([entry_of(late)], imported=False)

    assert catch_up(store, index, add, batch=2) == 6
    assert (index.expected, index.applied) == (5, [2, 4, 6])
    assert [changes.revision for changes in index.ahead] == [4, 6, 6]
    assert index.held == {paper.id: paper for paper in (*PAPERS, late)}


def test_an_index_that_does_not_hold_what_it_took_is_told_and_not_tried_forever(store: SqlStore) -> None:
    index = ForgetfulIndex()

    with pytest.raises(EngineUnavailable, match="does not hold"):
        catch_up(store, index)

    assert index.applied == [5]
