"""What the store asks of a database, whichever it is; all that differs between databases stands behind this."""

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection, Engine, Insert, Table


class Database(Protocol):
    """Connections that several threads and processes can use at once."""

    @property
    def name(self) -> str:
        """What to call it towards people: a path, or an address without user and password."""

    @property
    def elsewhere(self) -> str:
        """How to use another database instead, as the second half of a sentence."""

    @property
    def engine(self) -> Engine:
        """Its connections, for looking at it from outside."""

    def prepare(self) -> None:
        """Sees that it is there and can hold the library. May raise `StoreError` and `OSError`."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction whose every statement sees the database as it was at one moment."""

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction for rows that stand by themselves, such as claims."""

    def changing_library(self) -> AbstractContextManager[Connection]:
        """A transaction for papers and files. Of those there is one at a time: the next begins when this one has ended,
        and sees what it did."""

    def making_tables(self) -> AbstractContextManager[Connection]:
        """A transaction for migrations, one at a time."""

    def insert_new(self, table: Table) -> Insert:
        """An insertion that passes over rows which are there already."""

    def misplaced(self) -> str | None:
        """A sentence when what is stored from now on would not be found again."""

    def advice(self, error: Exception) -> str:
        """Why it cannot be opened, and what to do."""

    def calm_sentence(self, error: Exception) -> str | None:
        """What is the matter at the moment, for a person who asked something quite different; None for a mistake of
        ours, which no patience mends."""

    def close(self) -> None:
        """Lets go of it."""
