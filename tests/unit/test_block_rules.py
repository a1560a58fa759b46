"""The checker of messages finds what it is there to find."""

import pytest

from handlers.messages import Block, Reply
from handlers.windows import Modal
from tests.block_rules import problems

SECTION: Block = {"type": "rich_text_section", "elements": [{"type": "text", "text": "said"}]}
RICH: Block = {"type": "rich_text", "elements": [SECTION]}


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}


def small(text: str, **more: object) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True} | more]}


def button(**more: object) -> Block:
    return {"type": "button", "text": plain("Read"), "action_id": "paper:read", "value": "{}"} | more


def row(*buttons: Block) -> Block:
    return {"type": "actions", "elements": list(buttons)}


def linked(url: str) -> Block:
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "link", "url": url, "text": "x"}]}],
    }


def test_a_sound_message_has_no_problem() -> None:
    blocks = (RICH, small("`kvflow`"), row(button(accessibility_label="Read: kvflow")), linked("https://a.org/?b=c"))

    assert problems(Reply("AT&amp;T &lt;3 snake_case", blocks)) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x" * 4_000,
        "<!channel>",
        "<@U0READER1>",
        "<https://a.org|b>",
        "a & b",
        "a < b",
        "*bold*",
        "_it_",
        "`x`",
        ":smile:",
    ],
)
def test_a_bad_text_is_found(text: str) -> None:
    assert problems(Reply(text, (RICH,)))


@pytest.mark.parametrize(
    "block",
    [
        {"type": "header", "text": plain("x" * 151)},
        {"type": "header", "text": {"type": "mrkdwn", "text": "x", "verbatim": True}},
        small("<!here>"),
        small("*bold*"),
        small("fine", verbatim=False),
        small(" "),
        {"type": "context", "elements": [plain("x")] * 11},
        {"type": "context", "elements": []},
        {"type": "context", "elements": [{"type": "plain_text", "text": ":smile:", "emoji": True}]},
        row(*(button(action_id=str(number), accessibility_label=str(number)) for number in range(26))),
        row(button(), button(accessibility_label="again")),
        row(button(text=plain("x" * 76))),
        row(button(value="&" * 500)),
        row(button(accessibility_label="x" * 76)),
        row(button(colour="red")),
        linked("javascript:alert(1)"),
        linked("https://a.org|b"),
        linked("https://a.org@b.org/"),
        {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": []}]},
        {"type": "rich_text", "elements": [SECTION | {"elements": [{"type": "text", "text": "&" * 601}]}]},
        {"type": "rich_text", "elements": [SECTION | {"elements": [{"type": "text", "text": "a\x00"}]}]},
        {"type": "nonsense"},
    ],
)
def test_a_bad_block_is_found(block: Block) -> None:
    assert problems(Reply("said", (block,)))


@pytest.mark.parametrize("blocks", [(), (RICH,) * 51, (RICH | {"block_id": "x" * 200},) * 50])
def test_too_many_blocks_or_too_long_ones_are_found(blocks: tuple[Block, ...]) -> None:
    assert problems(Reply("said", blocks))


def test_two_buttons_with_one_name_are_found() -> None:
    assert problems(Reply("said", (row(button()), row(button()))))


def test_a_bad_window_is_found() -> None:
    assert problems(Modal("x" * 25, (RICH,)))
    assert problems(Modal("", (RICH,)))
    assert problems(Modal("Paper", (RICH,) * 101))
