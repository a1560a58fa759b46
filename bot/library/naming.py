"""What an imported file is called: by its bare name, and with its folder where another file has that name already."""

from collections.abc import Collection, Iterator, Mapping
from itertools import count
from pathlib import Path


def place_of(path: Path) -> str:
    """The folder that the file lies in, wherever one stands while naming it."""
    return _storable(str(path.resolve().parent))


def name_of(
    path: Path, fingerprint: str, files: Mapping[str, str], places: Mapping[str, str], taken: Collection[str] = ()
) -> str:
    """The name of this file, by which it is known again when it is imported once more.

    `files` are those imported so far, with their fingerprints, and `places` their folders. One of the same name that
    holds the same is the same file, wherever it lies; so is one whose folder is not known. Names that are `taken`
    belong to files of the seeds folder.
    """
    bare, here = _storable(path.name), place_of(path)
    known = [name for name in files if name.rpartition("/")[2] == bare]
    same = [name for name in known if files[name] == fingerprint]
    same += [name for name in known if places.get(name, here if name == bare else "") == here]
    free = (name for name in _names(path) if name not in files and name not in taken)
    return next(iter(same), "") or next(free)


def _names(path: Path) -> Iterator[str]:
    """`refs.bib`, `thesis/refs.bib`, `ann/thesis/refs.bib` and so on, and after the last one numbered."""
    bare = _storable(path.name)
    folders = [_storable(part) for part in path.resolve().parent.parts[1:]]
    for first in range(len(folders), -1, -1):
        yield "/".join((*folders[first:], bare))
    yield from (f"{number}/{bare}" for number in count(2))


def _storable(text: str) -> str:
    """Without the halves of characters that stand for bytes of a name that is no UTF-8, and without line ends and signs
    that turn what is shown beside the name around."""
    text = text.encode("utf-8", "backslashreplace").decode()
    return "".join(sign if sign.isprintable() else "_" for sign in text)
