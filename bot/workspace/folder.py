"""The folder of a workspace: what is kept there, and in one sentence why it cannot be."""

import sqlite3
from pathlib import Path

from bot.workspace.errors import InUse
from bot.workspace.keeping import Keeping
from bot.workspace.site.tokens import Tokens, tokens

FILE = "workspace.sqlite3"
MEND = "When it is damaged, move it away, and a new one is made."


class Unusable(Exception):
    """The workspace's folder cannot be used; the message says why and how to mend it."""


def opened(folder: Path | None) -> tuple[Keeping, Tokens]:
    """What is kept in the folder, and the tokens; None keeps nothing. Raises Unusable."""
    try:
        return Keeping(None if folder is None else folder / FILE), tokens(folder)
    except InUse as error:
        raise Unusable(f"Another Paperboy has the workspace in {folder} open; stop that one first.") from error
    except sqlite3.Error as error:
        raise unreadable(folder, error) from error
    except OSError as error:
        raise Unusable(f"The workspace's folder {folder} cannot be used: {error.strerror}. {MEND}") from error


def unreadable(folder: Path | None, error: Exception) -> Unusable:
    """What to say where the file is there, and what is in it cannot be read."""
    return Unusable(f"The workspace's file {folder}/{FILE} cannot be read or written ({error}). {MEND}")
