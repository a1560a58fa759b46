"""`paperboy run`: serves Slack, or the prompt where there is no Slack."""

from typing import TYPE_CHECKING

import click

from bot import logs
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders
from bot.cli.reporting import warn
from bot.config import Config

if TYPE_CHECKING:
    from bot.wiring import Paperboy


@click.command()
@folders
def run() -> None:
    """Start the bot: with Slack's tokens in Slack, without them as a prompt in this terminal."""
    checked = settings()
    if checked.mode == "terminal":
        click.echo(_why_no_slack(checked), err=True)
    else:
        logs.setup(checked.log_level, checked.secrets)
    from bot.cli.prompt import converse  # late: --help and the other commands start without these
    from bot.scheduler import Scheduler

    with library(checked) as paperboy:
        warn(read_all(paperboy)[0])
        scheduler = Scheduler(paperboy.tick)
        scheduler.start()
        try:
            if checked.mode == "terminal":
                converse(paperboy.services)
            else:
                _serve(paperboy)
        finally:
            scheduler.stop()


def _serve(paperboy: "Paperboy") -> None:
    from bot.serving import serve  # late: the prompt starts without Slack's libraries

    try:
        serve(paperboy)
    except OSError as error:
        address = f"{paperboy.config.host}:{paperboy.config.port}"
        reason = error.strerror or type(error).__name__
        mend = "Stop what listens there, or set PAPERBOY_HOST or PAPERBOY_PORT."
        raise click.ClickException(f"Paperboy cannot listen at {address}: {reason}. {mend}") from error


def _why_no_slack(checked: Config) -> str:
    why = "PAPERBOY_MODE is terminal" if checked.bot_token else "No Slack tokens are set (.env.example explains them)"
    return f"{why}, so this is a prompt and not Slack. Type a few words, or help, or exit."
