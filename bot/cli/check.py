"""`paperboy check`: says what is wrong with the set-up before anyone wonders."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bot.cli.opening import library, settings
from bot.cli.options import FAILED, folders
from handlers.errors import Unavailable

if TYPE_CHECKING:
    from bot.config import Config
    from bot.wiring import Paperboy


@click.command()
@click.option("--address", metavar="URL", help="The bot's public https address, to see whether it answers.")
@folders
def check(address: str | None) -> int:
    """Look at the settings, the library, and Slack: tokens, scopes, socket or address."""
    checked = settings()
    from bot.serving import check_slack  # late: Slack's libraries take time to import

    found = _library(checked)
    if checked.bot_token:
        found += [(finding.ok, finding.sentence) for finding in check_slack(checked, address)]
    else:
        found.append(
            (False, "No Slack tokens are set, so the bot has only a small Slack of its own; see .env.example.")
        )
    for fine, sentence in found:
        click.echo(f"{'ok     ' if fine else 'to mend'}  {sentence}")
    return 0 if all(fine for fine, _ in found) else FAILED


def _library(checked: "Config") -> list[tuple[bool, str]]:
    """A library that cannot be used is one finding among others: Slack is looked at all the same."""
    from search.errors import EngineUnavailable  # late, as above

    try:
        with library(checked) as paperboy:
            found = [(False, problem) for problem in paperboy.health.problems()]
            kept = "PostgreSQL" if checked.database_url else "SQLite"
            found.append((True, f"The library is kept in {kept}: {paperboy.store.name}"))
            found.append((not paperboy.meaning.trouble, f"Search by meaning is {paperboy.meaning.told()}."))
            return [*found, *_incoming(paperboy), (True, _size(paperboy.services.library.size()))]
    except (click.ClickException, Unavailable, EngineUnavailable) as error:
        return [(False, str(error))]


def _incoming(paperboy: "Paperboy") -> Iterator[tuple[bool, str]]:
    """What brings papers by itself."""
    from bot.feeds import told

    watched, feeds = paperboy.background.watched, paperboy.background.feeds
    if watched is not None:
        trouble = watched.trouble()
        yield not trouble, trouble or f"The folder {watched.folder} is watched."
    for feed, state in zip(feeds.feeds, feeds.states(), strict=True):
        yield not (state and state.failures), f"Feed {told(feed, state)}"


def _size(size: int) -> str:
    if not size:
        return "The library is empty as yet; `paperboy run` reads the seeds into it."
    return f"The library holds {'1 paper' if size == 1 else f'{size:,} papers'}."
