"""What the store says when it cannot be used: at the start for good, later for the moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.seldom import Seldom
from bot.store.database import Database
from handlers.errors import Unavailable

BUSY = "The library is busy at the moment. Please try again in a minute."
FULL = "The library's disk is full. Free some space; nothing that was stored is lost."
UNREADABLE = "The library cannot be read at the moment. Whoever runs Paperboy finds the reason in its log."
UNWRITABLE = (
    "Nothing can be stored at the moment; what was stored before is safe. Whoever runs Paperboy finds the reason in "
    "its log."
)


class StoreError(Exception):
    """The store cannot be opened; the message says why and what to do. Nothing in it was changed."""


def is_our_mistake(error: Exception) -> bool:
    """Whether no patience mends this: then it stays as it is and is reported."""
    ours = isinstance(error, (IntegrityError, ProgrammingError, DataError, InterfaceError))
    return ours and not is_cut_off(error)


def is_cut_off(error: Exception) -> bool:
    """Whether the connection broke while it was in use."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


@contextmanager
def unavailable_when_broken(database: Database, reasons: Seldom) -> Iterator[None]:
    """Turns a locked, full, damaged or unreachable database into `Unavailable`; its reason goes to the log."""
    try:
        yield
    except (DBAPIError, NoFreeConnection) as error:
        sentence = database.calm_sentence(error)
        if sentence is None:
            raise
        if sentence != BUSY:
            # Without what was to be stored: that may be somebody's own.
            reasons.warn(f"{database.name} cannot be used: {getattr(error, 'orig', None) or error}")
        raise Unavailable(sentence) from error
