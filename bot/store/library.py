"""The papers of the library, as everyone may see them."""

import json
from collections.abc import Iterable
from random import Random

from sqlalchemy import Connection, bindparam, case, func, select

from bot.store.coats import SqlCoats
from bot.store.differences import all_texts, one_of, these
from bot.store.joining import led
from bot.store.names import key
from bot.store.rows import COLUMNS, paper_of
from bot.store.tables.papers import library, names, papers
from bot.store.transactions import Transactions
from search.models import Paper
from search.query import Identifier

SHOWN = papers.c.retired.is_(False)
THESE = select(*COLUMNS).where(SHOWN, one_of(papers.c.id))
RANK = case({"handle": 0, "title": 1, "system": 2}, value=names.c.kind)
CALLED = (
    select(*COLUMNS)
    .join(names, names.c.paper_id == papers.c.id)
    .where(names.c.key == bindparam("key"), names.c.kind.in_(bindparam("kinds", expanding=True)))
    .order_by(RANK, names.c.by_coat, papers.c.added)
    .limit(1)
)


class SqlLibrary:
    """Stands behind `handlers.ports.library.Library`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._coats = SqlCoats(transactions)
        self._known_handles: tuple[int, list[str]] = (-1, [])

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """These papers in the order asked, in one read; ids that are unknown or retired are left out, and papers that
        were joined to another one lead to it."""
        wanted = tuple(ids)
        with self._transactions.reading() as connection:
            return _in_order(connection, wanted)

    def records(self, paper_id: str) -> tuple[Paper, ...]:
        """The records that this paper was made of, each as it was read; none where it was made of one."""
        return tuple(kept.coat.record for kept in self._coats.of(paper_id))

    def identified(self, identifier: Identifier) -> Paper | None:
        """The paper that this handle, arXiv id, DOI or address belongs to; the earliest added where it is several's."""
        return self._called((identifier.kind,), key(identifier.kind, identifier.value))

    def named(self, name: str) -> Paper | None:
        """The paper with this handle, or else this whole title, or else this system's name; the earliest of several."""
        return self._called(("handle", "title", "system"), key("title", name))

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """Different papers drawn at random; fewer when the library holds fewer."""
        with self._transactions.reading() as connection:
            ids = self._handles(connection)
            return _in_order(connection, tuple(random.sample(ids, min(max(count, 0), len(ids)))))

    def size(self) -> int:
        """How many papers there are, without the retired ones."""
        with self._transactions.reading() as connection:
            return connection.execute(select(func.count()).select_from(papers).where(SHOWN)).scalar_one()

    def revision(self) -> int:
        """The number of the last change to a paper; 0 for an empty library."""
        with self._transactions.reading() as connection:
            return int(connection.execute(select(library.c.revision)).scalar_one())

    def added_since(self, revision: int, limit: int) -> tuple[Paper, ...]:
        """The papers that came after this revision and are there, the newest first, `limit` at most."""
        new = select(*COLUMNS).where(SHOWN, papers.c.added > revision).order_by(papers.c.added.desc()).limit(limit)
        with self._transactions.reading() as connection:
            return tuple(paper_of(row) for row in connection.execute(new).mappings())

    def present(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of these handles whose papers are there."""
        there = select(papers.c.id).where(SHOWN, one_of(papers.c.id))
        with self._transactions.reading() as connection:
            return frozenset(connection.execute(there, these(tuple(ids))).scalars())

    def withdrawn(self) -> frozenset[str]:
        """The papers that were withdrawn, by handle."""
        marked = select(papers.c.id).where(SHOWN, papers.c.withdrawn.is_(True))
        with self._transactions.reading() as connection:
            return frozenset(connection.execute(marked).scalars())

    def _handles(self, connection: Connection) -> list[str]:
        """All handles, sorted, so that one seed draws the same everywhere; read again only when papers have changed."""
        revision = int(connection.execute(select(library.c.revision)).scalar_one())
        known, handles = self._known_handles
        if known != revision:
            handles = sorted(json.loads(connection.execute(select(all_texts(papers.c.id)).where(SHOWN)).scalar_one()))
            self._known_handles = revision, handles
        return handles

    def _called(self, kinds: tuple[str, ...], called: str) -> Paper | None:
        if not called:
            return None
        with self._transactions.reading() as connection:
            row = connection.execute(CALLED, {"key": called, "kinds": kinds}).mappings().first()
        return paper_of(row) if row else None


def _shown(connection: Connection, ids: tuple[str, ...]) -> dict[str, Paper]:
    return {row["id"]: paper_of(row) for row in connection.execute(THESE, these(ids)).mappings()}


def _in_order(connection: Connection, ids: tuple[str, ...]) -> tuple[Paper, ...]:
    found = _shown(connection, ids)
    if missing := [paper_id for paper_id in ids if paper_id not in found]:
        leading = {old: new for old, new in led(connection, missing).items() if new not in found}
        there = _shown(connection, tuple(leading.values())) if leading else {}
        found |= {old: there[new] for old, new in leading.items() if new in there}
    return tuple(found[paper_id] for paper_id in ids if paper_id in found)
