"""Messages of the bot: where they may go, what is kept of them, threads, changes and previews of links."""

from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.model import APP, BOT, BOT_USER
from tests.workspace_calls import ALL_SCOPES, ORIGIN, READER, Calls, manifest, section

BUTTON = {"type": "button", "text": {"type": "plain_text", "text": "Press"}}


def test_a_posted_message_is_there_with_its_ids_and_is_told() -> None:
    calls = Calls()
    blocks = [section("one"), section("two", block_id="mine"), {"type": "actions", "elements": [BUTTON]}]

    answer = calls.ok("chat.postMessage", channel=town.GENERAL, text="hello", blocks=blocks)

    (message,) = calls.state.messages(town.GENERAL)
    assert (answer["channel"], answer["ts"], answer["message"]) == (town.GENERAL, message.ts, message.body)
    kept = message.body
    assert (kept["type"], kept["user"], kept["bot_id"], kept["app_id"]) == ("message", BOT_USER, BOT, APP)
    assert kept["bot_profile"]["name"] == "Paperboy"
    assert kept["blocks"][1]["block_id"] == "mine"
    assert all(block["block_id"] for block in kept["blocks"])
    assert kept["blocks"][2]["elements"][0]["action_id"]
    assert "block_id" not in blocks[0]
    (event,) = calls.told
    assert event == {**kept, "channel": town.GENERAL, "channel_type": "channel", "event_ts": message.ts}


@pytest.mark.parametrize(
    ("channel", "code"),
    [
        ("C0NOWHERE", "channel_not_found"),
        ("D0NOBODY", "channel_not_found"),
        ("U0NOBODY", "channel_not_found"),
        (town.RANDOM, "not_in_channel"),
        ("#random", "not_in_channel"),
        (BOT_USER, "cannot_dm_bot"),
        ("USLACKBOT", "cannot_dm_bot"),
    ],
)
def test_a_message_goes_only_where_the_bot_may_post(channel: str, code: str) -> None:
    calls = Calls()

    assert calls.error("chat.postMessage", channel=channel, text="hello") == code
    assert calls.told == []


def test_a_private_channel_without_the_bot_is_not_there() -> None:
    calls = Calls()
    calls.leave(town.READING_GROUP)

    for method, arguments in (
        ("chat.postMessage", {"text": "hello"}),
        ("conversations.info", {}),
        ("conversations.history", {}),
        ("conversations.members", {}),
    ):
        assert calls.error(method, channel=town.READING_GROUP, **arguments) == "channel_not_found"


def test_nothing_is_posted_to_an_archived_channel() -> None:
    calls = Calls()
    posted = calls.ok("chat.postMessage", channel=town.PAPERS, text="hello")
    calls.archive(town.PAPERS)

    assert calls.error("chat.postMessage", channel=town.PAPERS, text="hello") == "is_archived"
    assert calls.error("chat.update", channel=town.PAPERS, ts=posted["ts"], text="bye") == "is_archived"


def test_a_public_channel_needs_no_membership_with_the_scope_for_it() -> None:
    calls = Calls(manifest("chat:write", "chat:write.public"))

    calls.ok("chat.postMessage", channel=town.RANDOM, text="hello")

    assert calls.texts(town.RANDOM) == ["hello"]


def test_a_message_to_a_person_goes_to_their_direct_messages() -> None:
    calls = Calls()

    answer = calls.ok("chat.postMessage", channel=READER, text="hello")

    assert answer["channel"] == "D0READER"
    assert calls.told[0]["channel_type"] == "im"


def test_a_channel_can_be_named() -> None:
    assert Calls().ok("chat.postMessage", channel="#papers", text="hello")["channel"] == town.PAPERS


def test_without_a_messages_tab_nobody_can_be_written_to() -> None:
    calls = Calls(manifest(app_home={"messages_tab_enabled": False}))

    assert calls.error("chat.postMessage", channel=READER, text="hello") == "messages_tab_disabled"


def test_a_message_that_says_nothing_is_refused() -> None:
    assert Calls().error("chat.postMessage", channel=town.GENERAL) == "no_text"


def test_a_text_that_is_too_long_is_cut_with_a_warning() -> None:
    calls = Calls()

    answer = calls.ok("chat.postMessage", channel=town.GENERAL, text="x" * 40_001)

    assert len(answer["message"]["text"]) == 40_000
    assert answer["response_metadata"]["warnings"] == ["message_truncated"]
    assert "warning" not in calls.ok("chat.postMessage", channel=town.GENERAL, text="x" * 40_000)


def test_another_name_needs_its_scope() -> None:
    assert Calls().error("chat.postMessage", channel=town.GENERAL, text="x", username="Ada") == "missing_scope"
    allowed = Calls(manifest(*ALL_SCOPES, "chat:write.customize"))
    assert (
        allowed.ok("chat.postMessage", channel=town.GENERAL, text="x", username="Ada")["message"]["username"] == "Ada"
    )


def test_a_reply_hangs_on_its_message() -> None:
    calls = Calls()
    root = calls.says(READER, "question")

    reply = calls.ok("chat.postMessage", channel=town.GENERAL, text="answer", thread_ts=root)["message"]

    assert (reply["thread_ts"], reply["parent_user_id"]) == (root, READER)
    assert [one.thread_ts for one in calls.state.messages(town.GENERAL)] == [root, root]


def test_a_reply_can_be_sent_to_the_channel_too() -> None:
    calls = Calls()
    root = calls.says(READER, "question")

    reply = calls.ok("chat.postMessage", channel=town.GENERAL, text="a", thread_ts=root, reply_broadcast=True)

    assert reply["message"]["subtype"] == "thread_broadcast"
    assert reply["message"]["root"]["text"] == "question"


def test_there_must_be_something_to_reply_to() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    reply = calls.ok("chat.postMessage", channel=town.GENERAL, text="answer", thread_ts=root)["ts"]

    def error(thread_ts: str) -> str:
        return calls.error("chat.postMessage", channel=town.GENERAL, text="x", thread_ts=thread_ts)

    assert error("1.000000") == "thread_not_found"
    assert error(reply) == "cannot_reply_to_message"


def test_an_ephemeral_message_is_for_a_member_of_the_channel() -> None:
    calls = Calls()

    ts = calls.ok("chat.postEphemeral", channel=town.GENERAL, user=READER, text="for you")["message_ts"]

    assert calls.texts() == []
    (message,) = calls.state.messages(town.GENERAL, READER)
    assert (message.ts, message.body["is_ephemeral"]) == (ts, True)
    assert calls.told == []
    for user in ("U0NOBODY", "USLACKBOT"):
        assert calls.error("chat.postEphemeral", channel=town.GENERAL, user=user, text="x") == "user_not_in_channel"


def test_an_ephemeral_message_is_out_of_reach_afterwards() -> None:
    calls = Calls()
    ts = calls.ok("chat.postEphemeral", channel=town.GENERAL, user=READER, text="for you")["message_ts"]

    assert calls.error("chat.update", channel=town.GENERAL, ts=ts, text="x") == "message_not_found"
    assert calls.error("chat.delete", channel=town.GENERAL, ts=ts) == "message_not_found"
    assert calls.ok("conversations.history", channel=town.GENERAL)["messages"] == []


def test_a_changed_message_keeps_its_blocks_unless_others_come() -> None:
    calls = Calls()
    ts = calls.ok("chat.postMessage", channel=town.GENERAL, text="old", blocks=[section("old")])["ts"]
    calls.told.clear()

    kept = calls.ok("chat.update", channel=town.GENERAL, ts=ts, text="new")["message"]
    other = calls.ok("chat.update", channel=town.GENERAL, ts=ts, blocks=[section("new")])["message"]
    bare = calls.ok("chat.update", channel=town.GENERAL, ts=ts, text="bare", blocks=[])["message"]

    assert (kept["text"], kept["blocks"][0]["text"]["text"]) == ("new", "old")
    assert (other["text"], other["blocks"][0]["text"]["text"]) == ("new", "new")
    assert (bare["text"], "blocks" in bare) == ("bare", False)
    assert bare["edited"]["user"] == BOT_USER
    assert [event["subtype"] for event in calls.told] == ["message_changed"] * 3
    assert calls.told[0]["previous_message"]["text"] == "old"


def test_only_its_own_messages_are_the_bots_to_change() -> None:
    calls = Calls()
    ts = calls.says(READER, "mine")

    assert calls.error("chat.update", channel=town.GENERAL, ts=ts, text="yours") == "cant_update_message"
    assert calls.error("chat.delete", channel=town.GENERAL, ts=ts) == "cant_delete_message"
    assert calls.error("chat.update", channel=town.GENERAL, ts="1.000000", text="x") == "message_not_found"
    assert calls.error("chat.update", channel=town.GENERAL, ts="1.000000", text="x" * 4_001) == "msg_too_long"


def test_a_deleted_message_is_gone() -> None:
    calls = Calls()
    ts = calls.ok("chat.postMessage", channel=town.GENERAL, text="hello")["ts"]

    assert calls.ok("chat.delete", channel=town.GENERAL, ts=ts)["ts"] == ts
    assert calls.texts() == []
    assert (calls.told[-1]["subtype"], calls.told[-1]["deleted_ts"]) == ("message_deleted", ts)


def test_a_deleted_message_with_a_thread_leaves_a_mark() -> None:
    calls = Calls()
    root = calls.ok("chat.postMessage", channel=town.GENERAL, text="question")["ts"]
    calls.says(READER, "answer", thread_ts=root)

    calls.ok("chat.delete", channel=town.GENERAL, ts=root)

    thread = calls.ok("conversations.replies", channel=town.GENERAL, ts=root)["messages"]
    assert [(one.get("subtype"), one["text"]) for one in thread] == [
        ("tombstone", "This message was deleted."),
        (None, "answer"),
    ]
    assert calls.told[-1]["subtype"] == "message_changed"
    assert calls.error("chat.delete", channel=town.GENERAL, ts=root) == "cant_delete_message"


def test_a_message_has_a_permanent_link() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    reply = calls.says(READER, "more", thread_ts=root)

    link = calls.ok("chat.getPermalink", channel=town.GENERAL, message_ts=root)["permalink"]
    of_reply = calls.ok("chat.getPermalink", channel=town.GENERAL, message_ts=reply)["permalink"]

    assert link == f"{ORIGIN}/archives/{town.GENERAL}/p{root.replace('.', '')}"
    assert of_reply.endswith(f"/p{reply.replace('.', '')}?thread_ts={root}&cid={town.GENERAL}")
    assert calls.error("chat.getPermalink", channel=town.GENERAL, message_ts="1.000000") == "message_not_found"


LINK = "https://papers.example.org/one?a=1&b=2"


def preview(text: str) -> dict[str, Any]:
    return {"blocks": [section(text)]}


def test_a_link_gets_its_preview_and_a_second_one_replaces_it() -> None:
    calls = Calls()
    ts = calls.says(READER, f"look: <{LINK.replace('&', '&amp;')}>")

    calls.ok("chat.unfurl", channel=town.GENERAL, ts=ts, unfurls={LINK: preview("one")})
    calls.ok("chat.unfurl", channel=town.GENERAL, ts=ts, unfurls={LINK: preview("two")})

    (message,) = calls.state.messages(town.GENERAL)
    (attachment,) = message.body["attachments"]
    assert attachment["blocks"][0]["text"]["text"] == "two"
    assert attachment["blocks"][0]["block_id"]
    assert (attachment["from_url"], attachment["is_app_unfurl"]) == (LINK, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"unfurls": {"https://papers.example.org/other": preview("x")}}, "cannot_unfurl_url"),
        ({"unfurls": {"https://example.com/": preview("x")}}, "cannot_unfurl_url"),
        ({"unfurls": {LINK: "x"}}, "cannot_parse_attachment"),
        ({"unfurls": {LINK: preview("x")}, "ts": "1.000000"}, "cannot_find_message"),
    ],
)
def test_a_preview_needs_a_message_with_a_link_of_the_apps_own(arguments: dict[str, Any], code: str) -> None:
    calls = Calls()
    ts = calls.says(READER, f"<{LINK}> <https://example.com/>")

    assert calls.error("chat.unfurl", **{"channel": town.GENERAL, "ts": ts, **arguments}) == code
    (message,) = calls.state.messages(town.GENERAL)
    assert "attachments" not in message.body


def test_markdown_becomes_a_block_and_attachments_get_their_ids() -> None:
    calls = Calls()
    attachment = {"color": "#2b4b6f", "blocks": [{"type": "actions", "elements": [BUTTON]}]}

    markdown = calls.ok("chat.postMessage", channel=town.GENERAL, markdown_text="**bold**")["message"]
    attached = calls.ok("chat.postMessage", channel=town.GENERAL, text="x", attachments=[attachment])["message"]

    assert [(block["type"], block["text"]) for block in markdown["blocks"]] == [("markdown", "**bold**")]
    (kept,) = attached["attachments"]
    assert (kept["id"], kept["fallback"]) == (1, "[no preview available]")
    assert kept["blocks"][0]["block_id"]
    assert kept["blocks"][0]["elements"][0]["action_id"]
