"""Brings the database to the tables of this version, or says why that cannot be."""

import sqlite3
import threading
import time
from contextlib import closing
from uuid import uuid4

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.dialects.sqlite import insert

from bot.store.connection import PATIENCE, WRITING
from bot.store.errors import StoreError
from bot.store.tables import library

VERSION = "0002"
"""The last migration."""
_one_at_a_time = threading.Lock()


def use_write_ahead_log(place: str, patience: float = PATIENCE) -> None:
    """Readers and a writer need not wait for one another from now on.

    SQLite does not wait when two processes switch at the same moment, so we try again. Raises `sqlite3.Error`.
    """
    with closing(sqlite3.connect(place, timeout=patience)) as connection:
        attempts = max(1, int(patience / 0.05))
        for attempt in range(attempts):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or attempt + 1 == attempts:
                    raise
                time.sleep(0.05)


def is_up_to_date(engine: Engine, place: str) -> bool:
    """Whether no migration is missing. Raises `StoreError` for a database of another program."""
    with engine.begin() as connection:
        return _version(connection, place) == VERSION


def bring_up_to_date(engine: Engine, place: str) -> None:
    """Runs the migrations that are missing, all of them or none. Raises `StoreError` for one of a later version."""
    with _one_at_a_time, engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        # Another process may have been faster while this one waited.
        if _version(connection, place) != VERSION:
            _migrate(connection, place)
        row = insert(library).values(one=1, library_id=str(uuid4()), revision=0)
        connection.execute(row.on_conflict_do_nothing())


def _version(connection: Connection, place: str) -> str | None:
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if "alembic_version" not in tables:
        raise StoreError(f"{place} is a database of another program. Name another data folder with --data.")
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection, place: str) -> None:
    # Alembic takes a tenth of a second to import, which a database that is up to date need not pay.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"{place} was written by a later version of Paperboy. Install that version again, or name another data "
            "folder with --data."
        ) from error
