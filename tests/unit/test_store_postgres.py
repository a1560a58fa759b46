"""A store on a PostgreSQL server that is away, full of others, locked or not ours says what to do and works again."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import inspect, make_url

from bot.store import SqlStore, StoreError, entry_of
from handlers.errors import Unavailable
from search.models import Paper
from search.query import Identifier
from tests.postgres_kit import Postgres, connections

ROOT = Path(__file__).parent.parent.parent
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ONE = Paper(id="one", abstract="On one.", title="One")


def add(store: SqlStore, *papers: Paper) -> None:
    with store.writing() as writing:
        writing.add([entry_of(paper) for paper in papers], imported=False)


def password_of(address: str) -> str:
    return str(make_url(address).password)


@pytest.fixture
def place(postgres: Postgres) -> str:
    return postgres.schema()


@pytest.fixture
def store(place: str) -> Iterator[SqlStore]:
    opened = SqlStore.open(place, patience=1.0)
    add(opened, ONE)
    yield opened
    opened.close()


def uses(store: SqlStore) -> list[Callable[[], object]]:
    return [
        store.library.size,
        lambda: store.library.papers(["one"]),
        lambda: store.claim("T1", "share", NOW),
        lambda: add(store, Paper(id="two", abstract="On two.")),
    ]


# At the start.


def refusal(place: str) -> str:
    """What opening says; never the password."""
    with pytest.raises(StoreError) as refused:
        SqlStore.open(place, patience=1.0)
    chain: BaseException | None = refused.value
    while chain is not None:
        assert password_of(place) not in f"{chain} {chain!r}"
        chain = chain.__cause__ or chain.__context__
    return str(refused.value)


def test_a_server_that_is_away_is_told_with_its_address() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    told = refusal("postgresql://paperboy:s3cret-word@127.0.0.1:1/papers")

    assert told.startswith("postgresql://127.0.0.1:1/papers cannot be reached (")
    assert "refused" in told
    assert "DATABASE_URL is right" in told


def test_a_wrong_password_is_told(postgres: Postgres) -> None:
    told = refusal(postgres.at(postgres.database, user="paperboy", password="wr0ng-word"))

    assert "password authentication failed" in told
    assert "Set the user and the password in DATABASE_URL right." in told


def test_an_unknown_database_is_told(postgres: Postgres) -> None:
    told = refusal(postgres.at("no_such_database"))

    assert 'database "no_such_database" does not exist' in told
    assert "createdb" in told


def test_an_unknown_option_of_the_address_is_told(postgres: Postgres) -> None:
    assert 'invalid connection option "colour"' in refusal(postgres.at(postgres.database, {"colour": "red"}))


def test_a_schema_that_is_not_there_is_told(postgres: Postgres) -> None:
    told = refusal(postgres.at(postgres.database, {"options": "-csearch_path=nowhere"}))

    assert "no schema has been selected to create in" in told
    assert "in DATABASE_URL" in told


def test_a_user_without_rights_is_told(postgres: Postgres) -> None:
    user = f"{postgres.database}_reader"
    postgres.run(f"CREATE ROLE {user} LOGIN PASSWORD 'reads-0nly'")
    try:
        told = refusal(postgres.at(postgres.database, user=user, password="reads-0nly"))
    finally:
        postgres.run(f"DROP ROLE {user}")

    assert "cannot be written (permission denied for schema public)" in told


def test_a_server_without_a_free_connection_is_told_at_the_start_and_busy_later(postgres: Postgres) -> None:
    user = f"{postgres.database}_one"
    postgres.run(f"CREATE ROLE {user} LOGIN PASSWORD 'only-0ne' CONNECTION LIMIT 1")
    try:
        with postgres.own_database(f"OWNER {user}") as database:
            place = postgres.at(database, user=user, password="only-0ne")
            store = SqlStore.open(place, patience=1.0)
            with store._reading():
                told = refusal(place)
                with pytest.raises(Unavailable, match="busy"):
                    store.library.size()
            size = store.library.size()
            store.close()
    finally:
        postgres.run(f"DROP ROLE {user}")

    assert "has no connection left (too many connections for role" in told
    assert size == 0


def test_a_database_with_an_encoding_that_lacks_letters_is_refused(postgres: Postgres) -> None:
    with postgres.own_database("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0") as database:
        assert "keeps texts in LATIN1" in refusal(postgres.at(database))


def test_a_database_of_a_later_version_is_refused_and_kept(place: str, store: SqlStore) -> None:
    with connections(place).connect() as other:
        other.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    assert "a later version of Paperboy" in refusal(place)
    assert store.library.papers(["one"]) == (ONE,)


@pytest.mark.parametrize("table", ["diary (day TEXT)", "alembic_version AS SELECT '0001' AS version_num"])
def test_a_database_of_another_program_is_refused_and_kept(place: str, table: str) -> None:
    with connections(place).connect() as other:
        other.exec_driver_sql(f"CREATE TABLE {table}")
        told = refusal(place)
        left = inspect(other).get_table_names()

    assert "is a database of another program" in told
    assert left == [table.split(maxsplit=1)[0]]


def test_tables_that_somebody_else_is_making_are_waited_for_and_then_told(place: str) -> None:
    with connections(place).connect() as other:
        with other.execution_options(isolation_level="READ COMMITTED").begin():
            other.exec_driver_sql("SELECT pg_advisory_xact_lock(1348563045)")
            told = refusal(place)
        store = SqlStore.open(place)
        size = store.library.size()
        store.close()

    assert "is locked by another program" in told
    assert size == 0


def test_without_psycopg_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    assert 'pip install "psycopg[binary]' in refusal("postgresql://paperboy:s3cret-word@127.0.0.1:1/papers")


# Later.


def add_and_remember(store: SqlStore, in_between: Callable[[], None]) -> None:
    with store.writing() as writing:
        writing.add([entry_of(ONE)], imported=False)
        in_between()
        writing.remember_files("seeds", {"a.txt": "print"})


@pytest.mark.parametrize("taken", ["DROP TABLE names, papers CASCADE", "REVOKE ALL ON papers FROM CURRENT_USER"])
def test_tables_that_were_taken_away_are_unavailable(postgres: Postgres, taken: str) -> None:
    user = f"{postgres.database}_owner"
    postgres.run(f"CREATE ROLE {user} LOGIN PASSWORD 'owns-1t'")
    try:
        with postgres.own_database(f"OWNER {user}") as database:
            place = postgres.at(database, user=user, password="owns-1t")
            store = SqlStore.open(place)
            with connections(place).connect() as other:
                other.exec_driver_sql(taken)
            with pytest.raises(Unavailable, match="cannot be read"):
                store.library.size()
            store.close()
    finally:
        postgres.run(f"DROP ROLE {user}")


def test_a_library_that_stays_locked_is_busy_and_then_works_again(place: str, store: SqlStore) -> None:
    with connections(place).connect() as other, other.execution_options(isolation_level="READ COMMITTED").begin():
        other.exec_driver_sql("SELECT 1 FROM library FOR UPDATE")
        reading, claimed = store.library.papers(["one"]), store.claim("T1", "share", NOW)
        with pytest.raises(Unavailable, match="busy"), store.writing() as writing:
            writing.retire(["one"])
    with store.writing() as writing:
        writing.retire(["one"])

    assert (reading, claimed, store.library.size()) == ((ONE,), True, 0)


def test_a_server_that_cannot_be_reached_for_a_while_is_unavailable_and_then_works_again(postgres: Postgres) -> None:
    with postgres.own_database() as database, postgres.wire() as wire:
        store = SqlStore.open(wire.address(database), patience=1.0)
        add(store, ONE)
        wire.cut()
        for use in uses(store):
            with pytest.raises(Unavailable, match="cannot be reached"):
                use()
        away = refusal(wire.address(database))
        wire.mend()
        back = [use() for use in uses(store)]
        revision = store.library.revision()
        store.close()

    assert "cannot be reached" in away
    assert (back, revision) == ([1, (ONE,), True, None], 2)


def test_a_connection_that_breaks_in_the_middle_of_a_change_stores_nothing_of_it(postgres: Postgres) -> None:
    with postgres.own_database() as database, postgres.wire() as wire:
        store = SqlStore.open(wire.address(database), patience=1.0)
        with pytest.raises(Unavailable, match="cannot be reached"):
            add_and_remember(store, wire.cut)
        wire.mend()
        found = (store.library.size(), store.library.revision(), store.files("seeds"))
        store.close()

    assert found == (0, 0, {})


def test_connections_that_the_server_ends_are_replaced_unnoticed_and_a_change_in_between_is_told(
    postgres: Postgres,
) -> None:
    end_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
    with postgres.own_database() as database:
        store = SqlStore.open(postgres.at(database), patience=1.0)
        postgres.run(end_all.format(database))
        sizes = [store.library.size()]
        with pytest.raises(Unavailable, match="cannot be reached"):
            add_and_remember(store, lambda: postgres.run(end_all.format(database)))
        sizes.append(store.library.size())
        store.close()

    assert sizes == [0, 0]


def test_a_server_that_is_killed_and_started_again_keeps_what_was_stored(
    postgres: Postgres, skip_without: Callable[[str, bool, str], None]
) -> None:
    # A name of its own: the path of a socket must be short, and pytest's are not.
    folder = Path(f"/tmp/{postgres.database}")
    server = subprocess.run([".ci/postgres", "make", folder], cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        skip_without("postgresql", server.returncode == 0, f"no server can be started: {server.stderr.strip()}")
        store = SqlStore.open(server.stdout.strip(), patience=1.0)
        add(store, ONE)
        subprocess.run([".ci/postgres", "stop", folder], cwd=ROOT, check=True)
        for use in uses(store):
            with pytest.raises(Unavailable, match="cannot be reached"):
                use()
        subprocess.run([".ci/postgres", "start", folder], cwd=ROOT, check=True)
        back = [use() for use in uses(store)]
        store.close()
    finally:
        subprocess.run([".ci/postgres", "remove", folder], cwd=ROOT, check=True)

    assert back == [1, (ONE,), True, None]


# What SQLite takes as well.


def test_names_longer_than_an_index_takes_are_found(store: SqlStore) -> None:
    random = Random(7)
    letters = [chr(code) for code in range(0x4E00, 0x9F00)]
    title = "".join(random.choices(letters, k=1_000))
    address = f"https://example.org/{''.join(random.choices('abcdefghijklmnopqrstuvwxyz0123456789', k=1_900))}"
    papers = [
        Paper(id="long", abstract="On length.", title=title, url=address + "a"),
        Paper(id="other", abstract="On others.", title=title[:-1] + "x", url=address + "b"),
    ]
    add(store, *papers)

    assert [store.library.named(paper.title or "") for paper in papers] == papers
    assert [store.library.identified(Identifier("url", paper.url or "")) for paper in papers] == papers


def test_the_password_is_in_no_picture_of_the_store(place: str, store: SqlStore) -> None:
    shown = f"{store!r} {store._database!r} {store._database.engine!r} {store._database.engine.url!r} {store.name}"

    assert password_of(place) not in shown
    assert store.name.startswith("postgresql://")
