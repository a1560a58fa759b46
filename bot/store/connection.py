"""Connections to SQLite that several threads and processes can use at once."""

import json
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event

PATIENCE = 20.0
"""Seconds to wait for another process that is writing."""
WRITING = "writing"
"""Execution option of a transaction that writes: it takes SQLite's write lock at its beginning, so that it can never
find out half-way that another one was faster."""
MEMORY = ":memory:"
KEPT_OPEN = 8
BEYOND = 64


def engine_for(place: str, patience: float = PATIENCE) -> Engine:
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


def _set_up(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver must not begin transactions by itself: it would do so late, and without the write lock.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
