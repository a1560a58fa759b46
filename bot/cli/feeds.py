"""`paperboy feeds`: when each feed was fetched and what it brought, and what keeps one from it."""

from typing import TYPE_CHECKING

import click

from bot.cli.opening import library, settings
from bot.cli.options import FAILED, folders

if TYPE_CHECKING:
    from bot.wiring import Paperboy


@click.command()
@click.option("--fetch", is_flag=True, help="Fetch all of them now, and not only what is due.")
@folders
def feeds(fetch: bool) -> int:
    """List the feeds of PAPERBOY_FEEDS: when each was fetched, what it brought, and when it is next."""
    checked = settings()
    if not checked.feeds:
        click.echo("No feeds are set; name some in PAPERBOY_FEEDS, such as arxiv:cs.CL.")
        return 0
    with library(checked) as paperboy:
        if fetch:
            _fetch(paperboy)
        return _listed(paperboy)


def _fetch(paperboy: "Paperboy") -> None:
    paperboy.background.feeds.hurry()
    for _ in paperboy.background.feeds.round():
        pass  # The list says what became of each.
    paperboy.catch_up()


def _listed(paperboy: "Paperboy") -> int:
    from bot.feeds import told  # late: the feeds take time to import

    source = paperboy.background.feeds
    states = source.states()
    for feed, state in zip(source.feeds, states, strict=True):
        click.echo(told(feed, state))
    return FAILED if any(state and state.failures for state in states) else 0
