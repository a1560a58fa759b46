"""Tells what became of the papers that were read: what was done, and apart from it what was not."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.library import By, LibraryReport


COMMAND_LINE = "command line"
"""Who imports where a command does."""


def tell_number(by: "By") -> None:
    """Say under which number an import is kept, if it is."""
    if by.number is not None:
        click.echo(f"This is import {by.number}; to take it back: paperboy undo {by.number}")


def tell(report: "LibraryReport", *, every: bool = False) -> None:
    """Say what was done on stdout, file by file where that is more, and what could not be on stderr."""
    from bot.library import sentences  # late: the library takes time to import

    if report.preview or len(report.by_file) > 1:
        for file in report.by_file:
            click.echo(str(file))
    click.echo(sentences(report)[0])
    warn(report, every=every)


def warn(report: "LibraryReport", *, every: bool = False) -> None:
    """Say on stderr what could not be read as it was meant."""
    from bot.library import sentences  # late: the library takes time to import

    told = sentences(report, most=None) if every else sentences(report)
    for sentence in told[1:]:
        click.echo(f"paperboy: {sentence}", err=True)
