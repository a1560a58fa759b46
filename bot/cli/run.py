"""`paperboy run`: serves Slack, or a workspace of its own where there is no Slack, or a prompt."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from bot import logs
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders
from bot.cli.reporting import warn
from bot.cli.workspace import open_workspace
from bot.config import Config

if TYPE_CHECKING:
    from bot.wiring import Paperboy


@click.command()
@folders
def run() -> None:
    """Start the bot: with Slack's tokens in Slack, without them in a small workspace of its own."""
    checked = settings()
    if checked.mode == "workspace":
        open_workspace(checked)
    elif checked.mode == "terminal":
        _converse(checked)
    else:
        logs.setup(checked.log_level, checked.secrets)
        _serve(checked)


def _converse(checked: Config) -> None:
    from bot.cli.prompt import converse  # late, as below: --help and the other commands start without these

    click.echo(
        "PAPERBOY_MODE is terminal, so this is a prompt and not Slack. Type a few words, or help, or exit.", err=True
    )
    with library(checked) as paperboy, _ticking(paperboy):
        converse(paperboy.services)


def _serve(checked: Config) -> None:
    from bot.serving import serve

    with library(checked) as paperboy, _ticking(paperboy):
        try:
            serve(paperboy)
        except OSError as error:
            address = f"{checked.host}:{checked.port}"
            reason = error.strerror or type(error).__name__
            mend = "Stop what listens there, or set PAPERBOY_HOST or PAPERBOY_PORT."
            raise click.ClickException(f"Paperboy cannot listen at {address}: {reason}. {mend}") from error


@contextmanager
def _ticking(paperboy: "Paperboy") -> Iterator[None]:
    """The library level with the seeds folder, and from then on looked after each minute."""
    from bot.scheduler import Scheduler

    warn(read_all(paperboy)[0])
    scheduler = Scheduler(paperboy.tick)
    scheduler.start()
    try:
        yield
    finally:
        scheduler.stop()
