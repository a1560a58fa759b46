"""`paperboy manifest`: what to paste into Slack to create the app."""

import json

import click

from bot.cli.options import folders


@click.command()
@click.option("--address", metavar="URL", help="The bot's public https address, for HTTP mode.")
@folders
def manifest(address: str | None) -> None:
    """Print the Slack app manifest: for Socket Mode, or for HTTP mode at a public address."""
    from bot import manifest as app  # late, so that the other commands start without it

    try:
        made = app.manifest(address)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--address") from error
    click.echo(json.dumps(made, indent=2, ensure_ascii=False))
