"""`paperboy index`: reads the seeds again and brings the index level with the library."""

import click

from bot.cli.opening import library, read_all, settings
from bot.cli.options import FAILED, folders
from bot.cli.reporting import tell


@click.command()
@click.option("--rebuild", is_flag=True, help="Throw the index away and write it anew.")
@folders
def index(rebuild: bool) -> int:
    """Read the seeds folder again and bring the index level with the library."""
    with library(settings()) as paperboy:
        if rebuild:
            paperboy.clear()
        report, written = read_all(paperboy, encode_all=True)
        tell(report)
        click.echo(f"Index: {_papers(written)} written, {_papers(paperboy.engine.size())} can be found.")
    return FAILED if report.unreadable else 0


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count:,} papers"
