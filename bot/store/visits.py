"""When people came to their Home, in SQL: the last visit of each."""

from dataclasses import asdict

from sqlalchemy import select

from bot.store.keeping import keep, row
from bot.store.tables.people import visits
from bot.store.transactions import Transactions
from handlers.visits import Visit

FIELDS = (visits.c.at, visits.c.revision, visits.c.before, visits.c.seen)


class SqlVisits:
    """Stands behind `handlers.ports.personal.Visits`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def last(self, team_id: str, user_id: str) -> Visit | None:
        """The visit that goes on or was the last; None before the first."""
        wanted = select(*FIELDS).where(row(visits, team_id=team_id, user_id=user_id))
        with self._transactions.reading() as connection:
            found = connection.execute(wanted).mappings().first()
        return Visit(**found) if found else None

    def keep(self, team_id: str, user_id: str, visit: Visit) -> None:
        """It is the last one from now on."""
        with self._transactions.writing() as connection:
            keep(connection, visits, {"team_id": team_id, "user_id": user_id}, asdict(visit))
