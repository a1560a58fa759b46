"""Signed button clicks through the whole Slack edge."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from handlers.messages import Modal, Outcome, Press, Reply, Share
from tests.slack_double import WAIT, Scripted, refusal
from tests.slack_kit import BOT_TOKEN, Answered, Edge, edge_over_double
from tests.slack_payloads import click

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "KVFlow"}}
READER = Modal("KVFlow", (SECTION,))
SHARE = Share(
    channel_id="C1",
    key="share:C1:kvflow:1700.5",
    message=Reply("KVFlow, shared by Ada", (SECTION,), public=True),
    done=Reply("Shared"),
    again=Reply("Already shared"),
)


@pytest.fixture
def edge() -> Iterator[Edge]:
    with edge_over_double() as edge:
        yield edge


def press(edge: Edge, outcome: Outcome, **changes: Any) -> Answered:
    """Clicks a button that leads to `outcome` and waits until everything that follows is done."""
    edge.press = lambda press: outcome
    acknowledged = edge.send(click("paper:any", response_url=edge.double.response_url(), **changes))
    edge.double.wait_until(lambda: True)
    return acknowledged


def settle(edge: Edge) -> None:
    assert edge.app.drain(WAIT)


def answers(edge: Edge) -> list[str]:
    return [answer["text"] for answer in edge.double.called("response")]


def test_a_click_is_acknowledged_empty_before_its_work_is_done(edge: Edge) -> None:
    may_answer = Event()
    edge.press = lambda press: Reply("late") if may_answer.wait(WAIT) else Reply("never")

    acknowledged = edge.send(click("find:next", response_url=edge.double.response_url()))
    may_answer.set()

    assert (acknowledged.status, acknowledged.text) == (200, "")
    assert edge.double.wait_for("response")[0]["text"] == "late"


def test_the_press_says_which_button_of_which_message_was_pressed_by_whom(edge: Edge) -> None:
    seen: list[Press] = []
    edge.press = lambda press: seen.append(press) or Reply("ok")  # type: ignore[func-returns-value]

    edge.send(click("paper:read", '{"id":"kvflow"}', response_url=edge.double.response_url()))
    settle(edge)

    expected = Press(
        action_id="paper:read",
        value='{"id":"kvflow"}',
        user_id="U1",
        team_id="T1",
        channel_id="C1",
        message_ts="1700.5",
        now=edge.now,
    )
    assert seen == [expected]


def test_a_page_takes_the_place_of_the_message(edge: Edge) -> None:
    press(edge, Reply("Page 2", (SECTION,), replaces=True))
    settle(edge)

    assert edge.double.called("response") == [
        {"response_type": "ephemeral", "text": "Page 2", "blocks": [SECTION], "replace_original": True}
    ]


def test_other_replies_stand_beside_the_message(edge: Edge) -> None:
    press(edge, Reply("Similar papers"))
    settle(edge)

    assert edge.double.called("response") == [
        {"response_type": "ephemeral", "text": "Similar papers", "replace_original": False}
    ]


def test_reading_opens_a_window_with_the_trigger_of_the_click(edge: Edge) -> None:
    press(edge, READER)
    settle(edge)

    (asked,) = edge.double.called("views.open")
    assert asked["trigger_id"] == click("x")["trigger_id"]
    assert asked["view"]["type"] == "modal"
    assert asked["view"]["title"] == {"type": "plain_text", "text": "KVFlow"}
    assert asked["view"]["blocks"] == [SECTION]
    assert answers(edge) == []


def test_a_button_in_a_window_lays_the_next_window_on_top(edge: Edge) -> None:
    press(edge, READER, view={"id": "V1", "type": "modal"}, container={"type": "view", "view_id": "V1"})
    settle(edge)

    assert len(edge.double.called("views.push")) == 1
    assert edge.double.called("views.open") == []


def test_a_window_that_came_too_late_asks_for_another_press(edge: Edge) -> None:
    edge.double.script("views.open", refusal("expired_trigger_id"))

    press(edge, READER)
    settle(edge)

    assert answers(edge) == ["Slack gave the window up before it could open. Please press the button again."]


@pytest.mark.parametrize(
    "answer",
    [Scripted("<html>oops</html>", 503), Scripted(drop=True), Scripted(""), Scripted("[1]")],
    ids=["html", "drop", "empty", "list"],
)
def test_a_window_that_slack_did_not_answer_for_asks_for_another_press(edge: Edge, answer: Scripted) -> None:
    edge.double.script("views.open", answer)

    press(edge, READER)
    settle(edge)

    assert answers(edge) == [
        "Slack could not be reached to open the window. Please press the button again in a moment."
    ]


def test_a_window_that_slack_refuses_is_our_fault_and_reported_as_such(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    edge.double.script("views.open", refusal("invalid_arguments"))

    press(edge, READER)
    settle(edge)

    assert "something went wrong" in answers(edge)[0]
    assert "SlackApiError (invalid_arguments)" in caplog.text


def test_sharing_posts_once_without_previews_and_says_so_in_private(edge: Edge) -> None:
    press(edge, SHARE)
    settle(edge)

    assert edge.double.called("chat.postMessage") == [
        {
            "channel": "C1",
            "text": "KVFlow, shared by Ada",
            "blocks": [SECTION],
            "unfurl_links": False,
            "unfurl_media": False,
        }
    ]
    assert {call.token for call in edge.double.calls if call.method == "chat.postMessage"} == {BOT_TOKEN}
    assert edge.double.called("response") == [
        {"response_type": "ephemeral", "text": "Shared", "replace_original": False}
    ]


def test_a_double_press_posts_once(edge: Edge) -> None:
    with ThreadPoolExecutor(5) as fingers:
        list(fingers.map(lambda _: press(edge, SHARE), range(5)))
    settle(edge)

    assert len(edge.double.called("chat.postMessage")) == 1
    assert sorted(answers(edge)) == ["Already shared"] * 4 + ["Shared"]


@pytest.mark.parametrize("code", ["not_in_channel", "channel_not_found", "is_archived", "missing_scope"])
def test_a_refused_share_says_why_and_can_be_pressed_again(edge: Edge, code: str) -> None:
    edge.double.script("chat.postMessage", refusal(code))

    press(edge, SHARE)
    edge.double.wait_for("response")
    press(edge, SHARE)
    settle(edge)

    assert answers(edge) == [f"Not shared: {code}", "Shared"]


@pytest.mark.parametrize(
    "answer",
    [
        Scripted(drop=True),
        Scripted("<html>Bad gateway</html>", 502),
        Scripted("<html>fine?</html>"),
        Scripted(""),
        Scripted("[1]"),
        Scripted("null"),
        refusal("fatal_error"),
        refusal("internal_error"),
        Scripted({"ok": False, "error": "not_in_channel"}, 500),
    ],
    ids=["drop", "502", "html", "empty", "list", "null", "fatal", "internal", "500"],
)
def test_a_share_whose_answer_was_lost_is_never_posted_again(edge: Edge, answer: Scripted) -> None:
    edge.double.script("chat.postMessage", answer)

    press(edge, SHARE)
    edge.double.wait_for("response")
    press(edge, SHARE)
    settle(edge)

    assert len(edge.double.called("chat.postMessage")) == 1
    assert "cannot tell whether the paper was posted" in answers(edge)[0]
    assert answers(edge)[1] == "Already shared"
    assert edge.claims.taken() == {("T1", SHARE.key)}


def test_a_share_that_slack_does_not_answer_in_time_is_never_posted_again() -> None:
    gone = Event()
    with edge_over_double(timeout=1) as edge:
        edge.double.script("chat.postMessage", Scripted(after=gone))
        press(edge, SHARE)
        (answer,) = edge.double.wait_for("response")
        gone.set()

    assert "cannot tell" in answer["text"]


def test_slack_asking_to_slow_down_is_waited_for_and_obeyed_once(edge: Edge) -> None:
    edge.double.script(
        "chat.postMessage", Scripted({"ok": False, "error": "ratelimited"}, 429, headers={"Retry-After": "7"})
    )

    press(edge, SHARE)
    settle(edge)

    assert edge.pauses == [7.0]
    assert answers(edge) == ["Shared"]


@pytest.mark.parametrize("waits", [["31"], ["2", "2"]], ids=["too-long", "twice"])
def test_slack_asking_to_slow_down_for_long_ends_the_try(edge: Edge, waits: list[str]) -> None:
    limited = [Scripted({"ok": False, "error": "ratelimited"}, 429, headers={"Retry-After": wait}) for wait in waits]
    edge.double.script("chat.postMessage", *limited)

    press(edge, SHARE)
    settle(edge)

    assert answers(edge) == ["Not shared: ratelimited"]
    assert edge.claims.taken() == set()


def test_a_store_that_cannot_be_reached_shares_nothing_and_says_so_calmly(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    edge.claims.unavailable = True

    press(edge, SHARE)
    settle(edge)

    assert edge.double.called("chat.postMessage") == []
    assert len(answers(edge)) == 1
    assert "something went wrong" not in answers(edge)[0]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_slack_that_cannot_be_reached_has_not_posted_anything(edge: Edge) -> None:
    with edge_over_double() as elsewhere:
        nowhere = elsewhere.double.api_url
    with edge_over_double(api_url=nowhere) as cut_off:
        press(cut_off, SHARE)
        settle(cut_off)

        assert cut_off.claims.taken() == set()


def test_buttons_of_app_home_have_neither_channel_nor_message(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    seen: list[Press] = []
    edge.press = lambda press: seen.append(press) or Reply("ok")  # type: ignore[func-returns-value]
    payload = click("home:next", container={"type": "view", "view_id": "V1"}, view={"id": "V1", "type": "home"})
    del payload["channel"], payload["response_url"]

    answered = edge.send(payload)
    settle(edge)

    assert answered.status == 200
    assert (seen[0].channel_id, seen[0].message_ts) == ("", "")
    assert "no response URL" in caplog.text


def test_a_link_button_is_acknowledged_and_leads_to_nothing(edge: Edge) -> None:
    payload = click("paper:pdf", response_url=edge.double.response_url())
    payload["actions"][0] = {"type": "button", "action_id": "paper:pdf", "url": "https://arxiv.org"}

    answered = edge.send(payload)
    settle(edge)

    assert (answered.status, answered.text) == (200, "")
    assert edge.double.calls == []


def test_a_crash_behind_a_button_is_apologised_for_in_private(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    def crash(press: Press) -> Outcome:
        raise RuntimeError("no")

    edge.press = crash
    edge.send(click("paper:read", response_url=edge.double.response_url()))
    settle(edge)

    (answer,) = edge.double.called("response")
    reference = answer["text"].rstrip(".").rsplit(" ", 1)[-1]
    assert answer["response_type"] == "ephemeral"
    assert any(reference in record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)


def test_too_many_presses_are_acknowledged_and_told_to_try_again() -> None:
    may_answer = Event()
    with edge_over_double(waiting=0, per_person=1) as edge:
        edge.press = lambda press: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        clicks = [edge.send(click("find:next", response_url=edge.double.response_url())) for _ in range(2)]
        edge.double.wait_for("response")
        may_answer.set()
        edge.double.wait_for("response", 2)

    assert [answered.status for answered in clicks] == [200, 200]
    assert "try again in a moment" in answers(edge)[0]
    assert answers(edge)[1] == "done"
