"""A posting as a row of its table, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select

from bot.store.tables.posts import postings
from handlers.schedules import Posting

FIELDS = tuple(field.name for field in fields(Posting))


def row_of(posting: Posting) -> dict[str, Any]:
    """The row of a posting that is planned now."""
    values = {name: getattr(posting, name) for name in FIELDS}
    return values | {
        "slots": [list(slot) for slot in posting.slots],
        "papers": list(posting.papers),
        "changed": posting.at,
    }


def posting_of(row: Mapping[Any, Any]) -> Posting:
    """The posting in a row of the table."""
    values = {name: row[name] for name in FIELDS}
    slots = tuple((schedule_id, slot) for schedule_id, slot in values["slots"])
    return Posting(**values | {"slots": slots, "papers": tuple(values["papers"])})


def this(team_id: str, key: str) -> ColumnElement[bool]:
    """The row of the posting with this key."""
    return (postings.c.team_id == team_id) & (postings.c.key == key)


def newest(connection: Connection, wanted: Select[Any], limit: int) -> tuple[Posting, ...]:
    """These postings, the newest first."""
    rows = connection.execute(wanted.order_by(postings.c.at.desc(), postings.c.key.desc()).limit(limit))
    return tuple(map(posting_of, rows.mappings()))
