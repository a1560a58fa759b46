"""The seeds folder: which files lie in it, and whether they are still what they were."""

from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from search.formats import is_known

READING = 3
"""Goes up when files are read in a new way, so that unchanged ones are read once more."""


_NAME_IT = "Name it with --seeds or PAPERBOY_SEEDS."


@dataclass(frozen=True, slots=True)
class SeedFolder:
    """The files that can be read, by name, with their fingerprints; and by name, why others cannot."""

    files: dict[str, Path]
    fingerprints: dict[str, str]
    unreadable: dict[str, str]


def look_through(folder: Path) -> SeedFolder:
    """What lies in the folder; an empty one looks like a disk that was not mounted, so it counts as unreadable.

    Only files directly in it count, and of those only what lies there itself: a link may not lead out of it.
    """
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        return SeedFolder({}, {}, {"": _sentence(folder, error.strerror or "cannot be read", _NAME_IT)})
    files: dict[str, Path] = {}
    fingerprints: dict[str, str] = {}
    unreadable: dict[str, str] = {}
    for path in entries:
        if path.name.startswith(".") or not is_known(path):
            continue
        try:
            fingerprints[path.name] = _own_fingerprint(path, folder.resolve())
            files[path.name] = path
        except OSError as error:
            unreadable[path.name] = f"{path.name}: {error.strerror or error}."
    if not files and not unreadable:
        unreadable[""] = _sentence(folder, "there are no papers in it", "Nothing was changed.")
    return SeedFolder(files, fingerprints, unreadable)


def _own_fingerprint(path: Path, home: Path) -> str:
    if path.is_symlink() and not path.resolve().is_relative_to(home):
        raise OSError("it is a link that leads out of the seeds folder")
    return file_fingerprint(path)


def file_fingerprint(path: Path) -> str:
    """Different for any two states of a file. Raises `OSError`."""
    if path.exists() and not path.is_file():
        raise OSError("it is no file")
    with path.open("rb") as file:
        return f"{READING}:{path.stat().st_size}:{file_digest(file, 'sha256').hexdigest()}"


def content_of(fingerprint: str) -> str:
    """What the fingerprint says of the file alone, the same for every version of this program that reads it."""
    return fingerprint.partition(":")[2]


def _sentence(folder: Path, trouble: str, advice: str) -> str:
    return f"The seeds folder {folder.absolute()} was not read: {trouble}. {advice}"
