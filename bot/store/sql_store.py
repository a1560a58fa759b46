"""The store: papers and their revisions, the files they were read from, claims and what is posted, in one database."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random

from sqlalchemy import Connection, Engine, bindparam, case, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from bot.store.connection import PATIENCE, WRITING, which_file
from bot.store.despatch import SqlDespatch
from bot.store.errors import unavailable_when_broken
from bot.store.library_state import LibraryState, Origin, files_of, state_of
from bot.store.names import key
from bot.store.opening import opened
from bot.store.outbox import SqlOutbox
from bot.store.rows import COLUMNS, paper_of
from bot.store.schedules import SqlSchedules
from bot.store.tables import claims, library, names, papers
from bot.store.transactions import Transactions
from bot.store.writing import Writing, one_of, these
from handlers.errors import Unavailable
from search.models import Changes, Paper
from search.query import Identifier

BATCH = 10_000
"""Papers in one step of catching up: enough for an index to write in one go, and some 20 MB of memory."""
SHOWN = papers.c.retired.is_(False)
THESE = select(*COLUMNS).where(SHOWN, one_of(papers.c.id))
RANK = case({"handle": 0, "title": 1, "system": 2}, value=names.c.kind)
CALLED = (
    select(*COLUMNS)
    .join(names, names.c.paper_id == papers.c.id)
    .where(names.c.key == bindparam("key"), names.c.kind.in_(bindparam("kinds", expanding=True)))
    .order_by(RANK, papers.c.added)
    .limit(1)
)


class SqlStore:
    """Safe to use from several threads, and from several processes at once.

    Every method raises `handlers.errors.Unavailable` while the database is locked for too long, full or damaged.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._file = which_file(engine)
        self._closed = False
        transactions = Transactions(self._reading, self._transaction)
        self.schedules = SqlSchedules(transactions)
        self.outbox = SqlOutbox(transactions)
        self.despatch = SqlDespatch(transactions)

    @classmethod
    def open(cls, place: Path | str, patience: float = PATIENCE) -> "SqlStore":
        """The store in this file (a path, or a `sqlite:` address; `:memory:` for none), made when it is not there.

        `patience` is how many seconds to wait for another process. Raises `StoreError` with a sentence that says what
        to do when the file is damaged, locked, of a later version or not ours; nothing is overwritten then.
        """
        return cls(opened(place, patience))

    def close(self) -> None:
        """Lets go of the file; the store answers `Unavailable` from now on."""
        self._closed = True
        self._engine.dispose()

    def library_id(self) -> str:
        """Which library this is, from its making on; an index of another one is of no use."""
        with self._reading() as connection:
            return str(connection.execute(select(library.c.library_id)).scalar_one())

    def revision(self) -> int:
        """The number of the last change to a paper; 0 for an empty library."""
        with self._reading() as connection:
            return int(connection.execute(select(library.c.revision)).scalar_one())

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

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """These papers in the order asked, in one read; ids that are unknown or retired are left out."""
        wanted = tuple(ids)
        with self._reading() as connection:
            return _in_order(connection, wanted)

    def identified(self, identifier: Identifier) -> Paper | None:
        """The paper that this handle, arXiv id, DOI or address belongs to; the earliest added where it is several's."""
        return self._called((identifier.kind,), key(identifier.kind, identifier.value))

    def named(self, name: str) -> Paper | None:
        """The paper with this handle, or else this whole title, or else this system's name; the earliest of several."""
        return self._called(("handle", "title", "system"), key("title", name))

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """Different papers drawn at random; fewer when the library holds fewer."""
        with self._reading() as connection:
            # One row with all handles in it arrives ten times faster than a row for each.
            handles = connection.execute(select(func.json_group_array(papers.c.id)).where(SHOWN)).scalar_one()
            ids = json.loads(handles)
            return _in_order(connection, tuple(random.sample(ids, min(max(count, 0), len(ids)))))

    def size(self) -> int:
        """How many papers there are, without the retired ones."""
        with self._reading() as connection:
            return connection.execute(select(func.count()).select_from(papers).where(SHOWN)).scalar_one()

    def files(self, origin: Origin) -> dict[str, str]:
        """The files from there as last read: name and fingerprint."""
        with self._reading() as connection:
            return files_of(connection, origin)

    def state(self, origin: Origin) -> LibraryState:
        """All that is needed to decide what files from there change; some 3 KB of memory a paper."""
        with self._reading() as connection:
            return state_of(connection, origin)

    def claim(self, team_id: str, key: str, now: datetime) -> bool:
        """Whether the caller is the first to claim this in the workspace, and so the one who does it."""
        row = {"team_id": team_id, "key": key, "claimed_at": int(now.timestamp())}
        with self._transaction() as connection:
            return connection.execute(insert(claims).on_conflict_do_nothing(), row).rowcount == 1

    def release(self, team_id: str, key: str) -> None:
        """Gives a claim back, for what could not be done after all."""
        mine = (claims.c.team_id == team_id) & (claims.c.key == key)
        with self._transaction() as connection:
            connection.execute(delete(claims).where(mine))

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """All changes made inside are stored together at its end, or none of them after an error."""
        with self._transaction() as connection:
            yield Writing(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_open()
        with unavailable_when_broken(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        self._check_open()
        options = {WRITING: True}
        with (
            unavailable_when_broken(),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("Paperboy is stopping. Please try again in a minute.")
        if which_file(self._engine) != self._file:
            # SQLite goes on with a file that nobody will ever find again: what is claimed or stored there is lost.
            raise Unavailable("The library's file has been moved or replaced. Whoever runs Paperboy has to restart it.")

    def _called(self, kinds: tuple[str, ...], called: str) -> Paper | None:
        if not called:
            return None
        with self._reading() as connection:
            row = connection.execute(CALLED, {"key": called, "kinds": kinds}).mappings().first()
        return paper_of(row) if row else None


def _in_order(connection: Connection, ids: tuple[str, ...]) -> tuple[Paper, ...]:
    rows = connection.execute(THESE, these(ids)).mappings()
    found = {row["id"]: paper_of(row) for row in rows}
    return tuple(found[paper_id] for paper_id in ids if paper_id in found)
