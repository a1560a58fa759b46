"""Messages in the terminal: every kind of block, wrapped, and nothing that the terminal would obey."""

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from bot.terminal import Button, Line, Screen, buttons, render, safe, set_lines
from handlers.messages import Block, Reply
from handlers.windows import Modal

NARROW = Screen(40)


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text}


def button(label: str, value: str = "v", **more: str) -> Block:
    return {"type": "button", "text": plain(label), "action_id": f"do:{label.lower()}", "value": value, **more}


def rich(*elements: Block) -> Block:
    return {"type": "rich_text", "elements": list(elements)}


def run(text: str, **style: bool) -> Block:
    return {"type": "text", "text": text, "style": style}


EVERY_KIND = (
    {"type": "header", "text": plain("Two papers")},
    {"type": "section", "text": mrkdwn("*KVFlow* &amp; <https://a.example/x|more>")},
    {"type": "context", "elements": [mrkdwn("`kvflow`"), plain("NeurIPS 2025")]},
    {
        "type": "actions",
        "elements": [button("Read", "a"), button("Page", url="https://b.example"), button("Similar", "b")],
    },
    {"type": "divider"},
    {"type": "section", "fields": [plain("Year"), plain("2025")], "accessory": button("Share", "c")},
    rich(
        {"type": "rich_text_section", "elements": [run("One "), run("two", bold=True)]},
        {
            "type": "rich_text_list",
            "style": "bullet",
            "elements": [{"type": "rich_text_section", "elements": [run("x")]}],
        },
        {"type": "rich_text_quote", "elements": [run("said")]},
        {"type": "rich_text_preformatted", "elements": [run("@a{\n  b\n}")]},
    ),
    {"type": "image", "alt_text": "a figure"},
)

EXPECTED = """\
Two papers

KVFlow & more (https://a.example/x)
kvflow · NeurIPS 2025
[1] Read  Page: https://b.example  [2] Similar

────────────────────────────────────────

Year
2025
[3] Share

One two
• x
│ said
    @a{
      b
    }

[a figure]
"""


def test_every_kind_of_block_has_its_form() -> None:
    assert EXPECTED == render(Reply("", EVERY_KIND), Screen(80), numbered=True)


def test_the_numbers_shown_are_those_of_the_buttons() -> None:
    expected = (Button("Read", "do:read", "a"), Button("Similar", "do:similar", "b"), Button("Share", "do:share", "c"))

    assert expected == buttons(Reply("", EVERY_KIND))


def test_buttons_have_no_numbers_where_none_can_be_typed() -> None:
    assert "[Read]  [Share]\n" == render(
        Reply("", ({"type": "actions", "elements": [button("Read"), button("Share")]},)), NARROW
    )


def test_a_window_has_its_title_above() -> None:
    assert render(Modal("kvflow", ({"type": "divider"},)), NARROW).startswith("── kvflow ──\n\n")


def test_a_message_without_blocks_shows_its_text() -> None:
    assert "a < b\n" == render(Reply("a &lt; b"), NARROW)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("*bold* _italic_ ~gone~ `code`", "bold italic gone code"),
        ("snake_case_name 2*3*4 a~b~c", "snake_case_name 2*3*4 a~b~c"),
        ("*<https://a.example|A star>*", "A star (https://a.example)"),
        ("`*not bold*`", "*not bold*"),
        ("&amp;lt; &lt;b&gt;", "&lt; <b>"),
        ("<https://a.example/?x=1&amp;y=2>", "https://a.example/?x=1&y=2"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<@U123> in <#C1|papers> <!here>", "@U123 in #papers @here"),
        ("<!date^1700000000^{date}|14 November>", "14 November"),
        ("<!subteam^S1|@team> <#C9>", "@team #C9"),
    ],
)
def test_mrkdwn_is_spelled_out(written: str, shown: str) -> None:
    assert f"{shown}\n" == render(Reply(written), Screen(80))


def test_bold_is_shown_where_the_terminal_can() -> None:
    assert "\x1b[1mKVFlow\x1b[0m grows\n" == render(Reply("*KVFlow* grows"), Screen(80, styled=True))


def test_lines_are_wrapped_between_words_by_columns_and_addresses_stay_whole() -> None:
    address = "https://a.example/" + "long/" * 12
    text = f"one two three four five six seven eight nine {address} 長い言葉 長い言葉 長い言葉 長い言葉 長い言葉"

    lines = render(Reply(text), NARROW).splitlines()

    assert address in lines
    assert ["one two three four five six seven eight", "nine"] == lines[:2]
    assert ["長い言葉 長い言葉 長い言葉 長い言葉", "長い言葉"] == lines[3:]


@pytest.mark.parametrize(
    ("foreign", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;https://evil.example\x1b\\label\x1b]8;;\x1b\\", "label"),
        ("\x9b2Jafter", "after"),
        ("\x1bPq#0\x1b\\after", "after"),
        ("\x1b]0;never closed", ""),
        ("a\rb\x08c\x00d\x07e", "a\nbcde"),
        ("pay\u202etxt.exe\u202c", "paytxt.exe"),
        ("zero\u200bwidth\u2060here\ufeff", "zerowidthhere"),
        ("half \ud83d sign", "half \ufffd sign"),
        ("family 👨‍👩‍👧 and می‌خواهم", "family 👨‍👩‍👧 and می‌خواهم"),
        ("a\tb\u2028c", "a b\nc"),
    ],
)
def test_what_a_terminal_would_obey_is_taken_out(foreign: str, shown: str) -> None:
    assert shown == safe(foreign)


PLACES: list[Callable[[str], Reply | Modal]] = [
    Reply,
    lambda text: Modal(text, ()),
    lambda text: Reply("", ({"type": "header", "text": plain(text)},)),
    lambda text: Reply("", ({"type": "section", "text": mrkdwn(text), "fields": [mrkdwn(f"<{text}>")]},)),
    lambda text: Reply("", ({"type": "section", "text": mrkdwn(f"<https://x.example|{text}> *{text}* `{text}`")},)),
    lambda text: Reply("", ({"type": "context", "elements": [plain(text), {"type": "image", "alt_text": text}]},)),
    lambda text: Reply("", ({"type": "actions", "elements": [button(text), button("x", url=text)]},)),
    lambda text: Reply(
        "", (rich({"type": "rich_text_section", "elements": [run(text), {"type": "link", "url": text}]}),)
    ),
    lambda text: Reply("", (rich({"type": "rich_text_preformatted", "elements": [run(text)]}),)),
    lambda text: Reply("", ({"type": text, "alt_text": text},)),
]
ALLOWED = re.compile("[\n\u200c\u200d\U000e0020-\U000e007f]")
HOSTILE = st.text(st.sampled_from("\x1b\x9b\x07\x00\r\u202e\ud800[]<>|*_`~;0mJab \n&lt;")) | st.text()


@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=30, deadline=None)
@given(text=HOSTILE)
def test_no_foreign_text_reaches_the_terminal_as_a_command(place: Callable[[str], Reply | Modal], text: str) -> None:
    shown = render(place(text), NARROW)

    assert not set(map(unicodedata.category, ALLOWED.sub("", shown))) & {"Cc", "Cf", "Cs"}


def test_a_lead_stands_before_every_wrapped_line() -> None:
    assert "  one two three four\n  five\n" == set_lines([Line(Text("one two three four five"), "  ")], Screen(22))
