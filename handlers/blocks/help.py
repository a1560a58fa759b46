"""How to use the bot, with examples from the library itself."""

from collections.abc import Iterable, Sequence

from handlers.blocks import kit
from handlers.blocks.shapes import Line, Run, bold, code, context, reply, rich
from handlers.messages import Block, Reply

Use = tuple[str, str]
"""What to type after `/papers`, and what it does."""

_OPENING = "I find papers in your team’s library. Type a few words of what you remember, or one of the commands below."
_PRIVATE = "Only you see my answers, until you press Share."
_FINER = (
    ("“quoted words”", "the words side by side, in this order"),
    ("-word", "without this word"),
    ("one OR two", "one word or the other"),
    ("quant*", "every word that begins like this"),
    ("author:name  venue:name", "by this person, or from there"),
    ("year:2024  year:2023..2025", "from this year, or from these"),
    ("has:code  has:pdf", "with code, or with a PDF"),
)


def help_reply(uses: Sequence[Use], examples: Sequence[str]) -> Reply:
    """All the help: examples first, because one example says more than a rule."""
    tried = [[Run("Try "), code(f"/papers {example}")] for example in examples]
    empty = [] if examples else [[Run("The library holds no papers yet.", italic=True)]]
    blocks: list[Block] = [
        *rich([Run(_OPENING)], *empty, *tried),
        *rich([bold("Commands")], *map(_command, uses)),
        *rich([bold("To search more finely")], *map(_finer, _FINER)),
        context(_PRIVATE, "More on one command: /papers help show"),
    ]
    text = [_OPENING, *(f"Try /papers {example}" for example in examples), *map(_said, uses), *map(_finer_said, _FINER)]
    return reply(map(kit.inert, [*text, _PRIVATE]), blocks)


def command_reply(use: Use, example: str, others: Iterable[str]) -> Reply:
    """The help on one command."""
    names = "".join(f" It also answers to {other}." for other in others)
    blocks = [
        *rich(_command(use), [Run("For example "), code(f"/papers {example}")]),
        *([context(names)] if names else []),
    ]
    return reply(map(kit.inert, [_said(use), f"For example /papers {example}", names]), blocks)


def _command(use: Use) -> Line:
    return [code(f"/papers {use[0]}".rstrip()), Run(f"  {use[1]}")]


def _said(use: Use) -> str:
    return f"/papers {use[0]} – {use[1]}"


def _finer(use: Use) -> Line:
    return [code(use[0]), Run(f"  {use[1]}")]


def _finer_said(use: Use) -> str:
    return f"{use[0]} – {use[1]}"
