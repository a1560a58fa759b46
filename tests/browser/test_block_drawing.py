"""What blocks look like: mrkdwn as Slack reads it, every kind of block, and foreign text that stays text."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLDEN = Path(__file__).parents[1] / "golden" / "blocks"
DRAW = """blocks => {
  stage.blocks(blocks);
  const count = (selector) => document.querySelectorAll(selector).length;
  return [document.querySelector("#host").textContent, count("#host .b-block"), count(".b-undrawn")];
}"""
"""Draws blocks: their text, how many there are, and how many of them could not be drawn."""
HOSTILE = "<img src=x onerror='window.hurt=1'><script>window.hurt=1</script>\"'><b>bold</b>"
Json = dict[str, Any]

# Which signs let a closing asterisk close, as measured in Slack's Block Kit Builder and reported in the issues of
# pocka/slack-message-parser (34).
CLOSING = " ~!#$%^)-+={}[];:'\",.?/"
NOT_CLOSING = "`@(_|\\*x1é"

A_LINK = '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">'


ADMIN = '<span class="b-mention" data-user="U0ADMIN">@Admin</span>'
READER = '<span class="b-mention b-me" data-user="U0READER">@Reader</span>'
STRANGER = '<span class="b-mention" data-user="U9">@someone</span>'
GENERAL = '<a class="b-mention" href="#/C0GENERAL" data-channel="C0GENERAL">#general</a>'
UNSEEN = '<span class="b-mention">🔒 private channel</span>'
HERE = '<span class="b-mention b-me">@here</span>'
TEAM = '<span class="b-mention b-me">@team</span>'


def test_a_style_closes_only_before_the_signs_that_slack_lets_close_it(stage: "Page") -> None:
    drawn = {sign: stage.evaluate("stage.mrkdwn", f"*y*{sign}") for sign in CLOSING + NOT_CLOSING}
    assert [sign for sign, html in drawn.items() if html.startswith("<strong>y</strong>")] == list(CLOSING)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("*bold* _italic_ ~gone~ `code`", "<strong>bold</strong> <em>italic</em> <s>gone</s> <code>code</code>"),
        ("_*both*_ (*in brackets*)", "<em><strong>both</strong></em> (<strong>in brackets</strong>)"),
        ("snake_case_name 2*3*4 a~b~c", "snake_case_name 2*3*4 a~b~c"),
        ("* not bold* *nor this * **nor that**", "* not bold* *nor this * **nor that**"),
        ("*not over\nlines*", "*not over\nlines*"),
        ("x\u200b*by a space of no width*\u200bx", "x\u200b<strong>by a space of no width</strong>\u200bx"),
        ("`*as it is* :tada:`", "<code>*as it is* :tada:</code>"),
        ("*a `*` b*", "<strong>a <code>*</code> b</strong>"),
        ("```\none\n  two```after", "<pre>one\n  two</pre>after"),
        ("a\n>b *c*\n&gt; d\ne", "a<blockquote>b <strong>c</strong>\nd</blockquote>e"),
        ("&gt;&gt;&gt; all\nthe rest", "<blockquote>all\nthe rest</blockquote>"),
        ("1 > 0 &gt; &lt;b&gt; &amp;lt;", "1 &gt; 0 &gt; &lt;b&gt; &amp;lt;"),
        ("<https://a.example/?b=1&amp;c=2|*as it is* &gt;>", f"{A_LINK}*as it is* &gt;</a>"),
        ("see https://a.example/?b=1&amp;c=2.", f"see {A_LINK}https://a.example/?b=1&amp;c=2</a>."),
        ("<javascript:alert(1)|click> <data:,x>", "&lt;javascript:alert(1)|click&gt; &lt;data:,x&gt;"),
        ("<@U0ADMIN> <@U0READER>", f"{ADMIN} {READER}"),
        ("<@U9|someone>", STRANGER),
        ("<#C0GENERAL|old-name> <#C9>", f"{GENERAL} {UNSEEN}"),
        ("<!here> <!subteam^S1|@team> <!new|word>", f"{HERE} {TEAM} word"),
        ("#general #nowhere @here", f"{GENERAL} #nowhere {HERE}"),
        ("10:30:45 :nothing_known: a:b", "10:30:45 :nothing_known: a:b"),
        ("< not a link> <", "&lt; not a link&gt; &lt;"),
    ],
)  # fmt: skip
def test_mrkdwn_is_read_as_slack_reads_it(stage: "Page", source: str, html: str) -> None:
    assert stage.evaluate("text => stage.mrkdwn(text, {names: true})", source) == html


def test_names_are_found_only_where_slack_looks_for_them(stage: "Page") -> None:
    assert stage.evaluate("stage.mrkdwn", "#general @here") == "#general @here"
    text = {"type": "mrkdwn", "text": "#general"}
    both = [{"type": "section", "text": text}, {"type": "section", "text": {**text, "verbatim": True}}]
    stage.evaluate("stage.blocks", both)
    assert stage.locator("#host [data-channel]").count() == 1


def test_verbatim_text_links_only_what_is_in_angle_brackets(stage: "Page") -> None:
    html = stage.evaluate("text => stage.mrkdwn(text, {verbatim: true})", "https://a.example #general @here <!here>")
    assert html == f"https://a.example #general @here {HERE}"


def test_emoji_are_named_images(stage: "Page") -> None:
    stage.evaluate("stage.mrkdwn", "a:b:tada: :+1::skin-tone-3:")
    assert [image.text_content() for image in stage.get_by_role("img").all()] == ["🎉", "👍🏼"]
    assert stage.get_by_role("img", name="tada", exact=True).is_visible()


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("{date_num} {time_secs}", "2026-05-28 10:26:40 PM"),
        ("{date} at {time}", "May 28th at 10:26 PM"),
        ("due {date_short_pretty}", "due today"),
        ("{date_long_pretty}", "Today"),
        ("{date_long}", "Thursday, May 28th"),
        ("{ago} {unknown}", "In 0 seconds {unknown}"),
    ],
)
def test_dates_are_in_the_time_zone_of_the_reader(stage: "Page", tokens: str, text: str) -> None:
    stage.evaluate("stage.mrkdwn", f"<!date^1780000000^{tokens}|later>")
    assert stage.locator("#host time").text_content() == text


def test_a_date_far_away_has_a_year_and_one_that_is_none_its_fallback(stage: "Page") -> None:
    stage.evaluate("stage.mrkdwn", "<!date^1392734382^{date_short}^https://a.example|x> <!date^soon^{date}|some day>")
    assert stage.locator("#host").text_content() == "Feb 18, 2014 some day"
    assert stage.locator("#host a time").count() == 1


def golden_blocks() -> Iterator[tuple[str, list[Json]]]:
    """Every list of blocks in the golden files, also of the messages inside an outcome."""
    for file in sorted(GOLDEN.glob("*.json")):
        outcome = json.loads(file.read_text(encoding="utf-8"))
        for part in (outcome, *outcome.values()):
            if isinstance(part, dict) and "blocks" in part:
                yield file.stem, part["blocks"]


def texts(value: object) -> Iterator[str]:
    """The words inside blocks that a reader is to see."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str) and value.get("type") != "mrkdwn":
            yield value["text"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from texts(part)


def test_everything_the_bot_says_is_drawn(stage: "Page") -> None:
    drawn = 0
    for name, blocks in golden_blocks():
        seen, parts, undrawn = stage.evaluate(DRAW, blocks)
        assert [text for text in texts(blocks) if text not in seen] == [], name
        assert (parts, undrawn) == (len(blocks), 0), name
        drawn += 1
    assert drawn >= 12


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def words(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text, "style": style}


def item(text: str) -> Json:
    return {"type": "rich_text_section", "elements": [words(text)]}


def test_rich_text_nests_lists_and_parses_nothing(stage: "Page") -> None:
    lists = [
        {"type": "rich_text_list", "style": "bullet", "elements": [item("one"), item("*two*")]},
        {"type": "rich_text_list", "style": "ordered", "indent": 1, "elements": [item("inner")]},
        {"type": "rich_text_list", "style": "bullet", "elements": [item("three")]},
    ]
    section = {"type": "rich_text_section", "elements": [words("all", bold=True, italic=True, strike=True, code=True)]}
    stage.evaluate("stage.blocks", [{"type": "rich_text", "elements": [section, *lists]}])
    assert stage.locator("#host ul > li > ol > li").all_text_contents() == ["inner"]
    assert stage.locator("#host .b-rich > ul > li").all_text_contents() == ["one", "*two*inner", "three"]
    assert stage.locator("#host s > em > strong > code").text_content() == "all"


def test_markdown_is_drawn_without_addresses_that_run_anything(stage: "Page") -> None:
    text = "# Head\n**bold** [good](https://a.example) [bad](javascript:alert(1))\n- one\n- two\n```\n<b>\n```"
    stage.evaluate("stage.blocks", [{"type": "markdown", "text": text}])
    assert stage.locator("#host h3").text_content() == "Head"
    assert stage.locator("#host ul > li").all_text_contents() == ["one", "two"]
    assert stage.locator("#host a").all_text_contents() == ["good"]
    assert stage.locator("#host pre").text_content() == "<b>"


def test_pictures_from_outside_are_named_and_not_fetched(stage: "Page") -> None:
    asked: list[str] = []
    stage.on("request", lambda request: asked.append(request.url))
    image = {"type": "image", "image_url": "https://pictures.example/a.png", "alt_text": "A graph"}
    stage.evaluate("stage.blocks", [image, {"type": "context", "elements": [image]}])
    assert stage.get_by_role("link", name="A graph").count() == 2
    assert asked == []


def hostile_blocks() -> list[Json]:
    option = {"text": plain(HOSTILE), "value": HOSTILE, "description": plain(HOSTILE)}
    selected = {"type": "static_select", "action_id": HOSTILE, "placeholder": plain(HOSTILE), "options": [option]}
    button = {"type": "button", "text": plain(HOSTILE), "action_id": "b", "accessibility_label": HOSTILE}
    return [
        {"type": "header", "text": plain(HOSTILE)},
        {"type": "section", "block_id": HOSTILE, "text": {"type": "mrkdwn", "text": HOSTILE}, "accessory": button},
        {"type": "section", "fields": [plain(HOSTILE)], "accessory": selected},
        {"type": "context", "elements": [{"type": "image", "image_url": "javascript:1", "alt_text": HOSTILE}]},
        {"type": "markdown", "text": HOSTILE},
        {"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [words(HOSTILE)]}]},
        {"type": "rich_text", "elements": [item(HOSTILE), {"type": "rich_text_section", "elements": [
            {"type": "link", "url": "javascript:window.hurt=1", "text": HOSTILE},
            {"type": "color", "value": "url(https://outside.example/x)"}]}]},
        {"type": "video", "title": plain(HOSTILE), "title_url": "javascript:window.hurt=1", "video_url": HOSTILE},
        {"type": HOSTILE},
    ]  # fmt: skip


def test_foreign_text_never_becomes_markup(stage: "Page") -> None:
    stage.evaluate("stage.blocks", hostile_blocks())
    assert stage.locator("#host :is(script, iframe, b, img)").count() == 0
    assert stage.locator("#host [onerror], #host [href^=javascript]").count() == 0
    assert (stage.locator("#host").text_content() or "").count("<b>bold</b>") >= len(hostile_blocks()) - 1
    stage.evaluate("stage.attachments", [{"title": HOSTILE, "text": HOSTILE, "title_link": "javascript:1"}])
    assert stage.locator("#host :is(script, b, img, a)").count() == 0
    assert stage.evaluate("window.hurt") is None


def test_blocks_have_no_serious_accessibility_finding(
    stage: "Page", serious_findings: "Callable[[Page], list[str]]"
) -> None:
    different = {json.dumps(block): block for _, blocks in golden_blocks() for block in blocks}
    stage.evaluate("stage.blocks", list(different.values()))
    assert stage.locator("#host .b-block").count() == len(different) > 300
    assert serious_findings(stage) == []
