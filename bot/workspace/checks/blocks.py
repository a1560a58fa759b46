"""Blocks: the schemas, the SDK's models and the rules that neither has; sources are listed in docs/slack-checks.md."""

import json
from collections.abc import Iterator
from typing import Literal

from bot.workspace.checks.elements import element_trouble, elements
from bot.workspace.checks.problem import Found
from bot.workspace.checks.schemas import found
from bot.workspace.checks.sdk import block_trouble
from bot.workspace.model import Json

Surface = Literal["message", "modal", "home"]

MOST = {"message": 50, "modal": 100, "home": 100}  # [B]
ALL_MARKDOWN = 12_000  # [B]
ONLY_IN = {  # [B], the line "Available in surfaces" of each page
    "markdown": ("message",),
    "table": ("message",),
    "context_actions": ("message",),
    "file": (),  # an app only ever reads it
    "file_input": ("modal",),
}
_FILLED = ("actions", "context", "context_actions")


def trouble(blocks: list[Json], surface: Surface, at: str = "/blocks") -> Iterator[Found]:
    """All that is wrong; the rules that need blocks of the right types come only when the types are right."""
    if len(blocks) > MOST[surface]:
        yield at, f"{len(blocks)} blocks; at most {MOST[surface]} are allowed."
        return
    wrong = [one for number, block in enumerate(blocks) for one in found("blocks", "block", block, f"{at}/{number}")]
    yield from wrong
    if not wrong:
        yield from block_trouble(blocks, at)
        for number, block in enumerate(blocks):
            yield from _block(block, surface, f"{at}/{number}")
        yield from _together(blocks, at)


def size(blocks: list[Json]) -> int:
    """The length of the blocks as they are sent, without spaces."""
    return len(json.dumps(blocks, ensure_ascii=False, separators=(",", ":")))


def _block(block: Json, surface: Surface, at: str) -> Iterator[Found]:
    yield from _place(block, surface, at)
    kind = block["type"]
    if kind == "section" and not block.get("text") and not block.get("fields"):
        yield at, "A section needs text or fields."  # [B]
    if kind in _FILLED and not block["elements"]:
        yield f"{at}/elements", "At least one must be there."  # [O]
    names = [element.get("action_id") for _, element in elements(block)]
    if repeated := _repeated(names):
        yield f"{at}/elements", f"The action_id {repeated!r} twice in one block."  # [B]
    for where, element in elements(block):
        yield from _place(element, surface, at + where)
        for pointer, sentence in element_trouble(element):
            yield at + where + pointer, sentence


def _place(thing: Json, surface: Surface, at: str) -> Iterator[Found]:
    kind = thing["type"]
    if surface not in ONLY_IN.get(kind, (surface,)):
        yield at, f"A {kind} may not be in a {surface}."


def _together(blocks: list[Json], at: str) -> Iterator[Found]:
    """What is only wrong because of other blocks."""
    if repeated := _repeated([block.get("block_id") for block in blocks]):
        yield at, f"The block_id {repeated!r} twice."  # [B]
    tables = sum(block["type"] == "table" for block in blocks)
    if tables > 1:
        yield at, f"{tables} tables; one is allowed."  # [B]
    markdown = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    if markdown > ALL_MARKDOWN:
        yield at, f"{markdown} characters in markdown blocks; at most {ALL_MARKDOWN} are allowed."
    focused = sum(element.get("focus_on_load") is True for block in blocks for _, element in elements(block))
    if focused > 1:
        yield at, f"focus_on_load in {focused} elements; one may have it."  # [B]


def _repeated(names: list[str | None]) -> str | None:
    given = [name for name in names if name]
    return next((name for name in given if given.count(name) > 1), None)
