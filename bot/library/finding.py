"""The files that people mean when they name files and folders to import."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from search.formats import is_known


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files in the order they were named, those of a folder by name, and how many others lie in the folders."""

    files: tuple[Path, ...] = ()
    others: int = 0


def files_of(named: Iterable[Path]) -> FoundFiles:
    """Each file itself, and of each folder, at any depth, the files in a form that holds papers.

    In folders, what is hidden is left alone, and so are links: they may lead anywhere, also back.
    """
    files: list[Path] = []
    others = 0
    for path in named:
        if not path.is_dir():
            files.append(path)
            continue
        inside = _inside(path)
        known = [file for file in inside if is_known(file)]
        files.extend(known)
        others += len(inside) - len(known)
    return FoundFiles(tuple(files), others)


def _inside(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (Path(place, name) for name in sorted(names) if not name.startswith("."))
        found.extend(path for path in paths if path.is_file() and not path.is_symlink())
    return found
