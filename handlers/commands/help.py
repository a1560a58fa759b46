"""`/papers help [command]`: how to ask, with examples from the library itself."""

from collections.abc import Sequence

from handlers.blocks.examples import PAPERS, examples
from handlers.blocks.help import command_reply, help_reply
from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services


def help_command(others: Sequence[Command]) -> Command:
    """The help on these commands, in their order, and on itself."""

    def run(_request: Request, words: str, services: Services) -> Reply:
        asked = known.get(words.casefold())
        if asked:
            return command_reply(_use(asked), asked.example, asked.aliases)
        papers = services.library.draw(PAPERS, services.random)
        return help_reply([_use(command) for command in (*others, own)], examples(papers))

    own = Command(
        name="help",
        usage="[command]",
        summary="shows this, or more on one command.",
        example="help show",
        run=run,
        takes=lambda words: not words or words.casefold() in known,
    )
    known = {name: command for command in (*others, own) for name in (command.name, *command.aliases)}
    return own


def _use(command: Command) -> tuple[str, str]:
    return f"{command.name} {command.usage}".rstrip(), command.summary
