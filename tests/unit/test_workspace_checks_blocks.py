"""Blocks that Slack refuses in a message are refused here, one for each limit and type rule."""

from typing import Any

import pytest

from bot.workspace.checks import check_message

Block = dict[str, Any]


def plain(length: int = 1) -> Block:
    return {"type": "plain_text", "text": "x" * length}


def mrkdwn(length: int = 1) -> Block:
    return {"type": "mrkdwn", "text": "x" * length}


def section(**more: Any) -> Block:
    return {"type": "section", "text": mrkdwn()} | more


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def button(**more: Any) -> Block:
    return {"type": "button", "text": plain(), "action_id": "press"} | more


def option(value: str = "a", text: int = 1, **more: Any) -> Block:
    return {"text": plain(text), "value": value} | more


def select(**more: Any) -> Block:
    return {"type": "static_select", "action_id": "select", "options": [option()]} | more


def multi(**more: Any) -> Block:
    return select(type="multi_static_select") | more


def image(**more: Any) -> Block:
    return {"type": "image", "image_url": "https://example.org/a.png", "alt_text": "a"} | more


def field(element: Block, **more: Any) -> Block:
    return {"type": "input", "label": plain(), "element": element} | more


def text_input(**more: Any) -> Block:
    return {"type": "plain_text_input", "action_id": "text"} | more


def confirm(**more: Any) -> Block:
    texts = {"title": plain(), "text": plain(), "confirm": plain(), "deny": plain()}
    return button(confirm=texts | more)


def rich(*elements: Block) -> Block:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


def buttons(count: int) -> list[Block]:
    return [button(action_id=f"press-{number}") for number in range(count)]


def several(kind: str, *elements: Block) -> Block:
    return {"type": kind, "elements": list(elements)}


RADIO = {"type": "radio_buttons", "action_id": "radio"}
BOXES = {"type": "checkboxes", "action_id": "boxes"}
MENU = {"type": "overflow", "action_id": "menu"}
DATE = {"type": "datepicker", "action_id": "date"}
TIME = {"type": "timepicker", "action_id": "time"}
MOMENT = {"type": "datetimepicker", "action_id": "moment"}
NUMBER = {"type": "number_input", "action_id": "number", "is_decimal_allowed": False}
VIDEO = {
    "type": "video",
    "title": plain(),
    "alt_text": "a",
    "thumbnail_url": "https://example.org/a.png",
    "video_url": "https://example.org/a.mp4",
}
TABLE: Block = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}
GROUP = {"label": plain(), "options": [option()]}

GOOD = {
    "section": [section()],
    "section as long as it may be": [section(text=mrkdwn(3_000))],
    "fields": [{"type": "section", "fields": [mrkdwn(2_000)] * 4}],
    "header": [{"type": "header", "text": plain(150)}],
    "divider": [{"type": "divider"}],
    "image": [image(title=plain())],
    "image of a file": [{"type": "image", "slack_file": {"id": "F1"}, "alt_text": "a"}],
    "context": [several("context", mrkdwn(), plain(), image())],
    "actions": [actions(*buttons(25))],
    "the same action in two blocks": [actions(button()), actions(button())],
    "button with everything": [actions(confirm(style="danger"), button(action_id="b", url="https://example.org"))],
    "accessory": [section(accessory=select(initial_option=option(), placeholder=plain(150)))],
    "option value of 150": [section(accessory=select(options=[option("v" * 150)]))],
    "mrkdwn in an option": [
        section(accessory=BOXES | {"options": [{"text": mrkdwn(), "value": "a", "description": mrkdwn()}]})
    ],
    "option groups": [section(accessory=multi(options=[], option_groups=[GROUP]) | {"options": None})],
    "pickers": [actions(DATE | {"initial_date": "2026-02-28"}, TIME | {"initial_time": "23:59"}, MOMENT)],
    "input": [field(text_input(min_length=1, max_length=3_000), hint=plain(2_000), optional=True)],
    "number": [field(NUMBER | {"min_value": "1", "max_value": "2.5"})],
    "rich text": [rich({"type": "text", "text": "a", "style": {"bold": True}}, {"type": "user", "user_id": "U1"})],
    "markdown": [{"type": "markdown", "text": "x" * 12_000}],
    "table": [TABLE],
    "video": [VIDEO],
    "fifty": [{"type": "divider"}] * 50,
}
del GOOD["option groups"][0]["accessory"]["options"]

WRONG: dict[str, tuple[list[Block], str]] = {
    # Which blocks and properties there are
    "unknown block": ([{"type": "sectoin", "text": mrkdwn()}], "/blocks/0/type"),
    "block without type": ([{"text": mrkdwn()}], "/blocks/0"),
    "unknown property": ([section(colour="red")], "/blocks/0"),
    "unknown property of a text": ([section(text=mrkdwn() | {"size": 3})], "/blocks/0/text"),
    "property null": ([section(block_id=None)], "/blocks/0/block_id"),
    "51 blocks": ([{"type": "divider"}] * 51, "/blocks"),
    "block_id of 256": ([section(block_id="b" * 256)], "/blocks/0/block_id"),
    "block_id twice": ([section(block_id="b"), section(block_id="b")], "/blocks"),
    "file block": ([{"type": "file", "external_id": "a", "source": "remote"}], "/blocks/0"),
    # Section
    "section with nothing": ([{"type": "section"}], "/blocks/0"),
    "section text empty": ([section(text=mrkdwn(0))], "/blocks/0/text/text"),
    "section text of 3001": ([section(text=mrkdwn(3_001))], "/blocks/0/text/text"),
    "section text not an object": ([section(text="hello")], "/blocks/0/text"),
    "text of another type": ([section(text={"type": "html", "text": "a"})], "/blocks/0/text/type"),
    "eleven fields": ([section(fields=[mrkdwn()] * 11)], "/blocks/0/fields"),
    "field of 2001": ([section(fields=[mrkdwn(2_001)])], "/blocks/0/fields/0/text"),
    "input as accessory": ([section(accessory=text_input())], "/blocks/0/accessory/type"),
    "two accessories": ([section(accessory=[button(), button()])], "/blocks/0/accessory"),
    # Header, image, context, video
    "header of 151": ([{"type": "header", "text": plain(151)}], "/blocks/0/text/text"),
    "header in mrkdwn": ([{"type": "header", "text": mrkdwn()}], "/blocks/0/text/type"),
    "header without text": ([{"type": "header"}], "/blocks/0"),
    "divider with text": ([{"type": "divider", "text": plain()}], "/blocks/0"),
    "image without alt text": ([{"type": "image", "image_url": "https://example.org/a.png"}], "/blocks/0"),
    "image without image": ([{"type": "image", "alt_text": "a"}], "/blocks/0"),
    "image alt text of 2001": ([image(alt_text="a" * 2_001)], "/blocks/0/alt_text"),
    "image url of 3001": ([image(image_url="https://example.org/" + "a" * 2_981)], "/blocks/0"),
    "image title of 2001": ([image(title=plain(2_001))], "/blocks/0/title/text"),
    "context with nothing": ([several("context")], "/blocks/0/elements"),
    "context with eleven": ([several("context", *[mrkdwn()] * 11)], "/blocks/0/elements"),
    "button in a context": ([several("context", button())], "/blocks/0/elements/0/type"),
    "video title of 200": ([VIDEO | {"title": plain(200)}], "/blocks/0/title/text"),
    "video author of 50": ([VIDEO | {"author_name": "a" * 50}], "/blocks/0/author_name"),
    # Actions and buttons
    "actions with nothing": ([actions()], "/blocks/0/elements"),
    "actions with 26": ([actions(*buttons(26))], "/blocks/0/elements"),
    "text in actions": ([actions(mrkdwn())], "/blocks/0/elements/0/type"),
    "input in actions": ([actions(text_input())], "/blocks/0/elements/0/type"),
    "action_id twice in a block": ([actions(button(), button())], "/blocks/0/elements"),
    "action_id of 256": ([actions(button(action_id="a" * 256))], "/blocks/0/elements/0/action_id"),
    "button without text": ([actions({"type": "button", "action_id": "a"})], "/blocks/0/elements/0"),
    "button in mrkdwn": ([actions(button(text=mrkdwn()))], "/blocks/0/elements/0/text/type"),
    "button text of 76": ([actions(button(text=plain(76)))], "/blocks/0/elements/0/text/text"),
    "button text empty": ([actions(button(text=plain(0)))], "/blocks/0/elements/0/text/text"),
    "button value of 2001": ([actions(button(value="v" * 2_001))], "/blocks/0/elements/0/value"),
    "button value a number": ([actions(button(value=7))], "/blocks/0/elements/0/value"),
    "button url of 3001": ([actions(button(url="u" * 3_001))], "/blocks/0/elements/0/url"),
    "button style unknown": ([actions(button(style="warning"))], "/blocks/0/elements/0/style"),
    "button label of 76": ([actions(button(accessibility_label="a" * 76))], "/blocks/0/elements/0/accessibility_label"),
    "confirm title of 101": ([actions(confirm(title=plain(101)))], "/blocks/0/elements/0/confirm/title/text"),
    "confirm text of 301": ([actions(confirm(text=plain(301)))], "/blocks/0/elements/0/confirm/text/text"),
    "confirm button of 31": ([actions(confirm(confirm=plain(31)))], "/blocks/0/elements/0/confirm/confirm/text"),
    "deny button of 31": ([actions(confirm(deny=plain(31)))], "/blocks/0/elements/0/confirm/deny/text"),
    "confirm in mrkdwn": ([actions(confirm(title=mrkdwn()))], "/blocks/0/elements/0/confirm/title/type"),
    # Menus
    "select of nothing": ([section(accessory=select(options=[]))], "/blocks/0/accessory/options"),
    "select without options": ([section(accessory=select() | {"option_groups": [GROUP]})], "/blocks/0/accessory"),
    "101 options": ([section(accessory=select(options=[option()] * 101))], "/blocks/0/accessory/options"),
    "option text of 76": (
        [section(accessory=select(options=[option(text=76)]))],
        "/blocks/0/accessory/options/0/text/text",
    ),
    "option value of 151": (
        [section(accessory=select(options=[option("v" * 151)]))],
        "/blocks/0/accessory/options/0/value",
    ),
    "option without value": ([section(accessory=select(options=[{"text": plain()}]))], "/blocks/0/accessory/options/0"),
    "option description of 76": (
        [section(accessory=select(options=[option(description=plain(76))]))],
        "/blocks/0/accessory/options/0/description/text",
    ),
    "mrkdwn in a select": (
        [section(accessory=select(options=[{"text": mrkdwn(), "value": "a"}]))],
        "/blocks/0/accessory/options/0/text/type",
    ),
    "101 options in a group": (
        [section(accessory={"type": "static_select", "option_groups": [GROUP | {"options": [option()] * 101}]})],
        "/blocks/0/accessory/option_groups/0/options",
    ),
    "empty option group": (
        [section(accessory={"type": "static_select", "option_groups": [GROUP | {"options": []}]})],
        "/blocks/0/accessory/option_groups/0/options",
    ),
    "group label of 76": (
        [section(accessory={"type": "static_select", "option_groups": [GROUP | {"label": plain(76)}]})],
        "/blocks/0/accessory/option_groups/0/label/text",
    ),
    "placeholder of 151": ([section(accessory=select(placeholder=plain(151)))], "/blocks/0/accessory/placeholder/text"),
    "initial option unknown": (
        [section(accessory=select(initial_option=option("b")))],
        "/blocks/0/accessory/initial_option",
    ),
    "initial options unknown": (
        [section(accessory=multi(initial_options=[option("b")]))],
        "/blocks/0/accessory/initial_options/0",
    ),
    "no item may be chosen": (
        [section(accessory=multi(max_selected_items=0))],
        "/blocks/0/accessory/max_selected_items",
    ),
    "overflow of six": ([section(accessory=MENU | {"options": [option()] * 6})], "/blocks/0/accessory/options"),
    "overflow of none": ([section(accessory=MENU | {"options": []})], "/blocks/0/accessory/options"),
    "eleven radio buttons": ([section(accessory=RADIO | {"options": [option()] * 11})], "/blocks/0/accessory/options"),
    "eleven checkboxes": ([section(accessory=BOXES | {"options": [option()] * 11})], "/blocks/0/accessory/options"),
    "users select with options": (
        [actions({"type": "users_select", "options": [option()]})],
        "/blocks/0/elements/0",
    ),
    # Pickers and inputs
    "date in words": ([actions(DATE | {"initial_date": "tomorrow"})], "/blocks/0/elements/0/initial_date"),
    "date that is not": ([actions(DATE | {"initial_date": "2026-02-30"})], "/blocks/0/elements/0/initial_date"),
    "time that is not": ([actions(TIME | {"initial_time": "24:00"})], "/blocks/0/elements/0/initial_time"),
    "moment in milliseconds": (
        [actions(MOMENT | {"initial_date_time": 1_628_633_820_000})],
        "/blocks/0/elements/0/initial_date_time",
    ),
    "input without label": ([{"type": "input", "element": text_input()}], "/blocks/0"),
    "input label of 2001": ([field(text_input(), label=plain(2_001))], "/blocks/0/label/text"),
    "input hint of 2001": ([field(text_input(), hint=plain(2_001))], "/blocks/0/hint/text"),
    "input label in mrkdwn": ([field(text_input(), label=mrkdwn())], "/blocks/0/label/type"),
    "button in an input": ([field(button())], "/blocks/0/element/type"),
    "min_length of 3001": ([field(text_input(min_length=3_001))], "/blocks/0/element/min_length"),
    "min_length over max_length": ([field(text_input(min_length=9, max_length=8))], "/blocks/0/element/min_length"),
    "max_length of 3001": ([field(text_input(max_length=3_001))], "/blocks/0/element/max_length"),
    "number without decimals said": ([field({"type": "number_input"})], "/blocks/0/element"),
    "number bounds in words": ([field(NUMBER | {"min_value": "one"})], "/blocks/0/element/min_value"),
    "number bounds crossed": ([field(NUMBER | {"min_value": "2", "max_value": "1"})], "/blocks/0/element/min_value"),
    "file input in a message": ([field({"type": "file_input", "action_id": "a"})], "/blocks/0/element"),
    "focus twice": ([field(text_input(focus_on_load=True)), field(text_input(focus_on_load=True))], "/blocks"),
    # Rich text, markdown, tables
    "rich text without element": (
        [{"type": "rich_text", "elements": [{"type": "rich_text_section"}]}],
        "/blocks/0/elements/0",
    ),
    "rich text element unknown": ([rich({"type": "bold", "text": "a"})], "/blocks/0/elements/0/elements/0/type"),
    "rich text style unknown": (
        [rich({"type": "text", "text": "a", "style": {"big": True}})],
        "/blocks/0/elements/0/elements/0/style",
    ),
    "rich text link without url": ([rich({"type": "link", "text": "a"})], "/blocks/0/elements/0/elements/0"),
    "markdown of 12001": ([{"type": "markdown", "text": "x" * 12_001}], "/blocks/0/text"),
    "markdown of 12001 together": ([{"type": "markdown", "text": "x" * 6_001}] * 2, "/blocks"),
    "two tables": ([TABLE, TABLE], "/blocks"),
    "table of 101 rows": ([TABLE | {"rows": TABLE["rows"] * 101}], "/blocks/0/rows"),
    "table of 21 columns": ([TABLE | {"rows": [[{"type": "raw_text", "text": "a"}] * 21]}], "/blocks/0/rows/0"),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_slack_takes_is_accepted(name: str) -> None:
    assert check_message({"text": "x", "blocks": GOOD[name]}) == ()


@pytest.mark.parametrize("name", WRONG)
def test_what_slack_refuses_is_refused_where_it_is_wrong(name: str) -> None:
    blocks, pointer = WRONG[name]

    problems = check_message({"text": "x", "blocks": blocks})

    assert {problem.code for problem in problems} == {"invalid_blocks"}
    assert pointer in {problem.pointer for problem in problems}
    assert all(problem.sentence.endswith(".") and len(problem.sentence) < 400 for problem in problems)


def test_an_error_names_one_branch_of_a_union_only() -> None:
    wrong = actions(button(style="warning"), button(action_id="b"))

    (problem,) = check_message({"text": "x", "blocks": [wrong]})

    assert problem.sentence == '"warning" is none of danger, primary.'


def test_the_blocks_are_not_changed_by_being_checked() -> None:
    blocks = [section(accessory=select(initial_option=option())), actions(confirm()), field(text_input())]
    before = repr(blocks)

    check_message({"text": "x", "blocks": blocks})

    assert repr(blocks) == before
