"""`paperboy show`: one paper with its whole abstract."""

import click

from bot.cli.opening import ready_library, screen_facts
from bot.cli.options import QueryCommand, folders, joined, write
from handlers.errors import UserError


@click.command(cls=QueryCommand)
@click.argument("name", nargs=-1, required=True, metavar="ID-or-NAME")
@folders
def show(name: tuple[str, ...]) -> None:
    """Show a paper: its abstract made readable, its links and its BibTeX entry."""
    from bot.terminal import Screen, render  # late: setting text needs libraries that --help does not
    from handlers.blocks.other_names import other_names
    from handlers.blocks.reader import reader
    from handlers.finding import named_paper

    wanted = joined(name)
    if not wanted.strip():
        raise click.UsageError("Name the paper by its handle, its title or an identifier.")
    with ready_library() as paperboy:
        paper = named_paper(wanted, paperboy.services)
        if paper is None:
            raise UserError(f"There is no paper called “{wanted}”; `paperboy search` finds papers by their words.")
        named = other_names(paper, paperboy.services.library.records(paper.id))
    write(render(reader(paper, named), Screen(*screen_facts())))
