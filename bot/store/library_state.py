"""The whole library at one moment, to be compared with files."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, select

from bot.store.rows import COLUMNS, held_of
from bot.store.tables import library, papers, read_files
from search.ingest import Held

Origin = Literal["seeds", "import"]
"""Where files were read from: the seeds folder, or wherever somebody named them."""


@dataclass(frozen=True, slots=True)
class LibraryState:
    """Every paper there ever was, the earliest added first, as of a revision; and the files as last read, by name."""

    revision: int
    held: tuple[Held, ...]
    files: dict[str, str]


def state_of(connection: Connection, origin: Origin) -> LibraryState:
    """The library as this transaction sees it, with the files of this origin."""
    rows = select(*COLUMNS, papers.c.imported, papers.c.retired).order_by(papers.c.added)
    held = tuple(held_of(row) for row in connection.execute(rows).mappings())
    revision = int(connection.execute(select(library.c.revision)).scalar_one())
    return LibraryState(revision, held, files_of(connection, origin))


def files_of(connection: Connection, origin: Origin) -> dict[str, str]:
    """The files of this origin as last read: name and fingerprint."""
    rows = connection.execute(select(read_files).where(read_files.c.origin == origin))
    return {row.name: row.fingerprint for row in rows}
