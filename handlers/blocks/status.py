"""How the bot is, as a list of facts."""

from collections.abc import Iterable

from handlers.blocks import kit
from handlers.blocks.shapes import Run, bold, reply, rich
from handlers.messages import Reply

FACT = 300


def status_reply(facts: Iterable[tuple[str, str]]) -> Reply:
    """Each fact on a line of its own, its name in bold."""
    told = [(kit.cut(kit.tidy(name), FACT), kit.cut(kit.tidy(value), FACT) or "unknown") for name, value in facts]
    blocks = rich([bold("Paperboy")], *([bold(f"{name}  "), Run(value)] for name, value in told))
    return reply(["Paperboy", *(kit.inert(f"{name}: {value}") for name, value in told)], blocks)
