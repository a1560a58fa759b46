"""What the store says when it cannot be used: at the start for good, later for the moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from handlers.errors import Unavailable


class StoreError(Exception):
    """The store cannot be opened; the message says why and what to do. Nothing in it was changed."""


OUR_MISTAKES = (IntegrityError, ProgrammingError, DataError, InterfaceError)
"""Errors of the database that no patience mends: they stay as they are and are reported."""


@contextmanager
def unavailable_when_broken() -> Iterator[None]:
    """Turns a locked, full or damaged database into `Unavailable`."""
    try:
        yield
    except OUR_MISTAKES:
        raise
    except (DatabaseError, NoFreeConnection) as error:
        raise Unavailable(calm_sentence(error)) from error


def calm_sentence(error: Exception) -> str:
    """What is the matter, for a person who asked something quite different."""
    reason = str(error).casefold()
    if "locked" in reason or isinstance(error, NoFreeConnection):
        return "The library is busy at the moment. Please try again in a minute."
    if "full" in reason:
        return "The library's disk is full. Free some space; nothing that was stored is lost."
    return "The library cannot be read at the moment. Whoever runs Paperboy finds the reason in its log."
