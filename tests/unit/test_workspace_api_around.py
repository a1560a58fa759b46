"""What is around messages: conversations and people, reactions, files, the assistant's pane."""

from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.model import BOT, BOT_USER, Change
from bot.workspace.webapi.files import KEPT, LARGEST, Files
from tests.workspace_calls import ORIGIN, READER, Calls, manifest


def names(body: dict[str, Any]) -> list[str]:
    return [channel.get("name", "") for channel in body["channels"]]


def test_conversations_are_listed_by_kind() -> None:
    calls = Calls()

    assert names(calls.ok("conversations.list")) == ["general", "papers", "random"]
    assert names(calls.ok("conversations.list", types="private_channel,mpim")) == ["reading-group"]
    assert len(names(calls.ok("conversations.list", types="im"))) == len(town.HUMANS)
    assert calls.error("conversations.list", types="secret") == "invalid_types"
    calls.leave(town.READING_GROUP)
    calls.archive(town.PAPERS)
    assert names(calls.ok("conversations.list", types="private_channel")) == []
    assert names(calls.ok("conversations.list", exclude_archived=True)) == ["general", "random"]


def test_conversations_are_listed_in_pages() -> None:
    calls = Calls()
    first = calls.ok("conversations.list", limit=2)
    second = calls.ok("conversations.list", limit=2, cursor=first["response_metadata"]["next_cursor"])

    assert (names(first), names(second)) == (["general", "papers"], ["random"])
    assert second["response_metadata"] == {"next_cursor": ""}


def test_the_bots_own_conversations_are_those_it_is_in() -> None:
    calls = Calls()

    assert names(calls.ok("users.conversations")) == ["general", "papers"]
    assert names(calls.ok("users.conversations", user=READER)) == ["general", "papers", "random"]
    assert calls.error("users.conversations", user="U0NOBODY") == "user_not_found"


def test_a_channel_says_what_it_is_and_whether_the_bot_is_in() -> None:
    calls = Calls()

    random = calls.ok("conversations.info", channel=town.RANDOM, include_num_members=True)["channel"]
    private = calls.ok("conversations.info", channel=town.READING_GROUP)["channel"]
    direct = calls.ok("conversations.info", channel="D0READER")["channel"]

    assert (random["name"], random["is_member"], random["is_private"], random["num_members"]) == (
        "random",
        False,
        False,
        3,
    )
    assert (private["is_private"], private["is_member"]) == (True, True)
    assert (direct["is_im"], direct["user"]) == (True, READER)


def test_members_are_listed() -> None:
    members = Calls().ok("conversations.members", channel=town.GENERAL, limit=3)

    assert len(members["members"]) == 3
    assert members["response_metadata"]["next_cursor"]


def test_direct_messages_are_opened_with_one_person() -> None:
    calls = Calls()

    assert calls.ok("conversations.open", users=READER)["channel"] == {"id": "D0READER"}
    assert calls.ok("conversations.open", channel="D0READER", return_im=True)["channel"]["user"] == READER
    assert calls.error("conversations.open", users="U0NOBODY") == "user_not_found"
    assert calls.error("conversations.open", users=BOT_USER) == "cannot_dm_bot"
    assert calls.error("conversations.open") == "users_list_not_supplied"
    assert calls.error("conversations.open", users=f"{READER},U0CURATOR") == "invalid_arguments"


def test_people_have_their_time_zones() -> None:
    calls = Calls()

    curator = calls.ok("users.info", user="U0CURATOR")["user"]
    everybody = calls.ok("users.list")["members"]

    assert (curator["tz"], curator["tz_offset"], curator["is_bot"]) == ("America/New_York", -18_000, False)
    assert {person["id"] for person in everybody if person["is_bot"]} == {BOT_USER, "USLACKBOT"}
    assert [person["profile"].get("bot_id") for person in everybody if person["id"] == BOT_USER] == [BOT]
    assert calls.error("users.info", user="U0NOBODY") == "user_not_found"


def test_team_and_bot_say_what_they_are() -> None:
    calls = Calls()

    assert calls.ok("team.info")["team"]["id"] == "T0PAPERBOY"
    assert calls.error("team.info", team="T0OTHER") == "team_not_found"
    assert calls.ok("bots.info", bot=BOT)["bot"]["user_id"] == BOT_USER
    assert calls.error("bots.info", bot="B0OTHER") == "bot_not_found"


def test_a_reaction_is_put_on_a_message_once_and_taken_away_once() -> None:
    calls = Calls()
    ts = calls.says(READER, "hello")
    place = {"channel": town.GENERAL, "timestamp": ts}

    calls.ok("reactions.add", name="eyes", **place)
    assert calls.error("reactions.add", name=":eyes:", **place) == "already_reacted"
    reactions = calls.ok("reactions.get", **place)["message"]["reactions"]
    assert reactions == [{"name": "eyes", "users": [BOT_USER], "count": 1}]
    calls.ok("reactions.remove", name="eyes", **place)
    assert calls.error("reactions.remove", name="eyes", **place) == "no_reaction"
    assert "reactions" not in calls.ok("reactions.get", **place)["message"]
    assert [(event["type"], event["reaction"], event["item_user"]) for event in calls.told] == [
        ("reaction_added", "eyes", READER),
        ("reaction_removed", "eyes", READER),
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"name": "Not a name"}, "invalid_name"),
        ({"timestamp": "1.000000"}, "message_not_found"),
        ({"channel": town.RANDOM}, "not_in_channel"),
        ({"channel": "C0NOWHERE"}, "channel_not_found"),
    ],
)
def test_a_reaction_needs_a_name_and_a_message_within_reach(arguments: dict[str, str], code: str) -> None:
    calls = Calls()
    place = {"channel": town.GENERAL, "timestamp": calls.says(READER, "hello"), "name": "eyes"}

    assert calls.error("reactions.add", **{**place, **arguments}) == code


def test_a_message_takes_fifty_kinds_of_reactions() -> None:
    calls = Calls()
    place = {"channel": town.GENERAL, "timestamp": calls.says(READER, "hello")}
    for number in range(50):
        calls.ok("reactions.add", name=f"emoji_{number}", **place)

    assert calls.error("reactions.add", name="one_more", **place) == "too_many_emoji"


def uploaded(calls: Calls, content: bytes = b"@article{}", **arguments: Any) -> str:
    announced = calls.ok("files.getUploadURLExternal", filename="papers.bib", length=len(content))
    assert announced["upload_url"] == f"{ORIGIN}/files/{announced['file_id']}"
    assert calls.api.files.receive(announced["file_id"], content)
    files = [{"id": announced["file_id"], "title": "Papers"}]
    calls.ok("files.completeUploadExternal", files=files, **arguments)
    return str(announced["file_id"])


def test_a_file_is_announced_sent_and_shared() -> None:
    calls = Calls()

    file_id = uploaded(calls, channel_id=town.GENERAL, initial_comment="Here it is")

    (message,) = calls.by_bot()
    assert (message.body["text"], message.body["files"][0]["id"]) == ("Here it is", file_id)
    described = calls.ok("files.info", file=file_id)["file"]
    assert (described["title"], described["size"], described["channels"]) == ("Papers", 10, [town.GENERAL])
    assert calls.told[0]["subtype"] == "file_share"


def test_a_file_without_a_channel_is_seen_nowhere() -> None:
    calls = Calls()
    file_id = uploaded(calls)

    assert calls.by_bot() == []
    assert calls.ok("files.info", file=file_id)["file"]["is_public"] is False


def test_a_file_that_has_not_come_cannot_be_shared() -> None:
    calls = Calls()
    announced = calls.ok("files.getUploadURLExternal", filename="papers.bib", length=3)["file_id"]

    assert not calls.api.files.receive(announced, b"too long")
    assert calls.error("files.completeUploadExternal", files=[{"id": announced}]) == "file_not_found"
    assert calls.error("files.info", file=announced) == "file_not_found"
    assert calls.api.files.receive(announced, b"abc")
    assert not calls.api.files.receive(announced, b"abc")
    assert (
        calls.error("files.completeUploadExternal", files=[{"id": announced}], channel_id=town.RANDOM)
        == "not_in_channel"
    )
    calls.ok("files.completeUploadExternal", files=[{"id": announced}], channel_id=town.GENERAL)


def test_a_file_has_a_length_that_can_be_kept() -> None:
    calls = Calls()

    too_large = calls.error("files.getUploadURLExternal", filename="a.pdf", length=LARGEST + 1)
    assert too_large == "file_upload_size_restricted"
    assert calls.error("files.getUploadURLExternal", filename="a.pdf", length=0) == "missing_argument"


def test_the_oldest_files_are_forgotten() -> None:
    files = Files()
    first = files.announce("a.txt", 1, 0)
    last = [files.announce("a.txt", 1, 0) for _ in range(KEPT)][-1]

    assert files.find(first.id) is None
    assert files.find(last.id) == last


def test_an_assistant_says_what_it_does_and_what_to_ask() -> None:
    calls = Calls(manifest(assistant_view={"assistant_description": "Finds papers."}))
    seen: list[Change] = []
    calls.state.watch(seen.append)
    thread = {"channel_id": "D0READER", "thread_ts": calls.says(READER, "hi", channel="D0READER")}
    prompts = [{"title": "Cache", "message": "papers about kv cache"}]

    calls.ok("assistant.threads.setStatus", status="is thinking...", **thread)
    calls.ok("assistant.threads.setTitle", title="Caches", **thread)
    calls.ok("assistant.threads.setSuggestedPrompts", prompts=prompts, **thread)

    notices = [change.data["sentence"] for change in seen if change.kind == "notice"]
    assert notices == ["Paperboy is thinking..."]
    root = calls.state.message("D0READER", thread["thread_ts"])
    assert root is not None
    assert root.body["assistant_app_thread"] == {"title": "Caches", "prompts": prompts, "prompts_title": None}
    assert (
        calls.error("assistant.threads.setTitle", title="x", channel_id="D0READER", thread_ts="1.0")
        == "thread_not_found"
    )
    five = {"prompts": prompts * 5, **thread}
    assert calls.error("assistant.threads.setSuggestedPrompts", **five) == "invalid_arguments"


def test_an_app_without_the_assistants_pane_cannot_use_it() -> None:
    calls = Calls()
    thread = {"channel_id": "D0READER", "thread_ts": calls.says(READER, "hi", channel="D0READER")}

    assert calls.error("assistant.threads.setTitle", title="x", **thread) == "no_permission"
