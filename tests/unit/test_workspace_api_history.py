"""What the bot can read again: histories and threads, page by page and between two times."""

import pytest

from bot.workspace import town
from tests.workspace_calls import READER, Calls


def told(calls: Calls, count: int) -> list[str]:
    return [calls.says(READER, str(number)) for number in range(count)]


def history(calls: Calls, **arguments: object) -> list[str]:
    answer = calls.ok("conversations.history", channel=town.GENERAL, **arguments)
    return [message["text"] for message in answer["messages"]]


def test_a_history_has_the_newest_first() -> None:
    calls = Calls()
    told(calls, 3)

    assert history(calls) == ["2", "1", "0"]


def test_a_history_comes_in_pages() -> None:
    calls = Calls()
    told(calls, 5)

    pages, cursor = [], "begin"
    while cursor:
        more = {} if cursor == "begin" else {"cursor": cursor}
        answer = calls.ok("conversations.history", channel=town.GENERAL, limit=2, **more)
        pages.append([message["text"] for message in answer["messages"]])
        cursor = answer.get("response_metadata", {}).get("next_cursor", "")
        assert answer["has_more"] is bool(cursor)

    assert pages == [["4", "3"], ["2", "1"], ["0"]]


def test_a_new_message_does_not_disturb_a_page_that_was_begun() -> None:
    calls = Calls()
    told(calls, 4)
    cursor = calls.ok("conversations.history", channel=town.GENERAL, limit=2)["response_metadata"]["next_cursor"]
    calls.says(READER, "new")

    assert history(calls, limit=2, cursor=cursor) == ["1", "0"]


def test_a_history_between_two_times_has_them_only_when_asked() -> None:
    calls = Calls()
    ts = told(calls, 4)

    assert history(calls, oldest=ts[0], latest=ts[3]) == ["2", "1"]
    assert history(calls, oldest=ts[0], latest=ts[3], inclusive=True) == ["3", "2", "1", "0"]
    assert history(calls, oldest=ts[2]) == ["3"]
    assert history(calls, latest=ts[1]) == ["0"]
    assert history(calls, oldest=ts[0].partition(".")[0], limit=1) == ["3"]
    assert calls.error("conversations.history", channel=town.GENERAL, oldest="yesterday") == "invalid_ts_oldest"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"limit": 0}, "invalid_limit"),
        ({"cursor": "nonsense"}, "invalid_cursor"),
        ({"cursor": "bmV4dDo5OQ=="}, "invalid_cursor"),
        ({"cursor": "ÿ"}, "invalid_cursor"),
    ],
)
def test_a_page_that_cannot_be_is_refused(arguments: dict[str, object], code: str) -> None:
    assert Calls().error("conversations.history", channel=town.GENERAL, **arguments) == code


def test_a_history_needs_membership() -> None:
    assert Calls().error("conversations.history", channel=town.RANDOM) == "not_in_channel"


def test_replies_stand_in_their_thread_and_the_message_tells_of_them() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    calls.ok("chat.postMessage", channel=town.GENERAL, text="answer", thread_ts=root)
    last = calls.says(READER, "thanks", thread_ts=root)
    calls.ok("chat.postEphemeral", channel=town.GENERAL, user=READER, text="psst", thread_ts=root)

    (message,) = calls.ok("conversations.history", channel=town.GENERAL)["messages"]
    thread = calls.ok("conversations.replies", channel=town.GENERAL, ts=root)["messages"]

    assert (message["reply_count"], message["reply_users"]) == (2, ["U0PAPERBOY", READER])
    assert (message["latest_reply"], message["thread_ts"]) == (last, root)
    assert [one["text"] for one in thread] == ["question", "answer", "thanks"]
    assert thread[0]["reply_count"] == 2
    assert thread == calls.ok("conversations.replies", channel=town.GENERAL, ts=last)["messages"]


def test_a_reply_that_was_sent_to_the_channel_too_is_in_its_history() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    calls.ok("chat.postMessage", channel=town.GENERAL, text="answer", thread_ts=root, reply_broadcast=True)

    assert history(calls) == ["answer", "question"]


def test_a_long_thread_comes_in_pages_each_with_its_first_message() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    for number in range(3):
        calls.says(READER, str(number), thread_ts=root)

    first = calls.ok("conversations.replies", channel=town.GENERAL, ts=root, limit=2)
    cursor = first["response_metadata"]["next_cursor"]
    second = calls.ok("conversations.replies", channel=town.GENERAL, ts=root, limit=2, cursor=cursor)

    assert [one["text"] for one in first["messages"]] == ["question", "0", "1"]
    assert [one["text"] for one in second["messages"]] == ["question", "2"]
    assert (first["has_more"], second["has_more"]) == (True, False)


def test_a_message_without_replies_is_a_thread_of_one_and_no_message_is_none() -> None:
    calls = Calls()
    ts = calls.says(READER, "alone")

    assert len(calls.ok("conversations.replies", channel=town.GENERAL, ts=ts)["messages"]) == 1
    assert calls.error("conversations.replies", channel=town.GENERAL, ts="1.000000") == "thread_not_found"


def test_metadata_is_shown_to_those_who_ask_for_it() -> None:
    calls = Calls()
    metadata = {"event_type": "paper_shared", "event_payload": {"handle": "vllm"}}
    calls.ok("chat.postMessage", channel=town.GENERAL, text="x", metadata=metadata)

    (plain,) = calls.ok("conversations.history", channel=town.GENERAL)["messages"]
    (full,) = calls.ok("conversations.history", channel=town.GENERAL, include_all_metadata=True)["messages"]

    assert "metadata" not in plain
    assert full["metadata"] == metadata
