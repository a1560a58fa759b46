"""SQLite: one file that several threads and processes can use at once, or a database in memory for one thread."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Insert, QueuePool, Table, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.owners import of_another_user
from bot.store.errors import BUSY, FULL, UNREADABLE, UNWRITABLE, is_our_mistake

WRITING = "writing"
"""Execution option of a transaction that writes: it takes SQLite's write lock at its beginning, so that it can never
find out half-way that another one was faster."""
MEMORY = ":memory:"
KEPT_OPEN = 8
BEYOND = 64


class SqliteFile:
    """The database in this file. `patience` is how many seconds to wait for another process that is writing."""

    elsewhere = "name another data folder with --data"

    def __init__(self, file: str, patience: float) -> None:
        self.name = file
        self.engine = engine_for(file, patience)
        self._patience = patience
        self._file: tuple[int, int] | None = None

    def prepare(self) -> None:
        """Makes the file when it is not there, and private. Raises `OSError`."""
        if self.name != MEMORY:
            make_private(Path(self.name))
        self._file = which_file(self.engine)

    def reading(self) -> AbstractContextManager[Connection]:
        """SQLite's transactions see one moment in any case."""
        return self.engine.begin()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Alone: SQLite has one write lock for everything."""
        with self.engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            yield connection

    changing_library = writing

    @contextmanager
    def making_tables(self) -> Iterator[Connection]:
        """Before the first table is made, readers and a writer learn to go on beside one another."""
        if self.name != MEMORY:
            use_write_ahead_log(self.name, self._patience)
        with self.writing() as connection:
            yield connection

    def insert_new(self, table: Table) -> Insert:
        """An insertion that passes over rows which are there already."""
        return insert(table).on_conflict_do_nothing()

    def misplaced(self) -> str | None:
        """SQLite goes on with a file that nobody will ever find again: what is claimed or stored there is lost."""
        if which_file(self.engine) == self._file:
            return None
        return "The library's file has been moved or replaced. Whoever runs Paperboy has to restart it."

    def advice(self, error: Exception) -> str:
        """Why the file cannot be used, and what to do."""
        return advice(self.name, error)

    def calm_sentence(self, error: Exception) -> str | None:
        """What is the matter at the moment."""
        if is_our_mistake(error):
            return None
        reason = str(error).casefold()
        if "locked" in reason or isinstance(error, NoFreeConnection):
            return BUSY
        if "readonly" in reason:
            return UNWRITABLE
        return FULL if "full" in reason else UNREADABLE

    def close(self) -> None:
        """Lets go of the file."""
        self.engine.dispose()


def engine_for(place: str, patience: float) -> Engine:
    """An engine for this file, or for a database in memory, which one thread at a time can use."""
    size = (1, 0) if place == MEMORY else (KEPT_OPEN, BEYOND)
    engine = create_engine(
        URL.create("sqlite", database=place),
        poolclass=QueuePool,
        pool_size=size[0],
        max_overflow=size[1],
        pool_timeout=patience,
        connect_args={"check_same_thread": False, "timeout": patience},
        json_serializer=partial(json.dumps, ensure_ascii=False, separators=(",", ":")),
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def which_file(engine: Engine) -> tuple[int, int] | None:
    """Which file of the machine has the database's name now; None without one."""
    try:
        state = Path(engine.url.database or MEMORY).stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def make_private(file: Path) -> None:
    """The file exists and only its owner can read it, and its folder, if it had to be made, too.

    Raises `OSError`.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)


def use_write_ahead_log(place: str, patience: float) -> None:
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


def advice(file: str, error: Exception) -> str:
    """Why the file cannot be used, and what to do."""
    reason = str(error).casefold()
    told = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    if "locked" in reason:
        return f"{file} is locked by another program. Stop that program, or wait until it has finished, and try again."
    if "full" in reason:
        return f"There is no space left for {file}. Free some space and try again."
    if isinstance(error, OSError) or "unable to open" in reason or "readonly" in reason:
        mend = of_another_user(Path(file)) or "Check its folder and its rights, and try again."
        return f"{file} cannot be opened or written ({told}). {mend}"
    return (
        f"{file} is damaged or no database ({told}). Move it away and put a backup in its place. Without one, the "
        "seeds are read again, and what was imported must be imported again."
    )


def _set_up(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver must not begin transactions by itself: it would do so late, and without the write lock.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
