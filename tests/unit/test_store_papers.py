"""The store's papers, revisions and claims, in each kind of database."""

import stat
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import SqlStore, entry_of
from search.models import Changes, Paper
from search.query import Identifier

NOW = datetime(2025, 12, 1, 9, 0, tzinfo=UTC)
ONE, TWO, THREE = (Paper(id=name, abstract=f"On {name}.", title=name.title()) for name in ("one", "two", "three"))


@pytest.fixture
def store(place: str) -> Iterator[SqlStore]:
    opened = SqlStore.open(place)
    yield opened
    opened.close()


def add(store: SqlStore, *papers: Paper) -> None:
    with store.writing() as writing:
        writing.add([entry_of(paper) for paper in papers], imported=False)


def update(store: SqlStore, *papers: Paper) -> None:
    with store.writing() as writing:
        writing.update([entry_of(paper) for paper in papers])


def retire(store: SqlStore, *ids: str) -> None:
    with store.writing() as writing:
        writing.retire(ids)


def test_a_new_store_is_empty_at_revision_0(store: SqlStore) -> None:
    assert (store.library.revision(), store.library.size(), store.changes_since(0)) == (0, 0, Changes(0))


def test_every_change_to_a_paper_is_the_next_revision(store: SqlStore) -> None:
    add(store, ONE, TWO)
    update(store, ONE)
    retire(store, "two")

    assert store.library.revision() == 4


def test_changes_come_in_their_order_with_papers_as_they_now_are(store: SqlStore) -> None:
    add(store, ONE, TWO, THREE)
    changed = Paper(id="one", abstract="On one, again.")
    update(store, changed)
    retire(store, "two")

    assert store.changes_since(0) == Changes(5, (THREE, changed), ("two",))
    assert store.changes_since(3) == Changes(5, (changed,), ("two",))
    assert store.changes_since(4) == Changes(5, (), ("two",))
    assert store.changes_since(5) == Changes(5)
    assert store.changed_since(3) == 2


def test_changes_come_in_batches_that_lead_from_one_to_the_next(store: SqlStore) -> None:
    add(store, ONE, TWO, THREE)

    first = store.changes_since(0, limit=2)
    second = store.changes_since(first.revision, limit=2)

    assert (first, second) == (Changes(2, (ONE, TWO)), Changes(3, (THREE,)))


def test_a_retired_paper_is_not_shown_and_comes_back_with_an_update(store: SqlStore) -> None:
    add(store, ONE)
    retire(store, "one")
    gone = (
        store.library.papers(["one"]),
        store.library.named("one"),
        store.library.identified(Identifier("handle", "one")),
        store.library.size(),
    )
    update(store, ONE)

    assert gone == ((), None, None, 0)
    assert (store.library.papers(["one"]), store.library.named("One"), store.library.size()) == ((ONE,), ONE, 1)


def test_what_is_drawn_follows_the_papers_that_are_there(store: SqlStore) -> None:
    add(store, ONE, TWO)
    before = {paper.id for paper in store.library.draw(9, Random(1))}
    retire(store, "two")
    add(store, THREE)

    assert before == {"one", "two"}
    assert {paper.id for paper in store.library.draw(9, Random(1))} == {"one", "three"}


def test_a_paper_is_not_called_by_its_former_title(store: SqlStore) -> None:
    add(store, Paper(id="one", abstract="On one.", title="Former"))
    update(store, Paper(id="one", abstract="On one.", title="Present"))

    assert store.library.named("former") is None
    assert store.library.named("present") is not None


def test_after_an_error_nothing_of_the_transaction_is_stored(store: SqlStore) -> None:
    with pytest.raises(IntegrityError):
        add(store, ONE, ONE)

    assert (store.library.revision(), store.library.size(), store.library.named("one")) == (0, 0, None)


def test_a_handle_given_twice_is_our_mistake_and_not_hidden(store: SqlStore) -> None:
    add(store, ONE)

    with pytest.raises(IntegrityError):
        add(store, Paper(id="one", abstract="Another."))

    assert store.library.papers(["one"]) == (ONE,)


def test_what_was_stored_is_there_after_opening_again(place: str) -> None:
    before = SqlStore.open(place)
    add(before, ONE)
    before.claim("T1", "share:1", NOW)
    known = before.library_id()
    before.close()

    after = SqlStore.open(place if "://" in place else f"sqlite:///{place}")
    found = (after.library_id(), after.library.papers(["one"]), after.claim("T1", "share:1", NOW))
    after.close()

    assert found == (known, (ONE,), False)


def test_two_libraries_have_different_ids() -> None:
    first, second = SqlStore.open(":memory:"), SqlStore.open("sqlite://")
    ids = {first.library_id(), second.library_id()}
    first.close()
    second.close()

    assert len(ids) == 2


def test_only_the_owner_can_read_the_file_and_its_folder(tmp_path: Path) -> None:
    store = SqlStore.open(tmp_path / "data" / "papers.sqlite3")
    add(store, ONE)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
    store.close()

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert "papers.sqlite3" in modes


def test_a_file_that_others_could_read_is_made_private(tmp_path: Path) -> None:
    file = tmp_path / "papers.sqlite3"
    file.touch(mode=0o644)
    SqlStore.open(file).close()

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_claim_is_granted_once_in_each_workspace(store: SqlStore) -> None:
    assert [store.claim(team, key, NOW) for team, key in [("T1", "a"), ("T1", "a"), ("T1", "b"), ("T2", "a")]] == [
        True,
        False,
        True,
        True,
    ]


def test_a_claim_that_was_given_back_can_be_claimed_again(store: SqlStore) -> None:
    store.claim("T1", "a", NOW)
    store.claim("T2", "a", NOW)
    store.release("T1", "a")
    store.release("T1", "never claimed")

    assert (store.claim("T1", "a", NOW), store.claim("T2", "a", NOW)) == (True, False)


def test_of_many_threads_that_claim_one_thing_one_gets_it(store: SqlStore) -> None:
    together = threading.Barrier(8)
    granted: list[bool] = []

    def claim() -> None:
        together.wait()
        granted.append(store.claim("T1", "a", NOW))

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(granted) == [False] * 7 + [True]


def test_threads_read_and_write_at_once_and_nothing_is_lost(store: SqlStore) -> None:
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(10):
                handle = f"paper-{number}-{turn}"
                add(store, Paper(id=handle, abstract=f"On {handle}."))
                assert store.library.papers([handle])[0].id == handle
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert (store.library.size(), store.library.revision()) == (60, 60)
    assert len(store.changes_since(0).papers) == 60
