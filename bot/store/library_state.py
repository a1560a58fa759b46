"""The whole library at one moment, to be compared with files."""

from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import Connection, select

from bot.store.coats import apart_of, coats_of
from bot.store.rows import COLUMNS, held_of
from bot.store.tables.imports import read_files
from bot.store.tables.papers import library, papers
from search.plan import Held

Origin = Literal["seeds", "import"]
"""Where files were read from: the seeds folder, or wherever somebody named them."""


@dataclass(frozen=True, slots=True)
class LibraryState:
    """Every paper there ever was, the earliest added first, as of a revision; and by name the files as last
    read, and the folders where they lay, as far as that is known. `apart` has, by their prints, the records that
    somebody has split off from a paper, and the papers that they are."""

    revision: int
    held: tuple[Held, ...]
    files: dict[str, str]
    places: dict[str, str] = field(default_factory=dict)
    apart: dict[str, str] = field(default_factory=dict)


def state_of(connection: Connection, origin: Origin) -> LibraryState:
    """The library as this transaction sees it, with the files of this origin."""
    rows = select(*COLUMNS, papers.c.imported, papers.c.retired).order_by(papers.c.added)
    coats = coats_of(connection)
    held = tuple(held_of(row, coats.get(row["id"], ())) for row in connection.execute(rows).mappings())
    revision = int(connection.execute(select(library.c.revision)).scalar_one())
    return LibraryState(
        revision, held, files_of(connection, origin), places_of(connection, origin), apart_of(connection)
    )


def files_of(connection: Connection, origin: Origin) -> dict[str, str]:
    """The files of this origin as last read: name and fingerprint."""
    rows = connection.execute(select(read_files).where(read_files.c.origin == origin))
    return {row.name: row.fingerprint for row in rows}


def places_of(connection: Connection, origin: Origin) -> dict[str, str]:
    """The folders in which files of this origin lay, by the names of the files."""
    known = select(read_files).where(read_files.c.origin == origin, read_files.c.place.is_not(None))
    return {row.name: row.place for row in connection.execute(known)}
