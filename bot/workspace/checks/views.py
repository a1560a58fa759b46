"""Modals and the Home tab."""

import json
from collections.abc import Iterator
from typing import Any

from bot.workspace.checks.blocks import trouble
from bot.workspace.checks.problem import Found, Problem, coded
from bot.workspace.checks.schemas import found
from bot.workspace.checks.sdk import view_trouble
from bot.workspace.model import Json, ViewKind

VIEW_BYTES = 250_000  # [V]
EXTERNAL_ID = 255  # [V]


def views_trouble(view: Any, kind: ViewKind) -> Iterator[Problem]:
    """What Slack would refuse; it answers `invalid_arguments` for what is wrong inside a view, blocks included."""
    if not isinstance(view, dict):
        yield Problem("invalid_arguments", "/view", "Not an object.")
        return
    if len(json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()) > VIEW_BYTES:
        yield Problem("view_too_large", "/view", f"More than {VIEW_BYTES} bytes.")
        return
    yield from coded("invalid_arguments", _view(view, kind))


def _view(view: Json, kind: ViewKind) -> Iterator[Found]:
    blocks = view.get("blocks")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        yield "/view/blocks", "Not a list of blocks."
        return
    # The blocks are checked below, where they also have to fit together.
    wrong = list(found("blocks", kind, view | {"blocks": []}, "/view"))
    yield from wrong
    yield from trouble(blocks, kind, "/view/blocks")
    if not wrong:
        yield from view_trouble(view, "/view")
        yield from _window(view)


def _window(view: Json) -> Iterator[Found]:
    if len(view.get("external_id", "")) > EXTERNAL_ID:
        yield "/view/external_id", f"More than {EXTERNAL_ID} characters."
    has_input = any(block.get("type") == "input" for block in view["blocks"])
    if view["type"] == "modal" and has_input and not view.get("submit"):
        yield "/view", "A modal with an input needs submit."  # [V]
