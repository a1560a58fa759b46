"""Opens the database, or says in a sentence why it cannot be used and what to do."""

import sqlite3
from pathlib import Path

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from bot.store.connection import MEMORY, engine_for, make_private
from bot.store.errors import StoreError
from bot.store.schema import bring_up_to_date, is_up_to_date, use_write_ahead_log


def opened(place: Path | str, patience: float) -> Engine:
    """Connections to the database in this place, which has the tables of this version.

    Raises `StoreError`; nothing is overwritten then.
    """
    file = _file(place)
    engine = engine_for(file, patience)
    try:
        if file != MEMORY:
            make_private(Path(file))
        if not is_up_to_date(engine, file):
            if file != MEMORY:
                use_write_ahead_log(file, patience)
            bring_up_to_date(engine, file)
    except StoreError:
        engine.dispose()
        raise
    except (DatabaseError, sqlite3.Error, OSError) as error:
        engine.dispose()
        raise StoreError(_advice(file, error)) from error
    return engine


def _file(place: Path | str) -> str:
    if isinstance(place, Path) or place == MEMORY:
        return str(place)
    if "://" not in place:
        return place
    try:
        url = make_url(place)
    except ArgumentError as error:
        raise StoreError(f"{place} is no address of a database. Use a path, or sqlite:///PATH.") from error
    if url.get_backend_name() != "sqlite":
        raise StoreError("Papers are kept in SQLite only. Use a path, or sqlite:///PATH.")
    return url.database or MEMORY


def _advice(file: str, error: Exception) -> str:
    reason = str(error).casefold()
    told = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    if "locked" in reason:
        return f"{file} is locked by another program. Stop that program, or wait until it has finished, and try again."
    if "full" in reason:
        return f"There is no space left for {file}. Free some space and try again."
    if isinstance(error, OSError) or "unable to open" in reason or "readonly" in reason:
        return f"{file} cannot be opened or written ({told}). Check its folder and its rights, and try again."
    return (
        f"{file} is damaged or no database ({told}). Move it away and put a backup in its place. Without one, the "
        "seeds are read again, and what was imported must be imported again."
    )
