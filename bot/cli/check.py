"""`paperboy check`: says what is wrong with the set-up before anyone wonders."""

import click

from bot.cli.opening import library, settings
from bot.cli.options import FAILED, folders


@click.command()
@click.option("--address", metavar="URL", help="The bot's public https address, to see whether it answers.")
@folders
def check(address: str | None) -> int:
    """Look at the settings, the library, and Slack: tokens, scopes, socket or address."""
    checked = settings()
    from bot.serving import check_slack  # late: Slack's libraries take time to import

    with library(checked) as paperboy:
        found = [(False, problem) for problem in paperboy.health.problems()]
        found.append(_library(paperboy.services.library.size()))
    if checked.bot_token:
        found += [(finding.ok, finding.sentence) for finding in check_slack(checked, address)]
    else:
        found.append(
            (False, "No Slack tokens are set, so the bot has only a small Slack of its own; see .env.example.")
        )
    for fine, sentence in found:
        click.echo(f"{'ok     ' if fine else 'to mend'}  {sentence}")
    return 0 if all(fine for fine, _ in found) else FAILED


def _library(size: int) -> tuple[bool, str]:
    if not size:
        return True, "The library is empty as yet; `paperboy run` reads the seeds into it."
    return True, f"The library holds {'1 paper' if size == 1 else f'{size:,} papers'}."
