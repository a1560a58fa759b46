"""`paperboy import`: adds papers from files, from folders or from what is piped in to the library."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, settings
from bot.cli.options import FAILED, folders
from bot.cli.progress import Bar
from bot.cli.reporting import COMMAND_LINE, tell, tell_number

if TYPE_CHECKING:
    from bot.library import By

PATH = click.Path(exists=True, allow_dash=True, path_type=Path)
STDIN = Path("-")


def _known_format(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    from search.formats import NAMES  # late: reading takes time to import

    if value is not None and value not in NAMES:
        raise click.BadParameter(f"there is no format {value}; it may be {', '.join(NAMES)}.")
    return value


@click.command("import")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|FOLDER|-...", type=PATH)
@click.option("--dry-run", is_flag=True, help="Only say what would be done with each file.")
@click.option("--format", "form", metavar="F", callback=_known_format, help="Read all files in this format.")
@click.option("--all", "every", is_flag=True, help="Say everything that was left out, not only the first of it.")
@folders
def import_papers(paths: tuple[Path, ...], dry_run: bool, form: str | None, every: bool) -> int:
    """Add the papers of files: BibTeX, RIS, CSV, JSON, XML and more; the README lists all.

    A folder stands for the files of papers in it, - for what is piped in. A paper that is there already is not doubled.
    """
    from bot.library import By, HowToImport, files_of, import_files  # late: the library takes time to import

    with library(settings()) as paperboy, _named(paths) as named:
        found = files_of(named)
        by = By(COMMAND_LINE, clock.now())
        with _told_when_stopped(by), Bar() as bar:
            # The index is brought level once, at the end: what that leaves in memory would come on top of the import.
            paperboy.read_seeds(bar)
            how = HowToImport(form=form, preview=dry_run)
            report = import_files(paperboy.store, found.files, bar, how, by)
            paperboy.catch_up(bar)
    if found.others:
        others = "1 file that is" if found.others == 1 else f"{found.others:,} files that are"
        click.echo(f"Passed over {others} in no known form.")
    tell(report, every=every)
    tell_number(by)
    return FAILED if report.unreadable else 0


@contextmanager
def _told_when_stopped(by: "By") -> Iterator[None]:
    """Whoever stops a long import, or has a disk that is full by then, learns what it has done, and how it goes on."""
    from bot.library import sentences  # late, as above
    from handlers.errors import Unavailable
    from search.errors import EngineUnavailable

    try:
        yield
    except (KeyboardInterrupt, Unavailable, EngineUnavailable):
        done = "Nothing was stored." if by.report is None else f"Stored: {sentences(by.report)[0]}"
        click.echo(f"paperboy: Stopped. {done} Give the same command again and it goes on from there.", err=True)
        if by.number is not None:
            tell_number(by)
        raise


@contextmanager
def _named(paths: tuple[Path, ...]) -> Iterator[tuple[Path, ...]]:
    """The paths, with a file in the place of what is piped in."""
    if STDIN not in paths:
        yield paths
        return
    with TemporaryDirectory() as place:
        piped = _kept(Path(place))
        yield tuple(piped if path == STDIN else path for path in paths)


def _kept(folder: Path) -> Path:
    """What is piped in, up to one byte more than is read, under a name of its own."""
    from search.files.limits import LIMITS  # late, as above

    file = folder / "piped"
    digest, left = sha256(), LIMITS.file + 1
    with file.open("wb") as kept:
        while left > 0 and (part := sys.stdin.buffer.read(min(left, 1 << 20))):
            kept.write(part)
            digest.update(part)
            left -= len(part)
    return file.rename(folder / f"piped-{digest.hexdigest()[:8]}")
