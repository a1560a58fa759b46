"""`paperboy workspace`: the bot in a small Slack of its own, on one page of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import click

from bot import clock, logs
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders
from bot.cli.reporting import warn
from bot.config import Config

if TYPE_CHECKING:
    from bot.scheduler import Scheduler
    from bot.wiring import Paperboy
    from bot.workspace.time import MovableClock
    from bot.workspace.workspace import Workspace

Transport = Literal["socket", "http"]
FOLDER = "workspace"
"""Where the workspace keeps its messages, inside the library's folder."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65_535), metavar="N", help="Where the page is; 0 takes a free port.")
@click.option(
    "--transport", type=click.Choice(["socket", "http"]), default="socket", help="How the bot hears of what people do."
)
@click.option("--fresh", is_flag=True, help="Begin with empty channels.")
@folders
def workspace(port: int | None, transport: Transport, fresh: bool) -> None:
    """Try the bot without Slack: in a small workspace of its own, on a page in your browser."""
    checked = settings(PAPERBOY_MODE="workspace")
    open_workspace(checked if port is None else replace(checked, port=port), transport, fresh)


def open_workspace(checked: Config, transport: Transport = "socket", fresh: bool = False) -> None:
    """Runs the bot in a workspace until SIGTERM or SIGINT. The bot is told of it what it is told of Slack: tokens, and
    where the Web API is."""
    from bot.scheduler import Scheduler  # late, as below: --help and the other commands start without these
    from bot.serving import serve
    from bot.workspace.time import MovableClock

    moved = MovableClock(clock.now)
    # The bot's own pages take a free port: the port that was asked for is the workspace's.
    config = replace(checked, mode=transport, host="127.0.0.1", port=0)
    with library(config, moved.now) as paperboy:
        scheduler = Scheduler(paperboy.tick)
        with _opened(checked, transport, moved, scheduler, paperboy) as town:
            if fresh:
                town.state.reset()
            warn(read_all(paperboy)[0])
            town.suggest(suggestions(paperboy))
            scheduler.start()
            try:
                click.echo(_welcome(checked, town.address))
                serve(replace(paperboy, config=_connected(config, town)), town.listening)
            finally:
                scheduler.stop()


@contextmanager
def _opened(
    checked: Config, transport: Transport, moved: "MovableClock", scheduler: "Scheduler", paperboy: "Paperboy"
) -> Iterator["Workspace"]:
    from bot.manifest import manifest
    from bot.workspace.folder import Unusable
    from bot.workspace.workspace import Workspace

    try:
        town = Workspace.open(
            checked.data / FOLDER,
            manifest(),
            port=checked.port,
            transport=transport,
            clock=moved,
            next_due=lambda: _next_due(paperboy),
            on_time_moved=scheduler.tick_now,
        )
    except Unusable as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        mend = "Stop what listens there, or say --port 0 or PAPERBOY_PORT=0 to take a free one."
        raise click.ClickException(f"The page cannot be at 127.0.0.1:{checked.port}: {reason}. {mend}") from error
    try:
        yield town
    finally:
        town.close()


def _next_due(paperboy: "Paperboy") -> datetime | None:
    from handlers.errors import Unavailable

    try:
        return paperboy.next_due()
    except Unavailable:
        # Not known for the moment; the page asks again.
        return None


def _connected(config: Config, town: "Workspace") -> Config:
    logs.setup("WARNING" if config.log_level == "INFO" else config.log_level, (*config.secrets, *town.secrets))
    return replace(
        config,
        bot_token=town.bot_token,
        app_token=town.app_token,
        signing_secret=town.signing_secret,
        api_url=town.api_url,
    )


def suggestions(paperboy: "Paperboy") -> tuple[str, ...]:
    """What to type first: a search that finds something in this very library, a look at one paper, and help."""
    from bot.manifest import COMMAND
    from handlers.blocks.examples import PAPERS, examples

    services = paperboy.services
    found = examples(services.library.draw(PAPERS, services.random))[:2]
    return (*(f"{COMMAND} {words}" for words in found), f"{COMMAND} help")


def _welcome(checked: Config, address: str) -> str:
    why = "" if checked.bot_token else "No Slack tokens are set (.env.example explains them). "
    return f"{why}Paperboy is in a small Slack of its own, on this machine only. Ctrl-C stops it.\n\n    {address}\n"
