"""The two kinds of transactions of a store, for those who keep something in its database."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlalchemy import Connection

Begin = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True, slots=True)
class Transactions:
    """`reading` sees one state of the database; `writing` keeps all of its changes or, after an error, none."""

    reading: Begin
    writing: Begin
