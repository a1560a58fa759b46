"""What is searched in channels, counted in memory first, so that no answer ever waits for a disk."""

from collections.abc import Mapping
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.store.differences import one_of, these
from bot.store.keeping import keep
from bot.store.tables.week import searches
from bot.store.transactions import Transactions
from handlers.ballots import Searched
from search.record import writable

HELD = 1_000
"""Topics that are counted in memory, so that writing them keeps nobody waiting; what more there is in a minute is not
counted."""


class _Place(NamedTuple):
    """A topic in a channel on a day: a row."""

    team_id: str
    channel_id: str
    day: datetime
    key: str


class SearchCounts:
    """Counts of the tables' topics, and of those that wait to be written; what waits is not yet told."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._lock = Lock()
        self._waiting: dict[_Place, Searched] = {}

    def add(self, team_id: str, channel_id: str, query: str, key: str, now: datetime) -> None:
        """One more search. Neither waits nor raises."""
        day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        searched = Searched(writable(query), writable(key), 1, now)
        with self._lock:
            self._count(_Place(team_id, channel_id, day, searched.key), searched)

    def flush(self) -> None:
        """Writes what waits. Raises `handlers.errors.Unavailable`; then it waits on."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        try:
            self._write(waiting)
        except BaseException:
            with self._lock:
                for place, counted in waiting.items():
                    self._count(place, counted)
            raise

    def since(self, team_id: str, channel_id: str, since: datetime) -> tuple[Searched, ...]:
        """What was written of a channel, the latest first, and nothing from days that ended before `since`."""
        with self._transactions.reading() as connection:
            return self.among(connection, team_id, {channel_id: since})[channel_id]

    def among(
        self, connection: Connection, team_id: str, since: Mapping[str, datetime]
    ) -> dict[str, tuple[Searched, ...]]:
        """The same of several channels, each with its own moment."""
        if not since:
            return {}
        of_team = select(searches).where(searches.c.team_id == team_id, one_of(searches.c.channel_id))
        found: dict[str, dict[str, Searched]] = {channel_id: {} for channel_id in since}
        later = of_team.where(searches.c.latest >= min(since.values()))
        for row in connection.execute(later, these(tuple(since))).mappings():
            if row["latest"] >= since[row["channel_id"]]:
                topics = found[row["channel_id"]]
                counted = Searched(row["query"], row["key"], row["count"], row["latest"])
                topics[counted.key] = _together(topics.get(counted.key), counted)
        return {
            channel_id: tuple(sorted(topics.values(), key=lambda each: (each.latest, each.key), reverse=True))
            for channel_id, topics in found.items()
        }

    def _count(self, place: _Place, counted: Searched) -> None:
        known = self._waiting.get(place)
        if known is not None or len(self._waiting) < HELD:
            self._waiting[place] = _together(known, counted)

    def _write(self, waiting: dict[_Place, Searched]) -> None:
        if not waiting:
            return
        with self._transactions.writing() as connection:
            # In one order everywhere, so that two processes never wait for one another.
            for place in sorted(waiting):
                _add(connection, place, waiting[place])


def _add(connection: Connection, place: _Place, counted: Searched) -> None:
    values = {"query": counted.query, "latest": counted.latest}
    more = {"count": searches.c.count + counted.count}
    keep(connection, searches, place._asdict(), values | {"count": counted.count}, values | more)


def _together(known: Searched | None, other: Searched) -> Searched:
    if known is None:
        return other
    later = max(known, other, key=lambda each: each.latest)
    return Searched(later.query, later.key, known.count + other.count, later.latest)
