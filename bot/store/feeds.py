"""Feeds in SQL: when each is fetched next, by one process at a time, and what it has brought so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, or_, select, update

from bot.store.differences import one_of, these
from bot.store.keeping import keep, row
from bot.store.tables.feeds import feed_records, feeds
from bot.store.transactions import Transactions

AHEAD = timedelta(days=2)
"""No feed waits longer: one that seems to was fetched before the clock was set back."""
BATCH = 200


@dataclass(frozen=True, slots=True)
class FeedState:
    """`fetched` is when it was last read whole, up to what its service changed at `cursor`. It has brought so many
    `papers`, the `latest` of them then. After `failures` in a row, `trouble` is a sentence on the last one."""

    name: str
    next: datetime
    fetched: datetime | None = None
    cursor: datetime | None = None
    failures: int = 0
    trouble: str = ""
    papers: int = 0
    latest: int = 0


@dataclass(frozen=True, slots=True)
class Brought:
    """What a feed had of one record: `print` tells whether it has changed since."""

    record: str
    print: str
    changed: datetime


class SqlFeeds:
    """Every method raises `handlers.errors.Unavailable` as the store does."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def states(self, names: Iterable[str]) -> Mapping[str, FeedState]:
        """Those of these feeds that were ever taken, by name."""
        with self._transactions.reading() as connection:
            rows = connection.execute(select(feeds).where(one_of(feeds.c.name)), these(list(names))).mappings()
            return {one["name"]: FeedState(**one) for one in rows}

    def take(self, name: str, now: datetime, until: datetime) -> FeedState | None:
        """As it stands, for the one process that fetches it now; None where it is not due, or another one has it. If
        nothing more is heard of that process, it is due again at `until`."""
        due = or_(feeds.c.next <= now, feeds.c.next > now + AHEAD)
        with self._transactions.writing() as connection:
            if _state(connection, name) is None:
                keep(connection, feeds, {"name": name}, _values(FeedState(name, now)), {"name": name})
            found = _state(connection, name)
            taken = update(feeds).where(row(feeds, name=name), due).values(next=until)
            mine = connection.execute(taken).rowcount == 1
        return found if mine else None

    def settle(self, state: FeedState, brought: Sequence[Brought] = (), forget: datetime | None = None) -> None:
        """How it stands from now on, with what it brought; records that changed before `forget` are forgotten. In
        several steps, so that nobody waits for thousands of records; how it stands is the last one."""
        for start in range(0, len(brought), BATCH):
            with self._transactions.writing() as connection:
                for one in brought[start : start + BATCH]:
                    values = {"print": one.print, "changed": one.changed}
                    keep(connection, feed_records, {"feed": state.name, "record": one.record}, values)
        with self._transactions.writing() as connection:
            keep(connection, feeds, {"name": state.name}, _values(state))
            if forget is not None:
                old = row(feed_records, feed=state.name) & (feed_records.c.changed < forget)
                connection.execute(delete(feed_records).where(old))

    def prints(self, name: str, records: Iterable[str]) -> Mapping[str, str]:
        """The fingerprints of those of these records that the feed has brought."""
        wanted = select(feed_records.c.record, feed_records.c.print).where(
            row(feed_records, feed=name), one_of(feed_records.c.record)
        )
        with self._transactions.reading() as connection:
            return {one.record: one.print for one in connection.execute(wanted, these(list(records)))}

    def hurry(self, name: str, now: datetime) -> None:
        """It is due now, whenever it would have been."""
        with self._transactions.writing() as connection:
            connection.execute(update(feeds).where(row(feeds, name=name)).values(next=now))


def _state(connection: Connection, name: str) -> FeedState | None:
    found = connection.execute(select(feeds).where(row(feeds, name=name))).mappings().first()
    return FeedState(**found) if found else None


def _values(state: FeedState) -> dict[str, object]:
    return {name: value for name, value in asdict(state).items() if name != "name"}
