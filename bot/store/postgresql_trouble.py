"""What PostgreSQL's errors mean to people, at the start and later."""

from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.store.errors import BUSY, FULL, UNREADABLE, is_cut_off, is_our_mistake

UNREACHABLE = "The library's database cannot be reached at the moment. Please try again in a minute."
WAITED_FOR_LONG = frozenset({"55P03", "57014", "40P01", "40001"})
"""Lock not available, cancelled, deadlock, serialization failure."""
NO_RIGHTS = frozenset({"42501", "3F000", "25006"})
"""Insufficient privilege, no schema to create in, read-only."""
NO_TABLES = "42P01"
DISK_FULL = "53100"
NO_CONNECTION_LEFT = ("too many", "remaining connection slots")


def calm_sentence(error: Exception) -> str | None:
    """What is the matter at the moment, for a person; None for a mistake of ours."""
    code, reason = _code(error), _reason(error)
    if code in NO_RIGHTS or code == NO_TABLES:
        return UNREADABLE
    if is_our_mistake(error):
        return None
    if isinstance(error, NoFreeConnection) or code in WAITED_FOR_LONG or _mentions(reason, *NO_CONNECTION_LEFT):
        return BUSY
    if code == DISK_FULL:
        return FULL
    return UNREACHABLE if _is_about_the_connection(error) else UNREADABLE


def advice(name: str, elsewhere: str, error: Exception) -> str:
    """Why the server cannot be used, and what to do. The server's own words never hold a password."""
    code, reason = _code(error), _reason(error)
    if code in WAITED_FOR_LONG:
        return f"{name} is locked by another program. Stop that program, or wait until it has finished, and try again."
    if code == DISK_FULL:
        return f"There is no space left for {name}. Free some space and try again."
    if code in NO_RIGHTS:
        return f"{name} cannot be written ({reason}). Make the user of DATABASE_URL its owner, or {elsewhere}."
    if not _is_about_the_connection(error):
        return f"{name} cannot be used ({reason}). Mend that, or {elsewhere}."
    return f"{name} {_refusal(reason)}"


def _refusal(reason: str) -> str:
    if _mentions(reason, "password authentication failed", "no password supplied"):
        return f"does not let Paperboy in ({reason}). Set the user and the password in DATABASE_URL right."
    if _mentions(reason, "does not exist"):
        return f"does not let Paperboy in ({reason}). Make the database with createdb, or name another in DATABASE_URL."
    if _mentions(reason, *NO_CONNECTION_LEFT):
        return f"has no connection left ({reason}). Stop other programs, or raise its max_connections, and try again."
    return f"cannot be reached ({reason}). See that it runs and that DATABASE_URL is right, and try again."


def _is_about_the_connection(error: Exception) -> bool:
    """Before there is a connection, and when it breaks off, no statement failed and so no code came with the error."""
    code = _code(error)
    return is_cut_off(error) or not code or code.startswith(("08", "28", "3D", "53", "57P"))


def _code(error: Exception) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _reason(error: Exception) -> str:
    """The last line of what was said; of several addresses that were tried, that of the last one."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
    shown = [line for line in lines if not line.startswith(("DETAIL", "HINT", "LINE", "\t", " "))]
    return (shown or lines)[-1].rpartition("FATAL:")[2].strip(" .").removeprefix("connection failed: ")


def _mentions(reason: str, *words: str) -> bool:
    return any(word in reason.casefold() for word in words)
