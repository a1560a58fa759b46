"""The index folder: ours alone, locked while it changes places, set aside when it cannot be used."""

import errno
import logging
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from whoosh.index import TOC, EmptyIndexError, FileIndex
from whoosh.util.filelock import try_for

from search.engines.whoosh_engine.schema import SCHEMA
from search.engines.whoosh_engine.storage import OwnStorage
from search.errors import EngineUnavailable

LOG = logging.getLogger(__name__)

PRIVATE = 0o700
LOCK_SECONDS = 20.0
RETRY_SECONDS = 0.02
ATTEMPTS = 10
"""How often a state of the index is opened whose files others delete meanwhile, because theirs is newer."""


def unwritable(error: OSError, folder: Path | None = None) -> EngineUnavailable:
    """Why nothing can be written, and what to do: no paper is lost with an index."""
    why = error.strerror or type(error).__name__
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    mend = "Free some space on its disk" if full else "Check whose it is and who may write there"
    where = f" in {folder}" if folder else ""
    return EngineUnavailable(f"The search index{where} cannot be written ({why}). {mend}; the papers are safe.")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's name, so that no other process opens, creates or sets it aside meanwhile."""
    try:
        folder.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        lock = OwnStorage(folder.parent).lock(f".{folder.name}.lock")
        held = try_for(lock.acquire, timeout=LOCK_SECONDS, delay=RETRY_SECONDS)
    except OSError as error:
        raise unwritable(error, folder) from error
    if not held:
        raise EngineUnavailable("Another process is opening the search index.")
    try:
        yield
    finally:
        lock.release()


def opened(folder: Path) -> FileIndex:
    """The index in the folder.

    Whoosh unpickles what it opens, so a folder that others could have written is not opened at all; that and any
    failure of Whoosh's is raised as it comes.
    """
    state = folder.stat()
    if state.st_uid != os.geteuid() or stat.S_IMODE(state.st_mode) & 0o077:
        raise PermissionError(f"{folder.name} is not private")
    storage = OwnStorage(folder)
    for attempt in range(ATTEMPTS):
        try:
            return storage.open_index(schema=SCHEMA)
        except (FileNotFoundError, EmptyIndexError):
            # Another process committed between the look for the newest state and the reading of it.
            if attempt == ATTEMPTS - 1:
                raise
        except Exception:
            storage.close_files()
            raise
    raise AssertionError("the last attempt returns or raises")


def created(folder: Path) -> FileIndex:
    """A new empty index in a private folder, which is new or was empty."""
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.chmod(PRIVATE)
        return OwnStorage(folder).create_index(SCHEMA)
    except OSError as error:
        raise unwritable(error, folder) from error


def committed(index: FileIndex) -> list[Any]:
    """The segments of the newest commit, as Whoosh notes them."""
    with index.storage.reading():
        return list(TOC.read(index.storage, index.indexname, schema=SCHEMA).segments)


class Commit(NamedTuple):
    """One commit: its number, and the file that states it, since a new folder counts from 0 again."""

    generation: int
    file: int
    written: int


def newest(index: FileIndex) -> Commit:
    """The newest commit of the index."""
    return _commit(index, int(index.latest_generation()))


def is_newest(index: FileIndex, commit: Commit) -> bool:
    """Whether no other commit followed: Whoosh numbers them in a row and deletes the file of the one before. Much
    cheaper than listing the folder for each search."""
    return _commit(index, commit.generation) == commit and not os.path.exists(_stated(index, commit.generation + 1))  # noqa: PTH110 - see _stated


def _commit(index: FileIndex, generation: int) -> Commit:
    try:
        state = os.stat(_stated(index, generation))  # noqa: PTH116 - see _stated
    except FileNotFoundError:
        return Commit(generation, 0, 0)
    return Commit(generation, state.st_ino, state.st_mtime_ns)


def _stated(index: FileIndex, generation: int) -> str:
    # A plain string: making a Path takes longer than looking at the file, and every search looks twice.
    return f"{index.storage.folder}/_{index.indexname}_{generation}.toc"


def set_aside(folder: Path, reason: str) -> Path | None:
    """Move what is there to `NAME-broken-N` beside it, and keep only that one; None when nothing or an empty folder is
    there, as where the folder is a mounted volume."""
    if not os.path.lexists(folder) or (folder.is_dir() and os.access(folder, os.R_OK) and not any(folder.iterdir())):
        return None
    older = {int(match[1]): path for path in folder.parent.iterdir() if (match := _number(folder, path))}
    target = folder.with_name(f"{folder.name}-broken-{max(older, default=0) + 1}")
    try:
        folder.rename(target)
        for path in older.values():
            _remove(path)
    except OSError as error:
        raise EngineUnavailable("A damaged search index cannot be set aside.") from error
    LOG.warning("Search index set aside as %s (%s); it will be built anew.", target.name, reason)
    return target


def _number(folder: Path, path: Path) -> re.Match[str] | None:
    return re.fullmatch(rf"{re.escape(folder.name)}-broken-(\d+)", path.name)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        path.chmod(PRIVATE)
        shutil.rmtree(path)
    else:
        path.unlink()
