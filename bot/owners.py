"""Whose a file is, where it is not ours: the commonest reason why a folder cannot be used."""

import getpass
import os
from pathlib import Path


def of_another_user(path: Path) -> str:
    """Who owns the file or, as far as we can look, the folder in which it lies or would lie, and what to do; empty
    where that is whoever runs this."""
    nearest = next((each for each in (path, *path.parents) if _there(each)), path)
    try:
        if _is_ours(nearest):
            nearest = nearest.parent
            if _is_ours(nearest) or os.access(nearest, os.W_OK):
                return ""
        owner, ours = nearest.owner(), getpass.getuser()
    except (OSError, KeyError, NotImplementedError, AttributeError):  # users without a name, systems without users
        return ""
    return f"{nearest} belongs to {owner}: run Paperboy as {owner}, or let {ours} write there, and try again."


def _is_ours(path: Path) -> bool:
    return path.stat().st_uid == os.geteuid()


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
