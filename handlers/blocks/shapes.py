"""The few Block Kit shapes the bot speaks in, each built in one place and within Slack's limits."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from handlers.blocks import kit
from handlers.messages import Block, Reply
from handlers.windows import Home, Modal

MOMENT = "{date_short_pretty} at {time}"
"""How Slack sets a moment: `today at 9:00 AM`."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style. Rich text shows it letter by letter: nothing in it can be markup or a mention.

    With `at` (seconds since 1970) it is a moment, which each reader sees in their own time zone, and with `channel` the
    name of a channel; `text` is for those who see neither.
    """

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    url: str | None = None
    at: int | None = None
    channel: str | None = None


Line = Sequence[Run]


def bold(text: str) -> Run:
    """The text in bold."""
    return Run(text, bold=True)


def code(text: str) -> Run:
    """The text as something to type."""
    return Run(text, code=True)


def header(text: str) -> Block:
    """A title in large letters."""
    return {"type": "header", "text": _plain(kit.cut(kit.tidy(text), kit.HEADER))}


def divider() -> Block:
    """A thin line across the message."""
    return {"type": "divider"}


def rich(*lines: Line) -> tuple[Block, ...]:
    """The lines one below the other, in as many blocks as they need; lines without any text are left out."""
    small = _small(lines)
    groups = _grouped(lines) if small is None else [small] if small else []
    return tuple(_rich_text("rich_text_section", [_one_below_another(group)]) for group in groups)


def preformatted(text: str) -> tuple[Block, ...]:
    """The text letter by letter in a frame, to be copied."""
    parts = [[Run(part)] for part in kit.split(kit.visible(text), kit.RICH_TEXT)]
    return tuple(_rich_text("rich_text_preformatted", [part]) for part in parts)


def context(*parts: str, handle: str | None = None) -> Block:
    """Small grey text: the handle as code, if there is one, and the parts that are not empty, ten elements at most."""
    texts = [kit.cut(tidied, kit.FIELD) for part in parts if (tidied := kit.tidy(part))]
    named = [{"type": "mrkdwn", "text": f"`{kit.inert(handle)}`", "verbatim": True}] if handle else []
    elements = [*named, *map(_plain, texts)] or [_plain(kit.ELLIPSIS)]
    return {"type": "context", "elements": elements[: kit.CONTEXT_ELEMENTS]}


def mention(user_id: str, before: str, after: str) -> Block:
    """Small grey text around the name of a member of the workspace; `before` and `after` are our own words."""
    text = f"{before}<@{user_id}>{after}"
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}


def button(label: str, action_id: str, value: str, *, about: str = "") -> Block:
    """A button; `about` says for a screen reader what the label leaves open."""
    made: Block = {"type": "button", "text": _plain(kit.cut(kit.tidy(label), kit.BUTTON_TEXT))}
    made |= {"action_id": action_id, "value": value}
    if about:
        made["accessibility_label"] = kit.cut(kit.tidy(f"{label}: {about}"), kit.ACCESSIBILITY_LABEL)
    return made


def actions(*buttons: Block) -> Block:
    """Buttons side by side."""
    return {"type": "actions", "elements": list(buttons[: kit.ACTION_ELEMENTS])}


def weight(blocks: Iterable[Block]) -> int:
    """How many characters these blocks hold over all, counted as they are sent."""
    return kit.length(json.dumps(list(blocks), ensure_ascii=False, separators=(",", ":")))


def reply(text_lines: Iterable[str], blocks: Sequence[Block], *, public: bool = False, replaces: bool = False) -> Reply:
    """A message of these blocks, and of the lines for those who cannot see blocks; the lines are ready for mrkdwn."""
    fitting = _fitting(blocks, kit.MESSAGE_BLOCKS, kit.MESSAGE_CHARACTERS)
    return Reply(plain_text(text_lines), fitting, public=public, replaces=replaces)


def whole_reply(text_lines: Iterable[str], blocks: Sequence[Block], *, replaces: bool = False) -> Reply | None:
    """The same, or None when the blocks do not all fit."""
    if len(blocks) > kit.MESSAGE_BLOCKS or weight(blocks) > kit.MESSAGE_CHARACTERS:
        return None
    return Reply(plain_text(text_lines), tuple(blocks), replaces=replaces)


def modal(title: str, blocks: Sequence[Block]) -> Modal:
    """A window of these blocks."""
    fitting = _fitting(blocks, kit.MODAL_BLOCKS, kit.MODAL_CHARACTERS)
    return Modal(kit.cut(kit.tidy(title), kit.MODAL_TITLE), fitting)


def home(blocks: Sequence[Block], place: str) -> Home:
    """A person's Home of these blocks."""
    return Home(_fitting(blocks, kit.MODAL_BLOCKS, kit.MODAL_CHARACTERS), place)


def plain_text(lines: Iterable[str]) -> str:
    """The lines, as many whole ones as fit into a message's text. Each must be ready for mrkdwn; none is cut."""
    kept: list[str] = []
    used = 0
    for line in filter(None, lines):
        used += len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1
        if used > kit.TEXT:
            break
        kept.append(line)
    return "\n".join(kept)


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text or kit.ELLIPSIS, "emoji": False}


def _rich_text(kind: str, lines: Sequence[Line]) -> Block:
    sections = [{"type": kind, "elements": [_element(run) for run in line]} for line in lines]
    return {"type": "rich_text", "elements": sections}


def _one_below_another(lines: Sequence[Line]) -> Line:
    """The lines in one section with line ends between: sections of their own may be drawn side by side."""
    return [run for line in lines for run in (Run("\n"), *line)][1:]


def _element(run: Run) -> Block:
    style = {name: True for name in ("bold", "italic", "code") if getattr(run, name)}
    made: Block = {"type": "text", "text": run.text}
    if run.url:
        made = {"type": "link", "url": run.url, "text": run.text}
    elif run.at is not None:
        made = {"type": "date", "timestamp": run.at, "format": MOMENT, "fallback": run.text}
    elif run.channel:
        made = {"type": "channel", "channel_id": run.channel}
    return made | ({"style": style} if style else {})


def _small(lines: Iterable[Line]) -> list[Line] | None:
    """The lines without what is empty, when they fit into one block as they stand: most do."""
    kept: list[Line] = [line for whole in lines if (line := [run for run in whole if run.text])]
    if not all(run.text.isprintable() for line in kept for run in line):
        return None
    return kept if sum(_size(run) + 1 for line in kept for run in line) < kit.RICH_TEXT else None


def _grouped(lines: Iterable[Line]) -> Iterator[list[Line]]:
    group: list[Line] = []
    used = 0
    for line in (part for whole in lines for part in _parts(whole)):
        size = sum(map(_size, line)) + 1  # the line end before it
        if group and used + size > kit.RICH_TEXT:
            yield group
            group, used = [], 0
        group.append(line)
        used += size
    if group:
        yield group


def _parts(line: Line) -> Iterator[Line]:
    """The line without its empty runs, in parts that each fit into one block."""
    part: list[Run] = []
    used = 0
    for run in (piece for whole in line for piece in _pieces(whole)):
        if part and used + _size(run) >= kit.RICH_TEXT:
            yield part
            part, used = [], 0
        part.append(run)
        used += _size(run)
    if part:
        yield part


def _pieces(run: Run) -> Iterator[Run]:
    room = kit.RICH_TEXT - 1 - kit.length(run.url or "")
    texts = kit.split(kit.visible(run.text), room)
    return (run if text == run.text else replace(run, text=text) for text in texts)


def _size(run: Run) -> int:
    return kit.length(run.text) + kit.length(run.url or "")


def _fitting(blocks: Sequence[Block], most: int, characters: int) -> tuple[Block, ...]:
    """The blocks if they fit, else those that do from the beginning and a line that says so."""
    if len(blocks) <= most and weight(blocks) <= characters:
        return tuple(blocks)
    rest = context("The rest does not fit here.")
    kept: list[Block] = []
    used = weight([rest])
    for block in blocks[: most - 1]:
        used += weight([block])
        if used > characters:
            break
        kept.append(block)
    return (*kept, rest)
