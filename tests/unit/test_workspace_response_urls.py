"""Response URLs: five answers in half an hour, private unless said otherwise, wherever the person acted."""

from itertools import pairwise

import pytest

from bot.workspace import town
from bot.workspace.webapi.response_urls import REMEMBERED
from tests.workspace_calls import ORIGIN, READER, Calls, section


def test_an_answer_is_seen_by_the_person_alone_unless_it_is_for_all() -> None:
    calls = Calls()
    url = calls.response_urls.mint(READER, town.RANDOM)

    assert url.startswith(f"{ORIGIN}/response/")
    assert calls.respond(url, text="for you").body == "ok"
    assert calls.respond(url, text="for all", response_type="in_channel").status == 200

    assert calls.texts(town.RANDOM) == ["for all"]
    assert calls.texts(town.RANDOM, READER) == ["for you", "for all"]
    assert [event["text"] for event in calls.told] == ["for all"]


def test_five_answers_are_taken_and_the_sixth_is_not() -> None:
    calls = Calls()
    url = calls.response_urls.mint(READER, town.GENERAL)

    statuses = [calls.respond(url, text=str(number)).status for number in range(5)]
    sixth = calls.respond(url, text="sixth")

    assert statuses == [200] * 5
    assert (sixth.status, sixth.body) == (404, {"ok": False, "error": "used_url"})
    assert len(calls.texts(seen_by=READER)) == 5


def test_an_address_lives_half_an_hour_of_the_workspaces_time() -> None:
    calls = Calls()
    url = calls.response_urls.mint(READER, town.GENERAL)

    calls.move(minutes=30)
    assert calls.respond(url, text="in time").status == 200
    calls.move(seconds=1)
    late = calls.respond(url, text="late")
    assert (late.status, late.body) == (404, {"ok": False, "error": "expired_url"})


def test_an_address_that_was_never_given_is_none() -> None:
    assert Calls().respond("made-up", text="hello").error == "expired_url"


def test_the_oldest_addresses_are_forgotten() -> None:
    calls = Calls()
    first = calls.response_urls.mint(READER, town.GENERAL)
    last = [calls.response_urls.mint(READER, town.GENERAL) for _ in range(REMEMBERED)][-1]

    assert calls.respond(first, text="x").error == "expired_url"
    assert calls.respond(last, text="x").status == 200


def test_a_message_is_replaced_with_all_that_it_said() -> None:
    calls = Calls()
    old = calls.ok("chat.postMessage", channel=town.GENERAL, text="old", blocks=[section("old")])
    url = calls.response_urls.mint(READER, town.GENERAL, old["ts"])
    calls.told.clear()

    calls.respond(url, text="new", replace_original=True)

    (message,) = calls.state.messages(town.GENERAL)
    assert (message.ts, message.body["text"], "blocks" in message.body) == (old["ts"], "new", False)
    assert [event["subtype"] for event in calls.told] == ["message_changed"]
    assert calls.told[0]["previous_message"]["text"] == "old"


def test_an_ephemeral_message_is_replaced_and_stays_private() -> None:
    calls = Calls()
    ts = calls.ok("chat.postEphemeral", channel=town.GENERAL, user=READER, text="old")["message_ts"]
    url = calls.response_urls.mint(READER, town.GENERAL, ts)

    calls.respond(url, text="new", replace_original=True, response_type="in_channel")

    assert calls.texts() == []
    assert calls.texts(seen_by=READER) == ["new"]
    assert calls.told == []


def test_without_replace_original_an_answer_is_a_message_of_its_own() -> None:
    calls = Calls()
    old = calls.ok("chat.postMessage", channel=town.GENERAL, text="old")
    url = calls.response_urls.mint(READER, town.GENERAL, old["ts"])

    calls.respond(url, text="new")

    assert calls.texts(seen_by=READER) == ["old", "new"]


def test_a_message_is_deleted_through_an_answer() -> None:
    calls = Calls()
    old = calls.ok("chat.postMessage", channel=town.GENERAL, text="old")
    url = calls.response_urls.mint(READER, town.GENERAL, old["ts"])
    calls.told.clear()

    assert calls.respond(url, delete_original=True).status == 200
    assert calls.texts() == []
    assert [event["deleted_ts"] for event in calls.told] == [old["ts"]]
    again = calls.respond(url, delete_original=True)
    assert (again.status, again.error) == (400, "message_not_found")


def test_a_persons_message_is_not_the_bots_to_replace() -> None:
    calls = Calls()
    ts = calls.says(READER, "mine")
    url = calls.response_urls.mint(READER, town.GENERAL, ts)

    assert calls.respond(url, text="yours", replace_original=True).error == "message_not_found"
    assert calls.texts() == ["mine"]


def test_an_answer_goes_into_a_thread_when_it_names_one() -> None:
    calls = Calls()
    root = calls.says(READER, "question")
    url = calls.response_urls.mint(READER, town.GENERAL)

    calls.respond(url, text="answer", response_type="in_channel", thread_ts=root)

    question, answer = calls.state.messages(town.GENERAL)
    assert (answer.thread_ts, question.thread_ts) == (root, root)


@pytest.mark.parametrize(
    ("body", "code"),
    [({}, "no_text"), ({"text": "x", "blocks": [{"type": "sectoin"}]}, "invalid_blocks")],
)
def test_an_answer_that_slack_would_refuse_is_refused(body: dict[str, object], code: str) -> None:
    calls = Calls()
    url = calls.response_urls.mint(READER, town.GENERAL)

    assert calls.respond(url, **body).error == code
    assert calls.texts(seen_by=READER) == []


def test_nothing_is_said_in_an_archived_channel() -> None:
    calls = Calls()
    calls.archive(town.PAPERS)
    url = calls.response_urls.mint(READER, town.PAPERS)

    assert calls.respond(url, text="hello").error == "is_archived"


def test_answers_come_in_the_order_in_which_they_were_sent() -> None:
    calls = Calls()
    url = calls.response_urls.mint(READER, town.GENERAL)
    for number in range(5):
        calls.respond(url, text=str(number))

    assert all(one.ts < other.ts for one, other in pairwise(calls.state.messages(town.GENERAL, READER)))
    assert calls.texts(seen_by=READER) == list("01234")


def test_an_answer_can_meet_a_fault() -> None:
    calls = Calls()
    calls.faults.add("response_url", "accept_then_drop")
    url = calls.response_urls.mint(READER, town.GENERAL)

    assert calls.respond(url, text="hello").drop
    assert calls.texts(seen_by=READER) == ["hello"]
