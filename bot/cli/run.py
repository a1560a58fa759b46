"""`paperboy run`: serves Slack, or the prompt where there is no Slack."""

import click

from bot import logs
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders
from bot.cli.reporting import warn
from bot.config import Config


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
    from bot.serving import serve

    with library(checked) as paperboy:
        warn(read_all(paperboy)[0])
        scheduler = Scheduler(paperboy.tick)
        scheduler.start()
        try:
            if checked.mode == "terminal":
                converse(paperboy.services)
            else:
                serve(paperboy)
        finally:
            scheduler.stop()


def _why_no_slack(checked: Config) -> str:
    if checked.bot_token:
        return "PAPERBOY_MODE is terminal, so this is a prompt and not Slack."
    return "No Slack tokens are set (.env.example explains them), so this is a prompt and not Slack."
