"""Opens the database, or says in a sentence why it cannot be used and what to do."""

import sqlite3
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.schema import bring_up_to_date, is_up_to_date
from bot.store.sqlite import MEMORY, SqliteFile


def opened(place: Path | str, patience: float) -> Database:
    """The database in this place, which has the tables of this version.

    Raises `StoreError`; nothing is overwritten then.
    """
    database = _database(place, patience)
    try:
        database.prepare()
        if not is_up_to_date(database):
            bring_up_to_date(database)
    except BaseException as error:
        database.close()
        if isinstance(error, DBAPIError | sqlite3.Error | OSError):
            raise StoreError(database.advice(error)) from error
        raise
    return database


def _database(place: Path | str, patience: float) -> Database:
    if isinstance(place, Path) or place == MEMORY or "://" not in place:
        return SqliteFile(str(place), patience)
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        # What cannot be read is not repeated: there may be a password in it.
        raise StoreError("This is no address of a database. Use a path, sqlite:///PATH, or postgresql://...") from error
    if url.get_backend_name() in ("postgresql", "postgres"):
        # SQLAlchemy's other half takes time to import, which a file need not pay.
        from bot.store.postgresql import PostgresServer

        return PostgresServer(url, patience)
    if url.get_backend_name() != "sqlite":
        raise StoreError("Papers are kept in SQLite or PostgreSQL only. Use sqlite:///PATH, or postgresql://...")
    return SqliteFile(url.database or MEMORY, patience)
