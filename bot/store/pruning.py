"""Forgets what nobody needs any more, a little at a time, and never what was settled, shown or picked."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, or_, select, tuple_, update

from bot.store.tables.people import questions
from bot.store.tables.posts import claims, postings, settled_slots, shown_papers
from bot.store.tables.week import searches
from bot.store.transactions import Transactions

DIGESTS = timedelta(days=400)
"""So long the button of a digest knows which papers come next."""
WORDS = timedelta(days=30)
"""So long answers, notices and questions that are dealt with are kept: nobody delivers one again after that."""
SEARCHES = timedelta(days=120)
"""Topics that were searched count for ninety."""
CLAIMS = DIGESTS
"""So long a button that shares something does so once."""
FINAL = ("sent", "failed", "empty", "missed")
BATCH = 200
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
GAP = timedelta(minutes=10)
"""Between two ticks; more, or less than nothing, and the clock has moved."""


class Pruning:
    """One process' share of it: a batch a tick while there is something to forget, and a look a day after that."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._last: datetime | None = None
        self._next: datetime | None = None

    def tick(self, now: datetime) -> int:
        """How many rows were forgotten. Nothing is until the clock has gone steadily for an hour: one that stands
        ten years ahead would have everything forgotten. Raises Unavailable."""
        steady = self._last is not None and timedelta() <= now - self._last <= GAP
        self._last = now
        if not steady or self._next is None:
            self._next = now + AN_HOUR
        if now < self._next:
            return 0
        forgotten = self.prune(now)
        if forgotten < BATCH:
            self._next = now + A_DAY
        return forgotten

    def prune(self, now: datetime, most: int = BATCH) -> int:
        """A batch, whatever the clock did."""
        with self._transactions.writing() as connection:
            emptied = _empty(connection, _digests(now) & _referred() & postings.c.message.is_not(None), most)
            return emptied + sum(_delete(connection, table, old, most) for table, old in _deleted(now))


def _deleted(now: datetime) -> Iterable[tuple[Table, ColumnElement[bool]]]:
    words = postings.c.kind.in_(("answer", "notice")) & _final() & (postings.c.changed < now - WORDS)
    yield postings, or_(words, _digests(now)) & ~_referred()
    yield questions, (questions.c.state != "open") & (questions.c.changed < now - WORDS)
    yield searches, searches.c.latest < now - SEARCHES
    yield claims, claims.c.claimed_at < int((now - CLAIMS).timestamp())


def _digests(now: datetime) -> ColumnElement[bool]:
    return (postings.c.kind == "digest") & _final() & (postings.c.at < now - DIGESTS)


def _final() -> ColumnElement[bool]:
    return postings.c.state.in_(FINAL)


def _referred() -> ColumnElement[bool]:
    """A slot was settled or a paper shown with it: the row stays for that, but its words go."""
    return or_(
        *(
            exists().where(table.c.team_id == postings.c.team_id, table.c.posting_key == postings.c.key)
            for table in (settled_slots, shown_papers)
        )
    )


def _empty(connection: Connection, old: ColumnElement[bool], most: int) -> int:
    keys = _keys(connection, postings, old, most)
    emptied = update(postings).values(message=None, papers=[], facts={})
    return connection.execute(emptied.where(_one_of(postings, keys))).rowcount if keys else 0


def _delete(connection: Connection, table: Table, old: ColumnElement[bool], most: int) -> int:
    keys = _keys(connection, table, old, most)
    return connection.execute(delete(table).where(_one_of(table, keys))).rowcount if keys else 0


def _keys(connection: Connection, table: Table, old: ColumnElement[bool], most: int) -> list[tuple[object, ...]]:
    # What another process is just forgetting is passed over.
    found = select(*table.primary_key).where(old).limit(most).with_for_update(skip_locked=True)
    return [tuple(row) for row in connection.execute(found)]


def _one_of(table: Table, keys: list[tuple[object, ...]]) -> ColumnElement[bool]:
    return tuple_(*table.primary_key).in_(keys)
