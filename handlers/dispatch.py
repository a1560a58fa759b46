"""From typed text to a reply: finds the command, and turns what a person can mend into a sentence."""

from handlers.blocks import kit
from handlers.command import Command
from handlers.commands import COMMANDS
from handlers.mending import answered
from handlers.messages import Reply, Request
from handlers.ports import Services

_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}
_SEARCH = _BY_NAME["search"]
_HELP = _BY_NAME["help"]


def dispatch(request: Request, services: Services) -> Reply:
    """The answer to a slash command.

    The first word names a command, in any case and also with a colon (`Show: kvflow`), as long as the words after it
    are the command's own: `help` takes a command's name and `status` takes nothing, so `status quo bias` is a search;
    `search`, `show`, `similar` and `random` take whatever follows. Text that names no command is a search, and no text
    at all asks for help.
    """
    command, words = chosen(request.text)
    return answered(lambda: command.run(request, words, services))


def chosen(text: str) -> tuple[Command, str]:
    """The command that this text calls, and the text for it."""
    whole = kit.tidy(text)
    first, _, rest = whole.partition(" ")
    name = first.casefold().removesuffix(":")
    command = _BY_NAME.get(name)
    words = rest.strip()
    if not whole:
        return _HELP, ""
    if command and (name in command.any_after or command.takes(words)):
        return command, words
    return _SEARCH, whole
