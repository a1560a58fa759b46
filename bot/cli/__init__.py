"""The command line: what it takes, and one sentence and an exit status for whatever goes wrong."""

import logging
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import click

from bot import logs
from bot.cli import streams
from bot.cli.add import add
from bot.cli.ask import ask
from bot.cli.check import check
from bot.cli.duplicates import duplicates
from bot.cli.enrich import enrich
from bot.cli.evaluate import evaluate
from bot.cli.feeds import feeds
from bot.cli.import_papers import import_papers
from bot.cli.imports import imports, undo
from bot.cli.index import index
from bot.cli.manifest import manifest
from bot.cli.options import FAILED, UNUSABLE, folders, show_version
from bot.cli.privacy import privacy
from bot.cli.run import run
from bot.cli.search import search
from bot.cli.show import show
from bot.cli.tick import tick
from bot.cli.workspace import workspace
from bot.config import ConfigError
from handlers.errors import Unavailable, UserError
from search.errors import SearchError

INTERRUPTED = 130
"""What shells report for a program that Ctrl-C ended."""

COMMANDS = (
    run,
    workspace,
    search,
    ask,
    show,
    index,
    import_papers,
    imports,
    undo,
    duplicates,
    add,
    enrich,
    feeds,
    tick,
    check,
    privacy,
    manifest,
    evaluate,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@folders
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version, help="Say the version."
)
def paperboy() -> None:
    """Find papers in the library, or let people in Slack find them.

    Settings come from the environment and the file .env; .env.example explains each.
    """


for _command in COMMANDS:
    paperboy.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave the process: 0 done, 1 failed, 2 wrong usage or settings, 130 interrupted."""
    streams.fill_closed()
    status = _status(arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        streams.give_up(sys.stdout)
        status = status or _unwritten(error)
    sys.exit(status)


def _status(arguments: Sequence[str] | None) -> int:
    try:
        status = paperboy.main(arguments, prog_name="paperboy", standalone_mode=False)
    except click.UsageError as error:
        return _tell(error.show, error.exit_code)
    except click.ClickException as error:
        return _say(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except ConfigError as error:
        lines = "\n".join(f"  {problem}" for problem in error.problems)
        return _say(f"The settings cannot be used:\n{lines}", UNUSABLE)
    except (UserError, Unavailable, SearchError) as error:
        return _say(str(error), FAILED)
    except OSError as error:
        return _unwritten(error) if streams.failed_to_write(error) else _unexpected()
    except Exception:
        return _unexpected()
    return status if isinstance(status, int) else 0


def _say(sentence: str, status: int) -> int:
    return _tell(lambda: click.echo(f"paperboy: {logs.redacted(sentence)}", err=True), status)


def _tell(write: Callable[[], None], status: int) -> int:
    """Write to stderr; where that fails too, the status is all that can be said."""
    try:
        write()
    except OSError:
        streams.give_up(sys.stderr)
    return status


def _unwritten(error: OSError) -> int:
    """A reader that has gone, as `head` does, is no complaint; a full disk is."""
    if isinstance(error, BrokenPipeError):
        return FAILED
    return _say(f"The output could not be written: {error.strerror}.", FAILED)


def _unexpected() -> int:
    """The sentence for a fault of ours; the traceback is for those who ask for it."""
    reference = logs.new_reference()
    log = logging.getLogger("bot.cli")
    log.debug("%s: the command failed", reference, exc_info=True)
    hint = "" if log.isEnabledFor(logging.DEBUG) else " Run it again with PAPERBOY_LOG_LEVEL=DEBUG to see where."
    return _say(f"Something went wrong that should not ({reference}, {_kind()}).{hint}", FAILED)


def _kind() -> str:
    error = sys.exc_info()[0]
    return error.__name__ if error else "unknown"
