"""Whoosh's file storage, which can close what Whoosh left open when an error interrupted it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile


class OwnStorage(FileStorage):  # type: ignore[misc]  # Whoosh ships no types.
    """The files of one folder, and those of the folders for unfinished work inside it."""

    def __init__(self, folder: Path, files: list[Any] | None = None) -> None:
        super().__init__(str(folder))
        self._files: list[Any] = [] if files is None else files

    def create_file(self, name: str, *args: Any, **kwargs: Any) -> StructFile:
        """A new file."""
        return self._kept_in_mind(super().create_file(name, *args, **kwargs))

    def open_file(self, name: str, **kwargs: Any) -> StructFile:
        """A file that is there."""
        return self._kept_in_mind(super().open_file(name, **kwargs))

    def temp_storage(self, name: str | None = None) -> "OwnStorage":
        """A folder for unfinished work, inside this one."""
        return OwnStorage(Path(self.folder) / (name or "unfinished.tmp"), self._files).create()  # type: ignore[no-any-return]

    def close_files(self) -> None:
        """Close all files that are still open."""
        for file in self._files:
            with suppress(OSError):  # A full disk refuses what was still to be written; it is closed all the same.
                file.close()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Close what was opened inside when that fails; what was open before may be in use."""
        before = set(self._files)
        try:
            yield
        except Exception:
            for file in self._files:
                if file not in before:
                    file.close()
            raise

    def _kept_in_mind(self, file: StructFile) -> StructFile:
        self._files[:] = [*(other for other in self._files if not other.closed), file.raw_file()]
        return file
