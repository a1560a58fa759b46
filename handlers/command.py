"""A sub-command of `/papers`, as a value from which help, dispatch and the command line follow."""

from collections.abc import Callable
from dataclasses import dataclass

from handlers.messages import Reply, Request
from handlers.ports import Services

Run = Callable[[Request, str, Services], Reply]
"""What a sub-command does: from the request, the text after the command's name, and the services, to a reply."""


@dataclass(frozen=True, slots=True)
class Command:
    """`usage` follows the name in help (`show ID-or-name`), `summary` is one sentence, `example` can be typed as it
    stands after `/papers`."""

    name: str
    usage: str
    summary: str
    example: str
    run: Run
    aliases: tuple[str, ...] = ()
