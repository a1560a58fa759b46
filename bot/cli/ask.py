"""`paperboy ask`: what Slack would show for a slash command, or for a question to the bot by its name."""

import click

from bot.cli.opening import ready_library, screen_facts
from bot.cli.options import QueryCommand, folders, joined, write, write_json


@click.command(cls=QueryCommand)
@click.argument("text", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="The very payload: response_type, text and blocks.")
@folders
def ask(text: tuple[str, ...], as_json: bool) -> None:
    """Answer TEXT, such as "/papers kv cache" or "@paperboy what evicts a cache?", as Slack would show it."""
    from bot.cli.conversation import asked, payload  # late: the handlers need libraries that --help does not
    from bot.terminal import Screen, render

    with ready_library() as paperboy:
        reply = asked(joined(text), paperboy.services)
    if as_json:
        write_json(payload(reply))
    else:
        write(render(reply, Screen(*screen_facts())))
