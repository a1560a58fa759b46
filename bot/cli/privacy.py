"""`paperboy privacy`: everything that is kept of one person, for whoever runs the bot and is asked for it."""

from collections import Counter
from datetime import datetime

import click

from bot.cli.opening import library, settings
from bot.cli.options import folders, write, write_json


@click.command()
@click.argument("user", metavar="USER")
@click.option("--json", "as_json", is_flag=True, help="Every row, whole.")
@folders
def privacy(user: str, as_json: bool) -> None:
    """Show what is kept of USER, a member's id in Slack, such as U012AB3CD; in their profile there, Copy member ID."""
    with library(settings()) as paperboy:
        rows = paperboy.store.privacy.rows(user)
    if as_json:
        write_json([{"kind": kind, **_plain(row)} for kind, row in rows])
        return
    counted = Counter((str(row.get("team_id", "")), kind) for kind, row in rows)
    lines = [f"{kind[:1].upper()}{kind[1:]}, workspace {team}: {count:,}" for (team, kind), count in counted.items()]
    more = "Every row: paperboy privacy USER --json. To have it deleted, they type /papers forget me in Slack."
    write("\n".join([*lines, more, ""]) if lines else f"Nothing is kept of {user}.\n")


def _plain(row: dict[str, object]) -> dict[str, object]:
    """As JSON has it; moments as they are written in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
