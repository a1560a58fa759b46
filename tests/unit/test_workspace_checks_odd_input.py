"""Whatever the bot sends, the checks answer with problems and never fail themselves."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from bot.workspace.checks import check_answer, check_call, check_event, check_interaction, check_message, check_view
from tests.unit.test_workspace_checks_blocks import GOOD

MISSING = object()
ODD: list[Any] = [None, 7, "x", [], {}, ["x"], {"type": "x"}, True]
BLOCKS = [block for name, blocks in GOOD.items() if name not in ("fifty", "actions") for block in blocks]
TITLE = {"type": "plain_text", "text": "x"}


def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


def spoiled(tree: Any) -> Iterator[Any]:
    """Each part taken away, and odd things in its place."""
    for path in places(tree):
        for odd in (*ODD, MISSING):
            copy = deepcopy(tree)
            inner = copy
            for key in path[:-1]:
                inner = inner[key]
            if odd is MISSING:
                del inner[path[-1]]
            else:
                inner[path[-1]] = odd
            yield copy


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_spoiled_block_is_refused_or_taken_but_never_fails(number: int) -> None:
    for block in spoiled(BLOCKS[number]):
        for problem in check_message({"text": "x", "blocks": [block]}):
            assert problem.pointer.startswith("/blocks/0")
            assert problem.code == "invalid_blocks"


def test_a_spoiled_view_is_refused_or_taken_but_never_fails() -> None:
    view = {"type": "modal", "title": TITLE, "blocks": [{"type": "divider"}], "external_id": "x", "submit": TITLE}

    for one in spoiled(view):
        assert all(problem.pointer.startswith("/view") for problem in check_view(one, "modal"))


def test_spoiled_arguments_are_refused_or_taken_but_never_fail() -> None:
    arguments = {
        "channel": "C1",
        "text": "x",
        "blocks": [{"type": "divider"}],
        "attachments": [{"text": "x", "blocks": [{"type": "divider"}]}],
        "metadata": {"event_type": "x", "event_payload": {"a": 1}},
    }

    refused = [one for one in spoiled(arguments) if check_call("chat.postMessage", one)]

    assert len(refused) > 40


@pytest.mark.parametrize("odd", [{}, {"type": 7}, {"event": 7}, {"event": {}}, {"command": 7}, {"ok": "yes"}])
def test_what_slack_would_never_send_is_told(odd: dict[str, Any]) -> None:
    assert check_interaction(odd)
    assert check_event(odd)
    assert check_answer("auth.test", odd)
    assert check_answer("no.such.method", odd)
