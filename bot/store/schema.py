"""Brings the database to the tables of this version, or says why that cannot be."""

import threading
from uuid import uuid4

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.tables.metadata import metadata
from bot.store.tables.papers import library, papers

VERSION = "0010"
"""The last migration."""
OURS = frozenset({"alembic_version", library.name, papers.name})
"""Tables that every version has; other programs use Alembic too."""
_alembic_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""As Alembic makes it."""
_one_at_a_time = threading.Lock()


def is_up_to_date(database: Database) -> bool:
    """Whether no migration is missing. Raises `StoreError` for a database of another program."""
    with database.reading() as connection:
        return _version(connection, database) == VERSION


def bring_up_to_date(database: Database) -> None:
    """Makes the tables, or runs the migrations that are missing, all of them or none. Raises `StoreError` for a
    database of a later version."""
    with _one_at_a_time, database.making_tables() as connection:
        version = _version(connection, database)
        if version is None:
            _make(connection)
        # Another process may have been faster while this one waited.
        elif version != VERSION:
            _migrate(connection, database)
        connection.execute(database.insert_new(library).values(one=1, library_id=str(uuid4()), revision=0))


def _version(connection: Connection, database: Database) -> str | None:
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if not OURS.issubset(tables):
        raise StoreError(f"{database.name} is a database of another program; {database.elsewhere}.")
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _make(connection: Connection) -> None:
    """The tables as they are now, in one go: a new library need not become each former one first."""
    metadata.create_all(connection, checkfirst=False)
    _alembic_version.create(connection)
    connection.execute(insert(_alembic_version).values(version_num=VERSION))


def _migrate(connection: Connection, database: Database) -> None:
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
            f"{database.name} was written by a later version of Paperboy. Install that version again, or "
            f"{database.elsewhere}."
        ) from error
