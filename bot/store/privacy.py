"""What the store holds of one person, in one place: where it stands, how to find it, and how it is forgotten."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, Connection, Table, Text, cast, delete, literal, select, update

from bot.store.keeping import row
from bot.store.tables.metadata import metadata
from bot.store.tables.people import questions, shelf, visits
from bot.store.tables.posts import postings
from bot.store.tables.schedules import schedules
from bot.store.tables.week import comparisons, nominations, week_votes
from bot.store.transactions import Transactions

OWN = (
    (shelf, "papers saved, rated, noted or hidden"),
    (week_votes, "votes on papers of the week"),
    (nominations, "nominations"),
    (comparisons, "duels answered"),
    (questions, "questions asked"),
    (visits, "last visit to Home"),
)
"""Tables whose rows are a person's own: they go with `user_id`."""
SOMEBODY = "somebody"
"""In the place of a name in what others said, and in what was posted in channels."""


class SqlPrivacy:
    """Stands behind `handlers.ports.personal.Privacy`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def kept(self, team_id: str, user_id: str) -> tuple[tuple[str, int], ...]:
        """Kinds of things in words, with how many there are; none that there is nothing of."""
        with self._transactions.reading() as connection:
            found = [(name, len(rows)) for name, rows in _theirs(connection, team_id, user_id)]
        return tuple((name, count) for name, count in found if count)

    def rows(self, user_id: str) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Every row that is kept of a person in any workspace, with the words for its kind."""
        with self._transactions.reading() as connection:
            teams = sorted({each for table in _tables() for each in _teams(connection, table, user_id)})
            return tuple(
                (name, found)
                for team_id in teams
                for name, rows in _theirs(connection, team_id, user_id)
                for found in rows
            )

    def forget(self, team_id: str, user_id: str) -> None:
        """Their own rows and what was said to them go. What they made for a channel stays there, and in the words of
        others and of posts in channels they become somebody."""
        with self._transactions.writing() as connection:
            for found in _said_to(connection, team_id, user_id):
                connection.execute(delete(postings).where(row(postings, team_id=team_id, key=found["key"])))
            for table, _ in OWN:
                connection.execute(delete(table).where(row(table, team_id=team_id, user_id=user_id)))
            made = row(schedules, team_id=team_id, creator=user_id)
            connection.execute(update(schedules).where(made).values(creator=""))
            for table in _tables():
                _make_somebody(connection, table, team_id, user_id)


def _theirs(connection: Connection, team_id: str, user_id: str) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    for table, name in OWN:
        yield name, _rows(connection, table, row(table, team_id=team_id, user_id=user_id))
    made = _rows(connection, schedules, row(schedules, team_id=team_id, creator=user_id))
    yield "subscriptions and papers of the week set up", made
    said = _said_to(connection, team_id, user_id)
    yield "answers and messages received", said
    keys = {found["key"] for found in said}
    named = [
        found
        for table in _tables()
        for found in _mentions(connection, table, team_id, user_id)
        if user_id not in (found.get("user_id"), found.get("creator"))
        and not (table is postings and found["key"] in keys)
    ]
    yield "mentions in posts and by other people", named


def _said_to(connection: Connection, team_id: str, user_id: str) -> list[dict[str, Any]]:
    """Posts to them alone, and answers to what they asked."""
    direct = _rows(connection, postings, row(postings, team_id=team_id, channel_id=user_id))
    asked = row(questions, team_id=team_id, user_id=user_id)
    answer = literal("answer:") + questions.c.channel_id + literal(":") + questions.c.ts
    theirs = _has(postings.c.facts, user_id) | postings.c.key.in_(select(answer).where(asked))
    answers = _rows(connection, postings, row(postings, team_id=team_id, kind="answer") & theirs)
    # Another one's answer may name them; it is theirs only where they asked.
    return direct + [one for one in answers if one["facts"].get("asker") in (None, user_id)]


def _tables() -> list[Table]:
    """All that hold what people said or did; the library's own hold papers."""
    return [table for table in metadata.sorted_tables if "team_id" in table.c]


def _texts(table: Table) -> list[Column[Any]]:
    others = (column for column in table.c if column.name != "team_id")
    return [column for column in others if isinstance(column.type, Text | JSON)]


def _has(column: ColumnElement[Any], user_id: str) -> ColumnElement[bool]:
    return cast(column, Text).contains(user_id, autoescape=True)


def _teams(connection: Connection, table: Table, user_id: str) -> Iterable[str]:
    held = [_has(column, user_id) for column in _texts(table)]
    for has in held:
        yield from connection.execute(select(table.c.team_id).where(has).distinct()).scalars()


def _mentions(connection: Connection, table: Table, team_id: str, user_id: str) -> list[dict[str, Any]]:
    """The rows that hold their id anywhere, each once."""
    whole = _whole(user_id)
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for column in _texts(table):
        for one in _rows(connection, table, (table.c.team_id == team_id) & _has(column, user_id)):
            if whole.search(str(one[column.name])):
                found[tuple(one[key.name] for key in table.primary_key)] = one
    return list(found.values())


def _make_somebody(connection: Connection, table: Table, team_id: str, user_id: str) -> None:
    """Where the row is named by their id it goes; elsewhere they become somebody."""
    nameless = _nameless(user_id)
    keys = [key.name for key in table.primary_key]
    for one in _mentions(connection, table, team_id, user_id):
        this = row(table, **{name: one[name] for name in keys})
        now = {column.name: nameless(one[column.name]) for column in _texts(table)}
        changed = {name: value for name, value in now.items() if value != one[name]}
        if changed.keys() & set(keys):
            connection.execute(delete(table).where(this))
        else:
            connection.execute(update(table).where(this).values(**changed))


def _rows(connection: Connection, table: Table, wanted: ColumnElement[bool]) -> list[dict[str, Any]]:
    return [dict(found) for found in connection.execute(select(table).where(wanted)).mappings()]


def _whole(user_id: str) -> re.Pattern[str]:
    """The id, not as a part of a longer one, in whatever case; or a mention of it as Slack writes it."""
    name = re.escape(user_id)
    return re.compile(rf"<@{name}(?:\|[^<>]*)?>|(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", re.IGNORECASE)


def _nameless(user_id: str) -> Callable[[Any], Any]:
    whole = _whole(user_id)

    def made(value: Any) -> Any:
        if isinstance(value, str):
            return whole.sub(SOMEBODY, value)
        if isinstance(value, Mapping):
            return {name: made(each) for name, each in value.items()}
        if isinstance(value, list):
            return [made(each) for each in value]
        return value

    return made
