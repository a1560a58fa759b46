"""Tells what became of the papers that were read: what was done, and apart from it what was not."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.library import LibraryReport


def tell(report: "LibraryReport") -> None:
    """Say what was done on stdout, and what could not be on stderr."""
    from bot.library import sentences  # late: the library takes time to import

    click.echo(sentences(report)[0])
    warn(report)


def warn(report: "LibraryReport") -> None:
    """Say on stderr what could not be read as it was meant."""
    from bot.library import sentences  # late: the library takes time to import

    for sentence in sentences(report)[1:]:
        click.echo(f"paperboy: {sentence}", err=True)
