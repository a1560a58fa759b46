"""Sets a message or a window for a terminal: wrapped lines, bold where it can be shown, buttons by number."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from bot.terminal.styled import CODE, DIM, mrkdwn, rich_text, safe, text_object
from handlers.messages import Block, Reply
from handlers.windows import Modal

__all__ = ["Button", "Screen", "buttons", "render", "safe", "set_lines"]

RULE = 40
"""Columns of a divider, at most."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What text is set for: its width in columns, and whether it can show bold and colour."""

    width: int = 80
    styled: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a message, with what pressing it sends."""

    label: str
    action_id: str
    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """Text to be wrapped, each line of it after `lead`; `close` leaves no empty line above it."""

    text: Text
    lead: str = ""
    close: bool = False
    wraps: bool = True


@dataclass(slots=True)
class _Count:
    """Numbers the buttons in reading order, or leaves them without numbers."""

    numbered: bool
    shown: int = 0

    def label(self, button: Block) -> Text:
        name = safe(str(button.get("text", {}).get("text", "")))
        if button.get("url"):
            return Text(f"{name}: {safe(str(button['url']))}")
        self.shown += 1
        return Text(f"[{self.shown}] {name}" if self.numbered else f"[{name}]", CODE)


def render(message: Reply | Modal, screen: Screen, numbered: bool = False) -> str:
    """The message as whole lines; `numbered` puts numbers before its buttons, counted as `buttons` has them."""
    count = _Count(numbered)
    lines = [line for block in message.blocks for line in _block(block, count)]
    if isinstance(message, Modal):
        lines.insert(0, Line(Text(f"── {safe(message.title)} ──", "bold")))
    return set_lines(lines or [Line(mrkdwn(message.text) if isinstance(message, Reply) else Text())], screen)


def buttons(message: Reply | Modal) -> tuple[Button, ...]:
    """The buttons that can be pressed, in reading order."""
    return tuple(
        Button(str(part["text"]["text"]), str(part["action_id"]), str(part.get("value", "")))
        for block in message.blocks
        for part in (*block.get("elements", ()), block.get("accessory") or {})
        if part.get("type") == "button" and not part.get("url")
    )


def set_lines(lines: Iterable[Line], screen: Screen) -> str:
    """Wrap the lines to the screen, in columns rather than characters."""
    console = Console(
        file=StringIO(), width=screen.width, highlight=False, markup=False, emoji=False, legacy_windows=False,
        force_terminal=screen.styled, color_system="standard" if screen.styled else None,
    )  # fmt: skip
    with console.capture() as capture:
        for number, line in enumerate(lines):
            if number and not line.close:
                console.print()
            for part in _wrapped(line, screen.width):
                console.print(part, soft_wrap=True)
    return capture.get()


def _wrapped(line: Line, width: int) -> Iterator[Text]:
    room = max(width - len(line.lead), 20)
    for whole in line.text.split("\n", allow_blank=True):
        for part in whole.divide(_breaks(whole.plain, room) if line.wraps else ()):
            part.rstrip()
            yield Text.assemble((line.lead, DIM), part) if line.lead else part


def _breaks(text: str, width: int) -> list[int]:
    """Where new lines begin. A word longer than a line is never parted, so that addresses can be copied."""
    breaks: list[int] = []
    column = 0
    for word in re.finditer(r"\S+\s*", text):
        if column and column + cell_len(word[0].rstrip()) > width:
            breaks.append(word.start())
            column = 0
        column += cell_len(word[0])
    return breaks


def _block(block: Block, count: _Count) -> Iterator[Line]:
    match block:
        case {"type": "header", "text": text}:
            yield Line(text_object(text, "bold"))
        case {"type": "section"}:
            yield from _section(block, count)
        case {"type": "context", "elements": elements}:
            yield Line(Text(" · ", DIM).join(_small(element) for element in elements), close=True)
        case {"type": "actions", "elements": elements}:
            yield Line(Text("  ").join(count.label(element) for element in elements), close=True)
        case {"type": "rich_text", "elements": elements}:
            for number, element in enumerate(elements):
                yield from _rich(element, close=number > 0)
        case {"type": "divider"}:
            yield Line(Text("─" * RULE, DIM))
        case _:
            yield Line(Text(f"[{safe(str(block.get('alt_text') or block.get('type')))}]", DIM))


def _section(block: Block, count: _Count) -> Iterator[Line]:
    texts = [block["text"]] if block.get("text") else []
    for number, text in enumerate([*texts, *block.get("fields", ())]):
        yield Line(text_object(text), close=number > 0)
    if (accessory := block.get("accessory") or {}).get("type") == "button":
        yield Line(count.label(accessory), close=True)


def _small(element: Block) -> Text:
    if element.get("type") == "image":
        return Text(f"[{safe(str(element.get('alt_text', '')))}]", DIM)
    return text_object(element, DIM)


def _rich(element: Block, close: bool) -> Iterator[Line]:
    parts = element.get("elements", ())
    match element.get("type"):
        case "rich_text_list":
            for number, item in enumerate(parts):
                lead = f"{number + 1}. " if element.get("style") == "ordered" else "• "
                yield Line(
                    rich_text(item.get("elements", ())), "  " * element.get("indent", 0) + lead, close or number > 0
                )
        case "rich_text_preformatted":
            yield Line(rich_text(parts), "    ", close, wraps=False)
        case "rich_text_quote":
            yield Line(rich_text(parts), "│ ", close)
        case _:
            yield Line(rich_text(parts), close=close)
