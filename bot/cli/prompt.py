"""The prompt for trying the bot without Slack: a line is a slash command, a number presses a button."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from bot.cli.conversation import Conversation
from bot.cli.opening import screen_facts
from bot.cli.options import stdin_lines, write
from bot.terminal import Screen

if TYPE_CHECKING:
    from handlers.ports import Services

PROMPT = "/papers> "
LEAVE = frozenset({"exit", "quit", "/exit", "/quit"})


def converse(services: "Services") -> None:
    """Answer lines until `exit`, the end of the input, or Ctrl-C where a line is awaited."""
    conversation = Conversation(services, Screen(*screen_facts()))
    for line in _typed() if sys.stdin.isatty() else stdin_lines():
        if line.strip().lower() in LEAVE:
            return
        write(f"{conversation.answer(line)}\n")


def _typed() -> Iterator[str]:
    with suppress(ImportError):
        # late, and for its effect: with it, input() has arrow keys and a history. Windows does without.
        import readline  # noqa: F401
    while True:
        try:
            yield input(PROMPT)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return
