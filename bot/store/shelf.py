"""What people keep of papers for themselves, in SQL: one row for a person and a paper, changed a field at a time."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, RowMapping, func, select

from bot.store.differences import one_of, these
from bot.store.joining import led
from bot.store.keeping import keep, row
from bot.store.tables.people import shelf
from bot.store.transactions import Transactions
from handlers.shelves import Noted, Shelved, Whose, Word, after, seen_by_others
from search.record import writable

EVER = datetime.min.replace(tzinfo=UTC)
FIELDS = tuple(field.name for field in fields(Shelved))


class SqlShelf:
    """Stands behind `handlers.ports.personal.Shelf`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def say(self, whose: Whose, word: Word) -> Shelved:
        """Keeps what a person says of a paper; how it stood before."""
        if isinstance(word, Noted):
            word = Noted(writable(word.text), word.channel_id, word.at)
        with self._transactions.writing() as connection:
            whose = _leading(connection, whose)
            before = _found(connection, whose, lock=True)
            _keep(connection, whose, before, after(before, word))
        return before

    def shelved(self, whose: Whose) -> Shelved:
        """How it stands, for the person's own eyes."""
        with self._transactions.reading() as connection:
            return _found(connection, _leading(connection, whose))

    def of_person(self, team_id: str, user_id: str) -> tuple[Shelved, ...]:
        """Every paper that a person has said something of, for their own eyes, what was saved last first."""
        kept = self._rows(row(shelf, team_id=team_id, user_id=user_id))
        return tuple(sorted(filter(_says_something, kept), key=_order))

    def shown(self, team_id: str, user_id: str, channel_id: str) -> tuple[Shelved, ...]:
        """The same as others may see it in this channel."""
        return tuple(filter(None, (seen_by_others(one, channel_id) for one in self.of_person(team_id, user_id))))

    def notes(self, team_id: str, channel_id: str, paper_id: str) -> tuple[Shelved, ...]:
        """The notes on a paper that are for this channel, the oldest first, as others may see them."""
        kept = self._rows(row(shelf, team_id=team_id, note_channel=channel_id, paper_id=paper_id))
        shown = filter(None, (seen_by_others(one, channel_id) for one in kept))
        return tuple(sorted(shown, key=lambda one: (one.noted or EVER, one.user_id)))

    def saves(self, team_id: str, channel_ids: Collection[str]) -> dict[str, dict[str, int]]:
        """Of each of these channels: how many people have papers on their lists that they found there, by handle."""
        kept = shelf.c
        there = (kept.team_id == team_id) & one_of(kept.saved_in) & kept.state.is_not(None)
        counted = select(kept.saved_in, kept.paper_id, func.count()).where(there)
        found: dict[str, dict[str, int]] = {channel_id: {} for channel_id in channel_ids}
        with self._transactions.reading() as connection:
            grouped = counted.group_by(kept.saved_in, kept.paper_id)
            for channel_id, paper_id, count in connection.execute(grouped, these(tuple(channel_ids))):
                found[channel_id][paper_id] = int(count)
        return found

    def keepers(self, paper_id: str) -> tuple[tuple[str, str], ...]:
        """Workspace and person of everyone who has the paper on their list."""
        theirs = row(shelf, paper_id=paper_id) & shelf.c.state.is_not(None)
        found = select(shelf.c.team_id, shelf.c.user_id).where(theirs).order_by(shelf.c.team_id, shelf.c.user_id)
        with self._transactions.reading() as connection:
            return tuple((team, user) for team, user in connection.execute(found))

    def _rows(self, wanted: ColumnElement[bool]) -> Iterable[Shelved]:
        with self._transactions.reading() as connection:
            return [_shelved(one) for one in connection.execute(select(shelf).where(wanted)).mappings()]


def _leading(connection: Connection, whose: Whose) -> Whose:
    """Old buttons name papers that were joined to another one since."""
    return replace(whose, paper_id=led(connection, [whose.paper_id]).get(whose.paper_id, whose.paper_id))


def _found(connection: Connection, whose: Whose, *, lock: bool = False) -> Shelved:
    wanted = select(shelf).where(row(shelf, **asdict(whose)))
    found = connection.execute(wanted.with_for_update() if lock else wanted).mappings().first()
    return _shelved(found) if found else Shelved(paper_id=whose.paper_id, user_id=whose.user_id)


def _shelved(found: RowMapping) -> Shelved:
    return Shelved(**{name: found[name] for name in FIELDS})


def _keep(connection: Connection, whose: Whose, before: Shelved, now: Shelved) -> None:
    """Only what changes: what another process is just keeping of other matters stays as it says."""
    key, values = asdict(whose), asdict(now)
    changed = {name: value for name, value in values.items() if value != getattr(before, name)}
    if changed:
        keep(connection, shelf, key, {name: value for name, value in values.items() if name not in key}, changed)


def _says_something(one: Shelved) -> bool:
    return one != Shelved(paper_id=one.paper_id, user_id=one.user_id)


def _order(one: Shelved) -> tuple[bool, float, str]:
    moment = one.saved or one.noted or EVER
    return one.state is None, -(moment - EVER).total_seconds(), one.paper_id
