"""Files that people uploaded: fetched into a folder that lives as long as the reading, under names of their own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from bot.library import LibraryReport, sentences
from handlers.errors import UserError
from handlers.intake import Deposit, FilesRead
from search.formats import FORMATS, OF_OTHERS, SUFFIXES

_UNSAFE = re.compile(r"[^\w.-]+")
_ENDING = re.compile(r"(?:\.[A-Za-z0-9]{1,10}){0,2}$")
BEST_KNOWN = ("BibTeX", "RIS", "CSV")
LONGEST = 60
"""Characters of a name before its ending."""


def forms() -> str:
    """The forms that files may be in, in words; the best known first."""
    labels = sorted((form.label for form in FORMATS), key=lambda label: (label not in BEST_KNOWN, label.casefold()))
    return f"{', '.join(labels[:-1])} and {labels[-1]}"


def may_hold_papers(name: str) -> bool:
    """Whether a file of this name may be in one of them."""
    return name.casefold().removesuffix(".gz").endswith((*SUFFIXES, *OF_OTHERS))


class Uploads(Protocol):
    """Where uploaded files come from."""

    def fetch(self, file_id: str, into: Path) -> None:
        """Writes the file there. Raises `handlers.errors.UserError` with what to do when it cannot be had."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file as it lies here, and the name that its owner knows it by."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """The files that could be had, and a sentence for each of the others."""

    files: tuple[Fetched, ...]
    missing: tuple[str, ...] = ()


@contextmanager
def fetched(deposit: Deposit, uploads: Uploads) -> Iterator[Arrived]:
    """The files of a deposit, until the end of the block. Raises as `Uploads.fetch` does where none can be had.

    What lies here is named after what it holds: the library takes a name that it knows for a newer state of that file,
    and two people's `refs.bib` have nothing to do with one another.
    """
    with TemporaryDirectory(prefix="paperboy-") as folder:
        files: list[Fetched] = []
        missing: dict[str, UserError] = {}
        for number, file in enumerate(deposit.files):
            try:
                files.append(_one(Path(folder), number, file.id, file.name, uploads))
            except UserError as error:
                missing[file.name] = error
        if missing and not files:
            raise next(iter(missing.values()))
        yield Arrived(tuple(files), tuple(f"{name}: {error}" for name, error in missing.items()))


def _one(folder: Path, number: int, file_id: str, name: str, uploads: Uploads) -> Fetched:
    arrived = folder / f"arriving-{number}"
    uploads.fetch(file_id, arrived)
    with arrived.open("rb") as content:
        digest = sha256()
        while part := content.read(1 << 20):
            digest.update(part)
    stem, ending = _parts(name)
    return Fetched(arrived.rename(folder / f"{stem}-{digest.hexdigest()[:8]}{ending}"), name)


def _parts(name: str) -> tuple[str, str]:
    """What a file may be called here: no folders, no signs that mean something to anybody, and not too long."""
    plain = _UNSAFE.sub("_", name.replace("\\", "/").rpartition("/")[2])
    match = _ENDING.search(plain)
    ending = match[0] if match else ""
    return plain.removesuffix(ending).lstrip(".")[:LONGEST] or "upload", ending


def read_of(report: LibraryReport, arrived: Arrived, number: int | None = None) -> FilesRead:
    """The report in sentences that name the files as their owners do."""
    files = arrived.files
    told = [str(each) for each in report.by_file]
    if report.same_files:
        told.append(sentences(LibraryReport(same_files=report.same_files))[0])
    return FilesRead(
        told=tuple(_renamed(sentence, files) for sentence in told),
        remarks=(*arrived.missing, *(_renamed(sentence, files) for sentence in sentences(report)[1:])),
        gain=report.added + report.updated,
        number=number,
    )


def _renamed(sentence: str, files: tuple[Fetched, ...]) -> str:
    for file in files:
        sentence = sentence.replace(file.path.name, file.name)
    return sentence
