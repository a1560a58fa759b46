"""Logging: one line an event on stderr in UTC, never a secret, and never what libraries say of a request's body."""

import logging
import re
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import PurePath
from secrets import token_hex
from typing import TextIO
from urllib.parse import quote

HIDDEN = "[hidden]"

_SECRET_SHAPES = (
    # At least one letter or digit must follow: `xoxb-...` only says what a token looks like.
    (re.compile(r"\b(xapp|xox[a-z](?:\.xox[a-z])?)-(?=[.%+/=-]*\w)[\w.%+/=-]+", re.IGNORECASE), rf"\1-{HIDDEN}"),
    (re.compile(r"\b(hooks\.slack(?:-gov)?\.com)(?:/|%2F)[^\s\"'<>]*", re.IGNORECASE), rf"\1/{HIDDEN}"),
    (re.compile(r"(response_url[\"']?\s*[:=]\s*[\"']?)[^\s\"',}]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"\b(wss?)://[^\s\"'<>]+", re.IGNORECASE), rf"\1://{HIDDEN}"),
    (re.compile(r"\b(Bearer)\s+[^\s\"',]+", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (re.compile(r"\bv0=[0-9a-f]{64}\b", re.IGNORECASE), f"v0={HIDDEN}"),
)

# These print request bodies, tokens or people's words at DEBUG and INFO.
_TALKATIVE = frozenset(
    {"alembic", "apscheduler", "psycopg", "slack_bolt", "slack_sdk", "sqlalchemy", "urllib3", "waitress", "werkzeug"}
)


def setup(level: str = "INFO", secrets: Iterable[str] = ()) -> None:
    """Send every event of at least `level` to stderr, with `secrets` hidden; calling it again replaces what was set."""
    handler = _Stderr()
    handler.setFormatter(_Line(secrets))
    handler.addFilter(_calm)
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.root.level))
    threading.excepthook = _report_thread


def new_reference() -> str:
    """A short id that ties what a person was told to what the log holds, such as `r-7f3a9c`."""
    return f"r-{token_hex(3)}"


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without tokens, response addresses, socket tickets, signatures and the given secret values."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN).replace(quote(secret, safe=""), HIDDEN)
    for shape, replacement in _SECRET_SHAPES:
        text = shape.sub(replacement, text)
    return text


class _Line(logging.Formatter):
    """One line an event. A traceback follows on indented lines: a line that starts with a date is always an event."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        # A shorter "secret" would blot out ordinary text and protect nothing.
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 6)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        # Written as an escape, a line break in foreign text cannot pass for another event.
        return "".join(_visible(character) for character in super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        text = redacted(super().format(record), self._secrets)
        return re.sub(r"\r\n|[\r\n]", "\n    ", text)


def _visible(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


class _Stderr(logging.StreamHandler[TextIO]):
    """Writes to the stderr of the moment, and does not print an event's arguments when it cannot be written."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]  # the parent keeps the stream of its first day
        return sys.stderr

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        # logging's own report prints the arguments, secrets and all.
        sys.stderr.write(f"An event of {record.name} at {record.pathname}:{record.lineno} could not be logged.\n")


def _calm(record: logging.LogRecord) -> bool:
    """Bolt also logs under the name of the running script and under levels it copies, so the file decides too."""
    if record.levelno >= logging.WARNING:
        return True
    return record.name.partition(".")[0] not in _TALKATIVE and not _TALKATIVE.intersection(
        PurePath(record.pathname).parts
    )


def _report_thread(crash: threading.ExceptHookArgs) -> None:
    if crash.exc_type is SystemExit:
        return
    name = crash.thread.name if crash.thread else "a thread"
    error = crash.exc_value
    logging.getLogger(__name__).error("%s: %s ended by an error", new_reference(), name, exc_info=error)
