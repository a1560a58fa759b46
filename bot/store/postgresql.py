"""PostgreSQL: one server for several machines, reached through psycopg, which is there on request only."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from sqlalchemy import URL, Connection, Engine, Insert, Table, create_engine, event, func, select
from sqlalchemy.dialects.postgresql import insert

from bot.store.errors import StoreError
from bot.store.postgresql_trouble import advice, calm_sentence
from bot.store.tables.papers import library

KEPT_OPEN = 4
BEYOND = 12
"""Connections are dear to a server, whose usual limit of 100 is for all replicas and everybody else."""
SNAPSHOT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
MIGRATING = 0x50617065
"""The advisory lock of whoever makes tables, in the database where they are made."""
MISSING = (
    "PostgreSQL needs the package psycopg, which is not installed. Install it with: "
    '.venv/bin/pip install "psycopg[binary]>=3.2,<4".'
)


class PostgresServer:
    """The database, or the schema of it that comes first in the search path, at this address. `patience` is how many
    seconds to wait for the server, for a connection and for another process that is writing."""

    elsewhere = "name a database, or in its search path a schema, of Paperboy's own in DATABASE_URL"

    def __init__(self, url: URL, patience: float) -> None:
        self.name = name_of(url)
        self.engine = engine_for(url, patience)
        self._reading = self.engine.execution_options(**SNAPSHOT)

    def prepare(self) -> None:
        """Raises `StoreError` when the server could not keep every letter."""
        with self.engine.connect() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
        if encoding != "UTF8":
            told = f"{self.name} keeps texts in {encoding}, which lacks letters that papers have"
            raise StoreError(f"{told}. Make the database with ENCODING 'UTF8'.")

    def reading(self) -> AbstractContextManager[Connection]:
        """Without the snapshot, two statements of a transaction would see different moments."""
        return self._reading.begin()

    def writing(self) -> AbstractContextManager[Connection]:
        """Others write beside it; two that insert the same row wait for one another."""
        return self.engine.begin()

    @contextmanager
    def changing_library(self) -> Iterator[Connection]:
        """Holds the library's one row from its beginning."""
        with self.engine.begin() as connection:
            connection.execute(select(library.c.one).with_for_update())
            yield connection

    @contextmanager
    def making_tables(self) -> Iterator[Connection]:
        """There may be no row to hold as yet."""
        with self.engine.begin() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            yield connection

    def insert_new(self, table: Table) -> Insert:
        """An insertion that passes over rows which are there already."""
        return insert(table).on_conflict_do_nothing()

    def misplaced(self) -> str | None:
        """A server never loses its database unnoticed."""
        return None

    def advice(self, error: Exception) -> str:
        """Why the server cannot be used, and what to do."""
        return advice(self.name, self.elsewhere, error)

    def calm_sentence(self, error: Exception) -> str | None:
        """What is the matter at the moment."""
        return calm_sentence(error)

    def close(self) -> None:
        """Closes the connections."""
        self.engine.dispose()


def name_of(url: URL) -> str:
    """The address without user and password, and of its options only the host."""
    host = url.query.get("host")
    shown = URL.create("postgresql", None, None, url.host, url.port, url.database, {"host": host} if host else {})
    return shown.render_as_string().replace("%2F", "/")


def engine_for(url: URL, patience: float) -> Engine:
    """An engine for this server. Raises `StoreError` without psycopg."""
    seconds = max(1, int(patience))
    # A server that vanished without a word is noticed within about a minute, not after the hours of TCP's own.
    usual = {
        "application_name": "paperboy",
        "connect_timeout": min(seconds, 10),
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
    }
    given = {"client_encoding": "utf8", **{name: value for name, value in usual.items() if name not in url.query}}
    try:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=KEPT_OPEN,
            max_overflow=BEYOND,
            pool_timeout=patience,
            pool_pre_ping=True,
            connect_args=given,
            use_native_hstore=False,
            json_serializer=partial(json.dumps, ensure_ascii=False, separators=(",", ":")),
        )
    except ImportError as error:
        raise StoreError(MISSING) from error
    event.listen(engine, "connect", partial(_set_up, int(patience * 1000)))
    return engine


def _set_up(milliseconds: int, connection: Any, _record: Any) -> None:
    # Outside a transaction: what is set inside one is forgotten when it is rolled back.
    connection.autocommit = True
    connection.execute(f"SET lock_timeout = {milliseconds}")
    connection.autocommit = False
