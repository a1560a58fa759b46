"""A folder that is watched: its files of papers are imported once they lie still, and again when they have changed."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from bot.library.by import By
from bot.library.finding import files_of
from bot.library.folder import content_of, file_fingerprint
from bot.library.imports import import_files
from bot.library.report import LibraryReport, sentences
from bot.logs import new_reference
from bot.store import SqlStore
from handlers.errors import Unavailable

AT_ONCE, SIZE_AT_ONCE = 200, 50_000_000
"""Files of one look, and their bytes; the others come with the next ones."""
NAMED = 3
"""Files that could not be read and are named; there may be more."""
WHO = "watched folder"
log = logging.getLogger(__name__)
MEND = "Make it, or change PAPERBOY_WATCH; what was imported stays."


@dataclass(frozen=True, slots=True)
class _State:
    """Equal for two looks at a file between which nobody wrote to it, replaced it, or changed who may read it."""

    file: int
    size: int
    written: int
    changed: int


class Watched:
    """What is in the folder, at any depth: hidden files and links are left alone, and what is in no known form.

    What it knows of the files lives as long as the process; that a file was imported is known to the library.
    """

    def __init__(self, folder: Path, store: SqlStore, now: Callable[[], datetime]) -> None:
        self.folder = folder
        self._store, self._now = store, now
        self._seen: dict[Path, _State] = {}
        self._done: dict[Path, _State] = {}
        self._unread: dict[Path, str] = {}
        self._others = 0
        self._trouble = ""
        self._looked = False

    def look(self, go_on: Callable[[], bool] = lambda: True) -> Iterator[str]:
        """Imports the files that are new or changed, and as they were at the last look, so many at most, as one import;
        what came of it in sentences, with one for what keeps the folder from being read, not again before that
        has changed. Nothing is begun when it may not `go_on`. Raises `handlers.errors.Unavailable`; the turn of these
        files comes again then."""
        before, trouble, self._looked = self._seen, self._trouble, True
        self._seen, self._trouble = self._states()
        if self._trouble and self._trouble != trouble:
            yield self._trouble
        self._done = {path: state for path, state in self._done.items() if path in self._seen}
        self._unread = {path: why for path, why in self._unread.items() if path in self._seen}
        if not go_on():
            return
        paths = tuple(self._turn(before))
        for path, number in (taken_back := dict(self._taken_back(paths))).items():
            self._done[path] = self._seen[path]
            again = f"To have them again: paperboy import {path.name}"
            yield f"{path.name}: its papers were taken back with import {number}. {again}"
        if new := [path for path in paths if path not in taken_back]:
            yield from self._imported(new)

    def told(self) -> str:
        """How it is doing, in a sentence or two."""
        if self._trouble:
            return self._trouble
        if not self._looked:
            return f"{self.folder}: not looked at yet."
        waiting = len(self._seen.keys() - self._done.keys())
        read = len(self._done) - len(self._unread)
        counts = ["1 file read" if read == 1 else f"{read:,} files read"]
        counts += [f"{waiting:,} waiting"] if waiting else []
        counts += [f"{self._others:,} in no known form"] if self._others else []
        return " ".join([f"{self.folder}: {', '.join(counts)}.", *self.troubles(NAMED)])

    def troubles(self, most: int | None = None) -> tuple[str, ...]:
        """A sentence for each file that could not be read, the first ones or with None all."""
        told = tuple(self._unread.values())
        more = len(told) - len(told[:most])
        return (*told[:most], *([f"And {more:,} more could not be read."] if more else []))

    def trouble(self) -> str:
        """What keeps the folder from being read now; empty where nothing does."""
        try:
            next(self.folder.iterdir(), None)
        except OSError as error:
            return f"The watched folder {self.folder} cannot be read: {error.strerror or error}. {MEND}"
        return ""

    def _states(self) -> tuple[dict[Path, _State], str]:
        if trouble := self.trouble():
            return {}, trouble
        found = files_of([self.folder])
        self._others = found.others
        states = {path: state for path in found.files if (state := _state(path))}
        return states, ""

    def _turn(self, before: dict[Path, _State]) -> Iterator[Path]:
        """What lies still and was not dealt with as it is, as much as is taken at once."""
        size = 0
        waiting = (path for path, now in self._seen.items() if now == before.get(path) and now != self._done.get(path))
        for path in islice(waiting, AT_ONCE):
            size += self._seen[path].size
            yield path
            if size > SIZE_AT_ONCE:
                return

    def _imported(self, paths: Sequence[Path]) -> Iterator[str]:
        try:
            report = import_files(self._store, paths, by=By(WHO, self._now()))
        except Unavailable:
            raise
        except Exception:
            if len(paths) > 1:
                # Whichever it was keeps no other one from it.
                for path in paths:
                    yield from self._imported([path])
                return
            report = _broken(paths[0])
        self._done |= {path: self._seen[path] for path in paths}
        self._unread = {path: why for path, why in self._unread.items() if path not in paths}
        self._unread |= zip(report.unread, report.unreadable, strict=True)
        yield from report.unreadable
        if report.files:
            yield f"{paths[0].name if len(paths) == 1 else f'{len(paths):,} files'}: {sentences(report)[0]}"

    def _taken_back(self, paths: Iterable[Path]) -> Iterator[tuple[Path, int]]:
        """The import that had a file as it is now and was taken back: that holds also after a restart."""
        taken_back = {content_of(print_): number for print_, number in self._store.imports.taken_back(WHO).items()}
        read = frozenset(self._store.files("import").values()) if taken_back else frozenset()
        for path in paths if taken_back else ():
            with suppress(OSError):
                fingerprint = file_fingerprint(path)
                number = taken_back.get(content_of(fingerprint))
                if number is not None and fingerprint not in read:
                    yield path, number


def _broken(path: Path) -> LibraryReport:
    reference = new_reference()
    log.exception("%s: a watched file could not be read", reference)
    why = f"{path.name}: something went wrong that should not ({reference})."
    return LibraryReport(unreadable=(why,), unread=(path,))


def _state(path: Path) -> _State | None:
    """None for a file that has just gone."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return _State(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
