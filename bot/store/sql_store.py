"""The store: papers and their revisions, files read, claims and what is posted, in SQLite or PostgreSQL."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, func, select

from bot.seldom import Seldom
from bot.store.claims import Claim, claimed, given_back
from bot.store.coats import SqlCoats
from bot.store.database import Database
from bot.store.despatch import SqlDespatch
from bot.store.errors import unavailable_when_broken
from bot.store.feeds import SqlFeeds
from bot.store.imports import SqlImports
from bot.store.kept_by_people import kept_by_people
from bot.store.library import SqlLibrary
from bot.store.library_state import LibraryState, Origin, files_of, places_of, state_of
from bot.store.opening import opened
from bot.store.outbox import SqlOutbox
from bot.store.privacy import SqlPrivacy
from bot.store.pruning import Pruning
from bot.store.questions import SqlInbox
from bot.store.rows import COLUMNS, paper_of
from bot.store.schedules import SqlSchedules
from bot.store.shelf import SqlShelf
from bot.store.tables.papers import library, papers
from bot.store.transactions import Transactions
from bot.store.visits import SqlVisits
from bot.store.week import SqlWeek
from bot.store.writing import Writing
from handlers.errors import Unavailable
from search.models import Changes

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds to wait for another process that is writing."""
BATCH = 10_000
"""Papers in one step of catching up: enough for an index to write in one go, and some 20 MB of memory."""


class SqlStore:
    """Safe to use from several threads, and from several processes at once.

    Every method raises `handlers.errors.Unavailable` while the database is locked for too long, full, damaged or out of
    reach.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closed = False
        self._reasons = Seldom(log)
        transactions = Transactions(self._reading, self._writing)
        self.library = SqlLibrary(transactions)
        self.schedules = SqlSchedules(transactions)
        self.outbox = SqlOutbox(transactions)
        self.despatch = SqlDespatch(transactions)
        self.week = SqlWeek(transactions)
        self.shelf = SqlShelf(transactions)
        self.privacy = SqlPrivacy(transactions)
        self.visits = SqlVisits(transactions)
        self.feeds = SqlFeeds(transactions)
        self.imports = SqlImports(transactions)
        self.coats = SqlCoats(transactions)
        self.pruning = Pruning(transactions)
        self.inbox = SqlInbox(transactions, database.insert_new)

    @classmethod
    def open(cls, place: Path | str, patience: float = PATIENCE) -> "SqlStore":
        """The store in this file (a path, or a `sqlite:` address; `:memory:` for none), made when it is not there; or
        in the PostgreSQL database at a `postgresql:` address.

        `patience` is how many seconds to wait for another process. Raises `StoreError` with a sentence that says what
        to do when the database is damaged, locked, out of reach, of a later version or not ours; nothing is overwritten
        then.
        """
        return cls(opened(place, patience))

    @property
    def name(self) -> str:
        """What to call the database towards people: a path, or an address without user and password."""
        return self._database.name

    def close(self) -> None:
        """Lets go of the database; the store answers `Unavailable` from now on."""
        self._closed = True
        self._database.close()

    def library_id(self) -> str:
        """Which library this is, from its making on; an index of another one is of no use."""
        with self._reading() as connection:
            return str(connection.execute(select(library.c.library_id)).scalar_one())

    def changed_since(self, revision: int) -> int:
        """How many papers have changed since this revision."""
        counted = select(func.count()).select_from(papers).where(papers.c.revision > revision)
        with self._reading() as connection:
            return connection.execute(counted).scalar_one()

    def changes_since(self, revision: int, limit: int = BATCH) -> Changes:
        """The next papers that have changed since this revision, in the order of their changes, `limit` at most.

        The revision of the answer is that of its last change; without any it is the library's own.
        """
        changed = select(*COLUMNS, papers.c.retired, papers.c.revision).where(papers.c.revision > revision)
        with self._reading() as connection:
            rows = connection.execute(changed.order_by(papers.c.revision).limit(limit)).mappings().all()
            last = rows[-1]["revision"] if rows else connection.execute(select(library.c.revision)).scalar_one()
        shown = tuple(paper_of(row) for row in rows if not row["retired"])
        return Changes(last, shown, tuple(row["id"] for row in rows if row["retired"]))

    def files(self, origin: Origin) -> dict[str, str]:
        """The files from there as last read: name and fingerprint."""
        with self._reading() as connection:
            return files_of(connection, origin)

    def places(self) -> dict[str, str]:
        """The folders that imported files lay in, by the names of the files; of some it is not known."""
        with self._reading() as connection:
            return places_of(connection, "import")

    def kept_by_people(self, ids: Collection[str]) -> frozenset[str]:
        """Those of these papers that somebody saved, rated, noted or nominated, or that were picked for a week."""
        with self._reading() as connection:
            return kept_by_people(connection, ids)

    def state(self, origin: Origin) -> LibraryState:
        """All that is needed to decide what files from there change; some 3 KB of memory a paper."""
        with self._reading() as connection:
            return state_of(connection, origin)

    def claim(self, team_id: str, key: str, now: datetime, lasting: timedelta | None = None) -> bool:
        """Whether the caller is the first to claim this in the workspace, and so the one who does it; or the first in
        a time that is `lasting`."""
        with self._writing() as connection:
            return claimed(connection, self._database.insert_new, Claim(team_id, key, now), lasting)

    def release(self, team_id: str, key: str) -> None:
        """Gives a claim back, for what could not be done after all."""
        with self._writing() as connection:
            given_back(connection, team_id, key)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """All changes made inside are stored together at its end, or none of them after an error. One at a time."""
        with self._usable(), self._database.changing_library() as connection:
            yield Writing(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._usable(), self._database.reading() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._usable(), self._database.writing() as connection:
            yield connection

    @contextmanager
    def _usable(self) -> Iterator[None]:
        if self._closed:
            raise Unavailable("Paperboy is stopping. Please try again in a minute.")
        if sentence := self._database.misplaced():
            raise Unavailable(sentence)
        with unavailable_when_broken(self._database, self._reasons):
            yield
