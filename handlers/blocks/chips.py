"""Chips: buttons that narrow a long list down, each with how many papers it leads to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.asked import count
from handlers.blocks.shapes import actions, button
from handlers.messages import Block

LABEL = 40


@dataclass(frozen=True, slots=True)
class Chip:
    """What it narrows the list down to, how many papers have that, and what pressing it sends."""

    label: str
    papers: int
    action_id: str
    value: str


def chips_row(chips: Sequence[Chip]) -> Iterator[Block]:
    """The chips side by side, if there are any."""
    if chips:
        yield actions(*map(_chip, chips))


def chips_line(chips: Sequence[Chip]) -> str:
    """The chips in a sentence, for those who cannot see buttons."""
    named = ", ".join(f"{_name(chip)} ({chip.papers:,})" for chip in chips)
    return f"To narrow it down, there are buttons for: {named}." if named else ""


def _chip(chip: Chip) -> Block:
    return button(
        f"{_name(chip)} · {chip.papers:,}", chip.action_id, chip.value, about=f"narrows to {count(chip.papers)}"
    )


def _name(chip: Chip) -> str:
    return kit.cut(kit.tidy(chip.label), LABEL)
