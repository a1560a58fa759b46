"""`paperboy tick`: plans and sends what is due, and says what it was."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders
from bot.cli.reporting import warn

if TYPE_CHECKING:
    from bot.wiring import Paperboy


@click.command()
@click.option("--now", "moment", metavar="ISO", help="Act as if it were this moment, such as 2026-12-01T09:00+01:00.")
@click.option("--dry-run", is_flag=True, help="Only say what would be planned; keep and send nothing.")
@folders
def tick(moment: str | None, dry_run: bool) -> None:
    """Plan what is due and send it, as the running bot does each minute."""
    at = _moment(moment)
    checked = settings()
    with library(checked, (lambda: at) if at else clock.now) as paperboy:
        warn(read_all(paperboy)[0])
        planned = _planned(paperboy, dry_run)
        for sentence in planned or ("Nothing is due.",):
            click.echo(sentence)
        if not dry_run:
            _send(paperboy)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise click.BadParameter("write it like 2026-12-01T09:00+01:00", param_hint="--now") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _planned(paperboy: "Paperboy", dry_run: bool) -> tuple[str, ...]:
    from bot.cli.dry_run import NothingChanged, NothingKept  # late, as below: --help starts without these
    from handlers.tick import tick as plan

    services = paperboy.services
    if dry_run:
        services = replace(services, outbox=NothingKept(services.outbox), schedules=NothingChanged(services.schedules))
    return plan(paperboy.now(), services)


def _send(paperboy: "Paperboy") -> None:
    """Without a token the posts stay planned, for a bot that has one."""
    if not paperboy.config.bot_token:
        click.echo("No bot token is set, so nothing is sent; what is planned waits for a bot that has one.")
        return
    from bot.serving import sender

    click.echo(f"Posts tried: {sender(paperboy).send_all()}.")
