"""The file of vectors: rows that are only ever appended, and a small file beside them that says which of them count."""

import json
import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from fcntl import LOCK_EX, flock
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from search.engines.hybrid_engine.encoder import Vectors

LOG = logging.getLogger(__name__)

PRIVATE = 0o700
STATE = "state.json"
NUMBER = np.dtype("<f2")
"""Half precision: the third digit of a likeness changes no ranking, and twice the papers fit into memory."""

Rows = NDArray[np.float16]


class DamagedError(Exception):
    """The folder holds something that is not ours or not whole."""


@dataclass(frozen=True, slots=True)
class State:
    """What the rows are: of which library and model, at which revision, in which file, and whose each of them is; a
    row without a handle does not count any more."""

    library: str
    model: str
    dimension: int = 0
    revision: int = 0
    file: str = "rows-0"
    handles: tuple[str, ...] = ()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One writer at a time, among all processes."""
    folder.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    with (folder.parent / f".{folder.name}.lock").open("w") as file:
        flock(file, LOCK_EX)
        yield


def read_state(folder: Path) -> State | None:
    """None where there is none yet. Raises `DamagedError`, and OSError when the disk does."""
    try:
        held = json.loads((folder / STATE).read_text(encoding="utf-8"))
        return State(**{**held, "handles": tuple(held["handles"])})
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, LookupError) as error:
        raise DamagedError(f"{STATE} cannot be read") from error


def mapped(folder: Path, state: State) -> Rows:
    """The rows, in memory that all processes share. What was mapped once stays readable, whatever is written later."""
    shape = (len(state.handles), state.dimension)
    if not shape[0]:
        return np.zeros(shape, NUMBER)
    try:
        return np.memmap(folder / state.file, NUMBER, mode="r", shape=shape)
    except (OSError, ValueError) as error:
        raise DamagedError(f"{state.file} is not whole") from error


def appended(folder: Path, state: State, handles: Sequence[str], rows: Vectors) -> State:
    """The state with these rows at the end, which are on the disk but count only once the state is written."""
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    path = folder / state.file
    with path.open("r+b" if path.exists() else "w+b") as file:
        # Whatever lies behind the rows that count was left there by a crash.
        file.truncate(len(state.handles) * rows.shape[1] * NUMBER.itemsize)
        file.seek(0, os.SEEK_END)
        file.write(rows.astype(NUMBER).tobytes())
        file.flush()
        os.fsync(file.fileno())
    return replace(state, dimension=rows.shape[1], handles=(*state.handles, *handles))


def packed(folder: Path, state: State) -> State:
    """The state in a new file that has only the rows that count."""
    counting = [place for place, handle in enumerate(state.handles) if handle]
    rows = mapped(folder, state)[counting].astype(np.float32)
    empty = replace(state, file=following(state.file), handles=())
    return appended(folder, empty, [state.handles[place] for place in counting], rows)


def following(file: str) -> str:
    """The name of the next file: one that is mapped somewhere must never become shorter."""
    return f"rows-{int(file.rpartition('-')[2]) + 1}"


def stamp(folder: Path) -> tuple[int, int] | None:
    """Changes whenever the state does."""
    try:
        held = (folder / STATE).stat()
    except FileNotFoundError:
        return None
    return held.st_ino, held.st_mtime_ns


def write_state(folder: Path, state: State) -> None:
    """From here on the state holds; a crash leaves the old one or this one. Files that it does not name go."""
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    unfinished = folder / f"{STATE}.new"
    with unfinished.open("w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / STATE)
    for path in folder.glob("rows-*"):
        if path.name != state.file:
            path.unlink(missing_ok=True)


def set_aside(folder: Path, reason: str) -> None:
    """Move the folder to `NAME-broken` beside it, in the place of the one before."""
    if folder.is_dir():
        target = folder.with_name(f"{folder.name}-broken")
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
        LOG.warning("Vectors set aside as %s (%s); they will be made anew.", target.name, reason)
