"""Rows of which only the last word counts: changed where they are there already, in one way for every database."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, insert, update
from sqlalchemy.exc import IntegrityError


def row(table: Table, **key: Any) -> ColumnElement[bool]:
    """The rows with these values."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def keep(
    connection: Connection,
    table: Table,
    key: Mapping[str, Any],
    values: Mapping[str, Any],
    change: Mapping[str, Any] | None = None,
) -> None:
    """One row with this primary key and these values; one that is there already gets the values of `change`, where
    those are others."""
    changed = update(table).where(row(table, **key)).values(**(values if change is None else change))
    if connection.execute(changed).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(insert(table), {**key, **values})
    except IntegrityError:
        # Another process has just put it there.
        connection.execute(changed)
