"""Who was the first to do something that only one may do, for good or for a time."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Insert, Table, delete, update

from bot.store.tables.posts import claims


class Claim(NamedTuple):
    """What is claimed in a workspace, and when."""

    team_id: str
    key: str
    at: datetime


def claimed(
    connection: Connection, insert_new: Callable[[Table], Insert], claim: Claim, lasting: timedelta | None
) -> bool:
    """Whether this one is the first; or the first in a time that is `lasting`."""
    at = int(claim.at.timestamp())
    # Some drivers' counts are forgotten unless somebody asks for them.
    counted = insert_new(claims).execution_options(preserve_rowcount=True)
    row = {"team_id": claim.team_id, "key": claim.key, "claimed_at": at}
    if connection.execute(counted, row).rowcount == 1:
        return True
    if lasting is None:
        return False
    mine = (claims.c.team_id == claim.team_id) & (claims.c.key == claim.key)
    over = claims.c.claimed_at <= int((claim.at - lasting).timestamp())
    return connection.execute(update(claims).where(mine & over).values(claimed_at=at)).rowcount == 1


def given_back(connection: Connection, team_id: str, key: str) -> None:
    """It can be claimed again."""
    connection.execute(delete(claims).where((claims.c.team_id == team_id) & (claims.c.key == key)))
