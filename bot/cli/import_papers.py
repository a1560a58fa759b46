"""`paperboy import`: adds papers from files to the library."""

from pathlib import Path

import click

from bot.cli.opening import library, read_all, settings
from bot.cli.options import FAILED, folders
from bot.cli.progress import Bar
from bot.cli.reporting import tell

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@folders
def import_papers(files: tuple[Path, ...]) -> int:
    """Add the papers of FILEs: the form of the seeds, or JSON Lines. A paper that is there already is not doubled."""
    from bot.library import import_files  # late: the library takes time to import

    with library(settings()) as paperboy:
        read_all(paperboy)
        with Bar() as bar:
            report = import_files(paperboy.store, files, bar)
            paperboy.catch_up(bar)
    tell(report)
    return FAILED if report.unreadable else 0
