"""A sub-command of `/papers`, as a value from which help, dispatch and the command line follow."""

from collections.abc import Callable
from dataclasses import dataclass

from handlers.messages import Reply, Request
from handlers.ports import Services

Run = Callable[[Request, str, Services], Reply]
"""What a sub-command does: from the request, the text after the command's name, and the services, to a reply."""


def any_words(_words: str) -> bool:
    """For a command that takes whatever follows its name."""
    return True


def no_words(words: str) -> bool:
    """For a command that stands alone."""
    return not words


@dataclass(frozen=True, slots=True)
class Command:
    """`usage` follows the name in help (`show ID-or-name`), `summary` is one sentence, `example` can be typed as it
    stands after `/papers`. `takes` says whether the text after the name belongs to the command; if not, the whole text
    is a search (`status quo bias`). After some of its `aliases`, which nobody searches for, `any_after`, it does."""

    name: str
    usage: str
    summary: str
    example: str
    run: Run
    aliases: tuple[str, ...] = ()
    takes: Callable[[str], bool] = any_words
    any_after: tuple[str, ...] = ()
