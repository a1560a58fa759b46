"""What outlives the process: small JSON documents by kind and key, in one SQLite file or in memory."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import RLock
from typing import Any

from bot.workspace.errors import InUse
from bot.workspace.model import Json

_TABLE = "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key TEXT, document TEXT NOT NULL, PRIMARY KEY (kind, key))"


class CannotKeep(Exception):
    """Nothing can be kept or read any more, or what is kept is not of this version; the message says why."""


class Keeping:
    """`file` None keeps everything in memory. Each change outlives the process when the method returns; one that raises
    CannotKeep has changed nothing.

    The file belongs to one process at a time. Raises InUse when that is another one, sqlite3.Error when the file cannot
    be used.
    """

    def __init__(self, file: Path | None = None) -> None:
        if file is not None:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # SQLite gives the files beside it the same rights.
            file.touch(mode=0o600)
        self._lock = RLock()
        self._connection = sqlite3.connect(file or ":memory:", check_same_thread=False, isolation_level=None, timeout=1)
        # Otherwise SQLite would put all of a spoilt text into its error.
        self._connection.text_factory = lambda text: text.decode(errors="replace")
        try:
            self._take_possession()
        except sqlite3.Error as error:
            self._connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InUse from error
            raise

    def _take_possession(self) -> None:
        # In this mode the first write locks the file until it is closed.
        for statement in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=NORMAL"):
            self._connection.execute(f"PRAGMA {statement}")
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(_TABLE)
        self._connection.execute("COMMIT")

    def put(self, kind: str, key: str, document: Json) -> None:
        """Keeps the document, in the place of an earlier one with this kind and key."""
        self._execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", kind, key, json.dumps(document))

    def drop(self, kind: str, key: str) -> None:
        """Forgets a document; harmless when there is none."""
        self._execute("DELETE FROM kept WHERE kind = ? AND key = ?", kind, key)

    def all(self, kind: str) -> Iterator[tuple[str, Json]]:
        """Key and document of every document of the kind, in the order of the keys."""
        for key, document in self._execute("SELECT key, document FROM kept WHERE kind = ? ORDER BY key", kind):
            yield key, json.loads(document)

    def clear(self) -> None:
        """Forgets everything."""
        self._execute("DELETE FROM kept")

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def _execute(self, statement: str, *values: str) -> list[Any]:
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise CannotKeep(str(error)) from error
