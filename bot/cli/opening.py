"""Opens the library for a command: settings, logging, seeds read, index caught up."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from bot import clock, config, logs
from bot.cli.options import overrides
from bot.cli.progress import Bar
from bot.cli.reporting import warn

if TYPE_CHECKING:
    from bot.config import Config
    from bot.library import LibraryReport
    from bot.wiring import Paperboy


def settings(**given: str) -> "Config":
    """The checked settings, with logging set up by them; what INFO adds is for a bot that serves, not for a command.
    What is `given` wins over everything else.

    Raises `ConfigError`.
    """
    checked = config.load(overrides=overrides() | given)
    logs.setup("WARNING" if checked.log_level == "INFO" else checked.log_level, checked.secrets)
    for warning in checked.warnings:
        click.echo(f"paperboy: {warning}", err=True)
    return checked


@contextmanager
def library(checked: "Config", now: Callable[[], datetime] = clock.now) -> Iterator["Paperboy"]:
    """The library as it is now on disk, nothing read anew. Raises `click.ClickException` when it cannot be used."""
    from bot.store import StoreError  # late, like wiring: SQL and the index take time to import
    from bot.wiring import open_paperboy

    try:
        with open_paperboy(checked, now) as paperboy:
            yield paperboy
    except StoreError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def ready_library() -> Iterator["Paperboy"]:
    """The library, level with the seeds folder, and the index level with it."""
    with library(settings()) as paperboy:
        warn(read_all(paperboy)[0])
        yield paperboy


def read_all(paperboy: "Paperboy", *, encode_all: bool = False) -> tuple["LibraryReport", int]:
    """Read the seeds folder again and catch the index up: what became of the papers, and how many were indexed."""
    with Bar() as bar:
        return paperboy.read_seeds(bar), paperboy.catch_up(bar, encode_all=encode_all)


def screen_facts() -> tuple[int, bool]:
    """Columns of the terminal (80 where there is none, 100 at most), and whether it shows bold and colour."""
    from rich.console import Console  # late: not every command sets text

    console = Console(file=sys.stdout)
    # rich takes a dumb terminal to have 80 columns, whatever it has.
    width = get_terminal_size((80, 24)).columns
    return min(width, 100), console.is_terminal and not console.is_dumb_terminal
