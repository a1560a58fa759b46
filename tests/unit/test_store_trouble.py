"""A store in a file that is damaged, locked, full, or not ours says what to do and loses nothing."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.owners import of_another_user
from bot.store import SqlStore, StoreError, entry_of
from bot.store.sqlite import advice, engine_for
from bot.store.tables.metadata import metadata
from handlers.errors import Unavailable
from search.models import Paper

ONE = Paper(id="one", abstract="On one.")
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def made(file: Path) -> Path:
    store = SqlStore.open(file)
    with store.writing() as writing:
        writing.add([entry_of(ONE)], imported=False)
    store.close()
    return file


@contextmanager
def locked(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize(
    "content",
    [b"no database at all, " * 300, bytes(range(256)) * 40, b"SQLite format 3\0" + b"\xff" * 5000],
    ids=range(3),
)
def test_a_damaged_file_is_refused_with_advice_and_kept(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "papers.sqlite3"
    file.write_bytes(content)

    with pytest.raises(StoreError, match=r"damaged or no database .* backup"):
        SqlStore.open(file)

    assert file.read_bytes() == content


def test_a_database_of_a_later_version_is_refused_and_kept(tmp_path: Path) -> None:
    file = made(tmp_path / "papers.sqlite3")
    with closing(sqlite3.connect(file)) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.commit()
    before = file.read_bytes()

    with pytest.raises(StoreError, match="a later version of Paperboy"):
        SqlStore.open(file)

    assert file.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "papers.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE diary (day TEXT)")
        other.commit()
    before = file.read_bytes()

    with pytest.raises(StoreError, match="of another program"):
        SqlStore.open(file)

    assert file.read_bytes() == before


@pytest.mark.parametrize("exists", [True, False])
def test_a_database_that_stays_locked_at_the_start_is_told(tmp_path: Path, exists: bool) -> None:
    file = tmp_path / "papers.sqlite3"
    if exists:
        made(file)

    with locked(file), pytest.raises(StoreError, match="locked by another program"):
        SqlStore.open(file, patience=0.05)


def test_a_database_that_stays_locked_later_is_unavailable_and_then_works_again(tmp_path: Path) -> None:
    store = SqlStore.open(made(tmp_path / "papers.sqlite3"), patience=0.05)
    with closing(sqlite3.connect(tmp_path / "papers.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        reading = store.library.papers(["one"])
        with pytest.raises(Unavailable, match="busy"), store.writing() as writing:
            writing.retire(["one"])
        other.execute("ROLLBACK")
    with store.writing() as writing:
        writing.retire(["one"])
    size = store.library.size()
    store.close()

    assert (reading, size) == ((ONE,), 0)


def test_damage_found_later_is_unavailable(tmp_path: Path) -> None:
    file = made(tmp_path / "papers.sqlite3")
    store = SqlStore.open(file)
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xff" * (file.stat().st_size - 4096))

    with pytest.raises(Unavailable, match=r"[.]$"):
        store.state("seeds")

    store.close()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_was_moved_or_replaced_is_used_no_more(tmp_path: Path, replaced: bool) -> None:
    file = made(tmp_path / "papers.sqlite3")
    store = SqlStore.open(file)
    file.rename(tmp_path / "elsewhere.sqlite3")
    if replaced:
        SqlStore.open(file).close()

    for use in (store.library.size, lambda: store.claim("T1", "share", NOW), lambda: store.library.papers(["one"])):
        with pytest.raises(Unavailable, match="moved or replaced"):
            use()

    (tmp_path / "elsewhere.sqlite3").replace(file)
    assert store.library.size() == 1
    store.close()


def test_a_disk_that_takes_nothing_any_more_is_told_as_that_with_its_reason_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqlStore.open(made(tmp_path / "papers.sqlite3"))
    with store.writing() as writing:
        writing._connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(Unavailable, match=r"^Nothing can be stored .* is safe"), store.writing() as writing:
        writing.retire(["one"])

    assert store.library.papers(["one"]) == (ONE,)
    store.close()
    assert f"{tmp_path / 'papers.sqlite3'} cannot be used: attempt to write a readonly database" in caplog.text


def owned_by_another(tmp_path: Path) -> Path:
    """A place in a folder of another user: of a new one where we may give it away, else the whole machine's."""
    if os.geteuid() != 0:
        return Path("/papers")
    os.chown(tmp_path, 1, -1)
    return tmp_path / "papers"


def test_whose_folder_it_is_is_said_where_it_is_another_user_s(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    other = owned_by_another(tmp_path)
    owner = other.parent.owner()

    assert of_another_user(own / "papers" / "papers.sqlite3") == ""
    assert of_another_user(other / "papers.sqlite3").startswith(f"{other.parent} belongs to {owner}: run Paperboy as")
    refused = advice(str(other / "papers.sqlite3"), PermissionError(errno.EACCES, "Permission denied"))
    assert refused.endswith(f"(Permission denied). {of_another_user(other)}")
    assert "Check its folder" in advice(str(own / "p"), PermissionError(errno.EACCES, "Permission denied"))


def add_with_room_for(store: SqlStore, pages: int, papers: list[Paper]) -> None:
    with store.writing() as writing:
        writing._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        writing.add([entry_of(paper) for paper in papers], imported=False)


def test_a_full_disk_is_unavailable_and_what_was_not_stored_can_be_stored_afterwards(tmp_path: Path) -> None:
    store = SqlStore.open(made(tmp_path / "papers.sqlite3"))
    papers = [Paper(id=f"paper-{number}", abstract="words " * 5000) for number in range(10)]

    with pytest.raises(Unavailable, match="full"):
        add_with_room_for(store, 40, papers)
    while_full = store.library.size()
    add_with_room_for(store, 1_000_000, papers)
    afterwards = store.library.size()
    store.close()

    assert (while_full, afterwards) == (1, 11)


@pytest.mark.parametrize("place", ["mysql://x", "http://[", "nonsense://"])
def test_no_other_database_is_taken(place: str) -> None:
    with pytest.raises(StoreError, match="sqlite:///PATH"):
        SqlStore.open(place)


def test_a_place_that_cannot_be_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match="Check its folder"):
        SqlStore.open(tmp_path)
    with pytest.raises(StoreError, match="Check its folder"):
        SqlStore.open(tmp_path / "file" / "papers.sqlite3")


def test_nothing_in_the_database_is_pickled(tmp_path: Path) -> None:
    engine = engine_for(str(made(tmp_path / "papers.sqlite3")), 1.0)
    with engine.connect() as connection:
        rows = [connection.exec_driver_sql(str(select(table))).fetchall() for table in metadata.sorted_tables]
    engine.dispose()

    values = {type(value) for table in rows for row in table for value in row}
    assert values <= {str, int, type(None)}
