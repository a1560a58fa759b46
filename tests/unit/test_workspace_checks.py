"""Messages, views and calls that Slack refuses are refused here with its code; what Paperboy sends is accepted."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.workspace.checks import check_call, check_message, check_view
from bot.workspace.model import Json, ViewKind

GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "blocks").iterdir())
DIVIDER = {"type": "divider"}
INPUT = {
    "type": "input",
    "label": {"type": "plain_text", "text": "a"},
    "element": {"type": "plain_text_input", "action_id": "a"},
}
WRONG_BLOCK = {"type": "header", "text": {"type": "mrkdwn", "text": "a"}}
LONG = [{"type": "section", "text": {"type": "plain_text", "text": "x" * 2_700}}] * 5


def plain(length: int = 1) -> Json:
    return {"type": "plain_text", "text": "x" * length}


def modal(**more: Any) -> Json:
    return {"type": "modal", "title": plain(), "blocks": [DIVIDER]} | more


def home(**more: Any) -> Json:
    return {"type": "home", "blocks": [DIVIDER]} | more


MESSAGES: dict[str, tuple[Json, str, str]] = {
    "nothing": ({}, "no_text", ""),
    "empty text": ({"text": " "}, "no_text", ""),
    "no blocks": ({"blocks": []}, "no_text", ""),
    "text not a string": ({"text": 7}, "invalid_arguments", "/text"),
    "blocks as text": ({"text": "x", "blocks": "[]"}, "invalid_blocks_format", "/blocks"),
    "blocks in an object": ({"text": "x", "blocks": {"blocks": []}}, "invalid_blocks_format", "/blocks"),
    "a block as text": ({"text": "x", "blocks": ["divider"]}, "invalid_blocks_format", "/blocks"),
    "blocks too long": ({"text": "x", "blocks": LONG}, "msg_blocks_too_long", "/blocks"),
    "101 attachments": ({"attachments": [{"text": "x"}] * 101}, "too_many_attachments", "/attachments"),
    "attachments an object": ({"attachments": {"text": "x"}}, "invalid_attachments", "/attachments"),
    "an attachment as text": ({"attachments": ["x"]}, "invalid_attachments", "/attachments/0"),
    "attachment with unknown key": ({"attachments": [{"txt": "x"}]}, "invalid_attachments", "/attachments/0"),
    "wrong block in attachment": (
        {"attachments": [{"blocks": [WRONG_BLOCK]}]},
        "invalid_blocks",
        "/attachments/0/blocks/0/text/type",
    ),
    "markdown and text": ({"text": "x", "markdown_text": "x"}, "markdown_text_conflict", "/markdown_text"),
    "markdown of 12001": ({"markdown_text": "x" * 12_001}, "msg_too_long", "/markdown_text"),
    "metadata without type": ({"text": "x", "metadata": {"event_payload": {}}}, "invalid_metadata_format", "/metadata"),
    "metadata as text": ({"text": "x", "metadata": "kv"}, "invalid_metadata_format", "/metadata"),
}

VIEWS: dict[str, tuple[ViewKind, Any, str, str]] = {
    "as text": ("modal", "modal", "invalid_arguments", "/view"),
    "without blocks": ("modal", {"type": "modal", "title": plain()}, "invalid_arguments", "/view/blocks"),
    "without title": ("modal", {"type": "modal", "blocks": []}, "invalid_arguments", "/view"),
    "no block": ("modal", modal(blocks=[]), "invalid_arguments", "/view"),
    "101 blocks": ("modal", modal(blocks=[DIVIDER] * 101), "invalid_arguments", "/view/blocks"),
    "title of 25": ("modal", modal(title=plain(25)), "invalid_arguments", "/view/title/text"),
    "title empty": ("modal", modal(title=plain(0)), "invalid_arguments", "/view/title/text"),
    "title in mrkdwn": ("modal", modal(title={"type": "mrkdwn", "text": "a"}), "invalid_arguments", "/view/title/type"),
    "submit of 25": ("modal", modal(submit=plain(25)), "invalid_arguments", "/view/submit/text"),
    "close of 25": ("modal", modal(close=plain(25)), "invalid_arguments", "/view/close/text"),
    "private_metadata of 3001": (
        "modal",
        modal(private_metadata="x" * 3_001),
        "invalid_arguments",
        "/view/private_metadata",
    ),
    "callback_id of 256": ("modal", modal(callback_id="x" * 256), "invalid_arguments", "/view/callback_id"),
    "external_id of 256": ("modal", modal(external_id="x" * 256), "invalid_arguments", "/view/external_id"),
    "unknown property": ("modal", modal(submit_disabled=True), "invalid_arguments", "/view"),
    "input without submit": ("modal", modal(blocks=[INPUT]), "invalid_arguments", "/view"),
    "wrong block": ("modal", modal(blocks=[WRONG_BLOCK]), "invalid_arguments", "/view/blocks/0/text/type"),
    "markdown block": (
        "modal",
        modal(blocks=[{"type": "markdown", "text": "a"}]),
        "invalid_arguments",
        "/view/blocks/0",
    ),
    "250 kB": ("modal", modal(blocks=[WRONG_BLOCK | {"block_id": "b" * 250_000}]), "view_too_large", "/view"),
    "Home with a title": ("home", home(title=plain()), "invalid_arguments", "/view"),
    "Home with submit": ("home", home(submit=plain()), "invalid_arguments", "/view"),
    "Home that is a modal": ("home", modal(), "invalid_arguments", "/view/type"),
    "modal that is a Home": ("modal", home(title=plain()), "invalid_arguments", "/view/type"),
}

CALLS: dict[str, tuple[str, Json, str, str]] = {
    "no channel": ("chat.postMessage", {"text": "x"}, "invalid_arguments", ""),
    "channel a number": ("chat.postMessage", {"channel": 7, "text": "x"}, "invalid_arguments", "/channel"),
    "argument unknown": ("chat.postMessage", {"channel": "C1", "text": "x", "thread": "1.2"}, "invalid_arguments", ""),
    "thread_ts a number": (
        "chat.postMessage",
        {"channel": "C1", "text": "x", "thread_ts": 1.5},
        "invalid_arguments",
        "/thread_ts",
    ),
    "flag in words": (
        "chat.postMessage",
        {"channel": "C1", "text": "x", "mrkdwn": "yes"},
        "invalid_arguments",
        "/mrkdwn",
    ),
    "ephemeral without user": ("chat.postEphemeral", {"channel": "C1", "text": "x"}, "invalid_arguments", ""),
    "update without ts": ("chat.update", {"channel": "C1", "text": "x"}, "invalid_arguments", ""),
    "update of 4001": ("chat.update", {"channel": "C1", "ts": "1.2", "text": "x" * 4_001}, "msg_too_long", "/text"),
    "blocks": ("chat.postMessage", {"channel": "C1", "blocks": [WRONG_BLOCK]}, "invalid_blocks", "/blocks/0/text/type"),
    "unfurls a list": (
        "chat.unfurl",
        {"channel": "C1", "ts": "1.2", "unfurls": []},
        "invalid_unfurls_format",
        "/unfurls",
    ),
    "wrong unfurl": (
        "chat.unfurl",
        {"channel": "C1", "ts": "1.2", "unfurls": {"https://a.org/x": {"txt": "a"}}},
        "cannot_parse_attachment",
        "/unfurls/https:~1~1a.org~1x",
    ),
    "view": (
        "views.open",
        {"trigger_id": "1", "view": modal(title=plain(25))},
        "invalid_arguments",
        "/view/title/text",
    ),
    "no view": ("views.push", {"trigger_id": "1"}, "invalid_arguments", "/view"),
    "modal as Home": ("views.publish", {"user_id": "U1", "view": modal()}, "invalid_arguments", "/view/type"),
    "limit in words": ("conversations.history", {"channel": "C1", "limit": "all"}, "invalid_arguments", "/limit"),
    "reaction without name": ("reactions.add", {"channel": "C1", "timestamp": "1.2"}, "invalid_arguments", ""),
}

GOOD_CALLS: dict[str, tuple[str, Json]] = {
    "auth.test": ("auth.test", {}),
    "token and team": ("chat.delete", {"channel": "C1", "ts": "1.2", "token": "x", "team_id": "T1"}),
    "booleans of a form": ("conversations.history", {"channel": "C1", "inclusive": "1", "limit": "20"}),
    "every argument": (
        "chat.postMessage",
        {
            "channel": "C1",
            "text": "x" * 41_000,
            "thread_ts": "1.2",
            "reply_broadcast": True,
            "unfurl_links": False,
            "unfurl_media": "false",
            "metadata": {"event_type": "a", "event_payload": {"b": 1}},
        },
    ),
    "unfurl": ("chat.unfurl", {"channel": "C1", "ts": "1.2", "unfurls": {"https://a.org": {"blocks": [DIVIDER]}}}),
    "update of a Home": ("views.update", {"view_id": "V1", "view": home()}),
    "modal with input": ("views.open", {"trigger_id": "1", "view": modal(blocks=[INPUT], submit=plain(24))}),
    "status": ("assistant.threads.setStatus", {"channel_id": "D1", "thread_ts": "1.2", "status": "reads"}),
    "a method of Slack that is not here": ("calls.add", {"anything": 1}),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_that_slack_refuses_is_refused(name: str) -> None:
    message, code, pointer = MESSAGES[name]

    assert (code, pointer) in {(problem.code, problem.pointer) for problem in check_message(message)}


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_that_slack_refuses_is_refused(name: str) -> None:
    kind, view, code, pointer = VIEWS[name]

    assert (code, pointer) in {(problem.code, problem.pointer) for problem in check_view(view, kind)}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_slack_refuses_is_refused(name: str) -> None:
    method, arguments, code, pointer = CALLS[name]

    assert (code, pointer) in {(problem.code, problem.pointer) for problem in check_call(method, arguments)}


@pytest.mark.parametrize("name", GOOD_CALLS)
def test_a_call_that_slack_takes_is_accepted(name: str) -> None:
    assert check_call(*GOOD_CALLS[name]) == ()


def test_a_body_that_deletes_the_original_needs_no_text() -> None:
    assert check_message({"delete_original": True}) == ()


@pytest.mark.parametrize("kind", ["modal", "home"])
def test_a_view_may_have_all_that_its_kind_has(kind: ViewKind) -> None:
    more = {"private_metadata": "x" * 3_000, "callback_id": "x" * 255, "external_id": "x" * 255}

    view = modal(submit=plain(24), close=plain(24), notify_on_close=True) if kind == "modal" else home()
    assert check_view(view | more | {"blocks": [INPUT] + [DIVIDER] * 99}, kind) == ()


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_what_paperboy_sends_is_accepted(file: Path) -> None:
    drawn = list(_drawn(json.loads(file.read_text(encoding="utf-8"))))

    assert drawn
    for each in drawn:
        if "title" in each:
            sent_off = {"submit": {"type": "plain_text", "text": each["submit"]}} if each["submit"] else {}
            assert check_view(modal(blocks=each["blocks"], **sent_off), "modal") == ()
        else:
            assert check_call("chat.postMessage", {"channel": "C1", "text": "x", "blocks": each["blocks"]}) == ()


def _drawn(outcome: Any) -> Iterator[Json]:
    if isinstance(outcome, dict):
        if outcome.get("blocks"):
            yield outcome
        for part in outcome.values():
            yield from _drawn(part)
