"""Buttons that people press in a workspace, through the whole Slack edge."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.model import TEAM, Json
from bot.workspace.people import People
from bot.workspace.town import ADMIN, CURATOR, GENERAL, PAPERS, RANDOM, READER
from bot.workspace.views import publish_home
from bot.workspace.webapi.faults import FaultKind
from handlers.messages import Block, Reply, Share
from handlers.windows import Modal, Outcome, Press
from tests.slack_kit import NOWHERE, WAIT, Edge, Place, staged
from tests.slack_payloads import click

Stage = tuple[Edge, Place]

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "KVFlow"}}
READ = {"type": "button", "action_id": "paper:read", "value": "{}", "text": {"type": "plain_text", "text": "Read"}}
READER_WINDOW = Modal("KVFlow", (SECTION, {"type": "actions", "elements": [READ]}))
SHARE = Share(
    channel_id=PAPERS,
    key="share:C0PAPERS:kvflow:1700.5",
    message=Reply("KVFlow, shared by Ada", (SECTION,), public=True),
    done=Reply("Shared"),
    again=Reply("Already shared"),
)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


def press(stage: Stage, outcome: Outcome) -> Exchange:
    """The reader presses a button of a new card, which leads to `outcome`."""
    edge, place = stage
    edge.press = lambda press: outcome
    return place.press(place.card())


def said(blocks: list[Json]) -> list[Json]:
    """Without the ids that Slack gave them."""
    return [{name: value for name, value in block.items() if name != "block_id"} for block in blocks]


def test_a_click_is_acknowledged_empty_before_its_work_is_done(stage: Stage) -> None:
    edge, place = stage
    may_answer = Event()
    edge.press = lambda press: Reply("late") if may_answer.wait(WAIT) else Reply("never")

    acknowledged = place.press(place.card())
    may_answer.set()

    assert (acknowledged.status, acknowledged.answer) == ("acknowledged", None)
    assert place.wait_for_responses()[0]["text"] == "late"


def test_the_press_says_which_button_of_which_message_was_pressed_by_whom(stage: Stage) -> None:
    edge, place = stage
    seen: list[Press] = []
    edge.press = lambda press: seen.append(press) or Reply("ok")  # type: ignore[func-returns-value]
    ts = place.card("paper:read", '{"id":"kvflow"}')

    place.press(ts, "paper:read")
    edge.settle()

    expected = Press(
        action_id="paper:read",
        value='{"id":"kvflow"}',
        user_id=READER.id,
        team_id=TEAM,
        channel_id=GENERAL,
        message_ts=ts,
        now=edge.now,
    )
    assert seen == [expected]


def test_a_page_takes_the_place_of_the_message(stage: Stage) -> None:
    edge, place = stage
    press(stage, Reply("Page 2", (SECTION,), replaces=True))
    edge.settle()

    assert place.responses() == [
        {"response_type": "ephemeral", "text": "Page 2", "blocks": [SECTION], "replace_original": True}
    ]
    (message,) = place.workspace.state.messages(GENERAL, seen_by=READER.id)
    assert (message.body["text"], said(message.body["blocks"])) == ("Page 2", [SECTION])
    assert place.seen(user=CURATOR.id) == []


def test_other_replies_stand_beside_the_message(stage: Stage) -> None:
    edge, place = stage
    press(stage, Reply("Similar papers"))
    edge.settle()

    assert place.responses() == [{"response_type": "ephemeral", "text": "Similar papers", "replace_original": False}]
    assert place.seen() == ["A card", "Similar papers"]
    assert place.seen(user=CURATOR.id) == []


def test_reading_opens_a_window_with_the_trigger_of_the_click(stage: Stage) -> None:
    edge, place = stage
    clicked = press(stage, READER_WINDOW)
    edge.settle()

    (asked,) = place.called("views.open")
    assert asked["trigger_id"] == clicked.body["trigger_id"]
    (window,) = place.workspace.state.modals(READER.id)
    assert (window.body["type"], window.body["title"]) == ("modal", {"type": "plain_text", "text": "KVFlow"})
    assert said(window.body["blocks"]) == list(READER_WINDOW.blocks)
    assert place.responses() == []


def test_a_button_in_a_window_lays_the_next_window_on_top(stage: Stage) -> None:
    edge, place = stage
    press(stage, READER_WINDOW)
    place.wait_until(lambda: place.workspace.state.modals(READER.id))
    (first,) = place.workspace.state.modals(READER.id)
    edge.press = lambda press: Modal("Similar", (SECTION,))

    place.workspace.people.press(READER.id, view_id=first.id, action={"action_id": "paper:read"})
    edge.settle()

    assert place.methods() == ["views.open", "views.push"]
    titles = [window.body["title"]["text"] for window in place.workspace.state.modals(READER.id)]
    assert titles == ["KVFlow", "Similar"]


@pytest.mark.parametrize("code", ["expired_trigger_id", "exchanged_trigger_id"])
def test_a_window_that_came_too_late_asks_for_another_press(stage: Stage, code: str) -> None:
    edge, place = stage
    place.workspace.faults.add("views.open", "error", code=code)

    press(stage, READER_WINDOW)
    edge.settle()

    assert place.answers() == ["Slack gave the window up before it could open. Please press the button again."]


def fault(kind: FaultKind, **details: Any) -> Callable[[Place, str], None]:
    """Plans it for the next call of a method."""
    return lambda place, method: place.workspace.faults.add(method, kind, **details)


@pytest.mark.parametrize(
    "plan",
    [
        fault("status", status=503),
        fault("drop"),
        fault("accept_then_drop"),
        fault("empty"),
        fault("garbled", text="[1]"),
    ],
    ids=["html", "drop", "accepted", "empty", "list"],
)
def test_a_window_that_slack_did_not_answer_for_asks_for_another_press(
    stage: Stage, plan: Callable[[Place, str], None]
) -> None:
    edge, place = stage
    plan(place, "views.open")

    press(stage, READER_WINDOW)
    edge.settle()

    assert place.answers() == [
        "Slack did not say whether the window opened. If you do not see it, please press the button again in a moment."
    ]


@pytest.mark.parametrize("plan", [fault("ratelimited"), fault("error", code="fatal_error")], ids=["slower", "theirs"])
def test_a_window_that_slack_is_too_busy_for_asks_for_another_press_and_nobody_is_alarmed(
    stage: Stage, plan: Callable[[Place, str], None], caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    plan(place, "views.open")

    press(stage, READER_WINDOW)
    edge.settle()

    assert place.answers() == [
        "Slack has too much to do to open the window. Please press the button again in a moment."
    ]
    assert "reference" not in caplog.text


@pytest.mark.parametrize("blocks", [(), ({"type": "section", "text": {"type": "mrkdwn", "text": ""}},)])
def test_a_window_that_slack_refuses_is_our_fault_and_reported_as_such(
    stage: Stage, blocks: tuple[Block, ...], caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    press(stage, Modal("KVFlow", blocks))
    edge.settle()

    assert "something went wrong" in place.answers()[0]
    assert "SlackApiError (invalid_arguments)" in caplog.text


def test_sharing_posts_once_without_previews_and_says_so_in_private(stage: Stage) -> None:
    edge, place = stage
    press(stage, SHARE)
    edge.settle()

    (call,) = place.workspace.api.ledger.called("chat.postMessage")
    assert call.arguments == {
        "channel": PAPERS,
        "text": "KVFlow, shared by Ada",
        "blocks": [SECTION],
        "unfurl_links": False,
        "unfurl_media": False,
    }
    assert call.token_kind == "bot"
    assert place.responses() == [{"response_type": "ephemeral", "text": "Shared", "replace_original": False}]
    assert place.seen(PAPERS, CURATOR.id) == ["KVFlow, shared by Ada"]
    assert (place.seen(), place.seen(user=CURATOR.id)) == (["A card", "Shared"], [])


def test_a_double_press_posts_once(stage: Stage) -> None:
    edge, place = stage
    edge.press = lambda press: SHARE
    ts = place.card()
    with ThreadPoolExecutor(5) as fingers:
        list(fingers.map(lambda _: place.press(ts), range(5)))
    edge.settle()

    assert len(place.called("chat.postMessage")) == 1
    assert place.seen(PAPERS) == ["KVFlow, shared by Ada"]
    assert sorted(place.answers()) == ["Already shared"] * 4 + ["Shared"]


@pytest.mark.parametrize("code", ["not_in_channel", "channel_not_found", "is_archived", "missing_scope"])
def test_a_refused_share_says_why_and_can_be_pressed_again(stage: Stage, code: str) -> None:
    edge, place = stage
    place.workspace.faults.add("chat.postMessage", "error", code=code)

    press(stage, SHARE)
    place.wait_for_responses()
    press(stage, SHARE)
    edge.settle()

    assert place.answers() == [f"Not shared: {code}", "Shared"]


def private_channel(people: People) -> str:
    return str(people.create_channel(READER.id, "secret", private=True)["channel"])


def archive(people: People) -> str:
    people.archive(ADMIN.id, PAPERS)
    return PAPERS


def unarchive(people: People, channel: str) -> None:
    people.unarchive(ADMIN.id, channel)


def invite(people: People, channel: str) -> None:
    people.invite(READER.id, channel, "U0PAPERBOY")


@pytest.mark.parametrize(
    ("code", "where", "mend"),
    [
        ("not_in_channel", lambda people: RANDOM, invite),
        ("channel_not_found", private_channel, invite),
        ("is_archived", archive, unarchive),
    ],
)
def test_a_channel_that_the_bot_cannot_post_to_is_told_apart_and_mended(
    stage: Stage, code: str, where: Callable[[People], str], mend: Callable[[People, str], None]
) -> None:
    edge, place = stage
    people = place.workspace.people
    channel = where(people)
    share = Share(channel, SHARE.key, SHARE.message, SHARE.done, SHARE.again)

    press(stage, share)
    place.wait_for_responses()
    mend(people, channel)
    press(stage, share)
    edge.settle()

    assert place.answers() == [f"Not shared: {code}", "Shared"]
    assert place.seen(channel)[-1] == "KVFlow, shared by Ada"


@pytest.mark.parametrize(
    ("plan", "posted"),
    [
        (fault("drop"), []),
        (fault("accept_then_drop"), ["KVFlow, shared by Ada"]),
        (fault("status", status=502), []),
        (fault("html"), []),
        (fault("empty"), []),
        (fault("garbled", text="[1]"), []),
        (fault("garbled", text="null"), []),
        (fault("error", code="fatal_error"), []),
        (fault("error", code="internal_error"), []),
        (fault("garbled", text='{"ok": false, "error": "not_in_channel"}', status=500), []),
    ],
    ids=["drop", "accepted", "502", "html", "empty", "list", "null", "fatal", "internal", "500"],
)
def test_a_share_whose_answer_was_lost_is_never_posted_again(
    stage: Stage, plan: Callable[[Place, str], None], posted: list[str]
) -> None:
    edge, place = stage
    plan(place, "chat.postMessage")

    press(stage, SHARE)
    place.wait_for_responses()
    press(stage, SHARE)
    edge.settle()

    assert len(place.called("chat.postMessage")) == 1
    assert place.seen(PAPERS) == posted
    assert "cannot tell whether the paper was posted" in place.answers()[0]
    assert place.answers()[1] == "Already shared"
    assert edge.claims.taken() == {(TEAM, SHARE.key)}


def test_a_share_that_slack_does_not_answer_in_time_is_never_posted_again() -> None:
    gone = Event()
    with staged(timeout=1) as stage:
        _, place = stage
        place.workspace.faults.add("chat.postMessage", "hang", until=gone, seconds=WAIT)
        press(stage, SHARE)
        (answer,) = place.wait_for_responses()
        gone.set()

    assert "cannot tell" in answer["text"]


def test_slack_asking_to_slow_down_is_waited_for_and_obeyed_once(stage: Stage) -> None:
    edge, place = stage
    place.workspace.faults.add("chat.postMessage", "ratelimited", retry_after=7)

    press(stage, SHARE)
    edge.settle()

    assert edge.pauses == [7.0]
    assert place.answers() == ["Shared"]


@pytest.mark.parametrize(("seconds", "times"), [(31, 1), (2, 2)], ids=["too-long", "twice"])
def test_slack_asking_to_slow_down_for_long_ends_the_try(stage: Stage, seconds: int, times: int) -> None:
    edge, place = stage
    place.workspace.faults.add("chat.postMessage", "ratelimited", times, retry_after=seconds)

    press(stage, SHARE)
    edge.settle()

    assert place.answers() == ["Not shared: ratelimited"]
    assert edge.claims.taken() == set()


def test_a_store_that_cannot_be_reached_shares_nothing_and_says_so_calmly(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    edge.claims.unavailable = True

    press(stage, SHARE)
    edge.settle()

    assert place.called("chat.postMessage") == []
    assert len(place.answers()) == 1
    assert "something went wrong" not in place.answers()[0]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_slack_that_cannot_be_reached_has_not_posted_anything() -> None:
    with staged(api_url=NOWHERE) as cut_off:
        edge, place = cut_off
        press(cut_off, SHARE)
        edge.settle()

        assert edge.claims.taken() == set()
        assert place.seen(PAPERS) == []


def test_buttons_of_app_home_have_neither_channel_nor_message_and_are_answered_in_a_window(stage: Stage) -> None:
    edge, place = stage
    seen: list[Press] = []
    edge.press = lambda press: seen.append(press) or Reply("ok")  # type: ignore[func-returns-value]
    home = {"type": "home", "blocks": [{"type": "actions", "elements": [READ]}]}
    view = publish_home(place.workspace.state, READER.id, home)

    place.workspace.people.press(READER.id, view_id=view.id, action={"action_id": "paper:read"})
    edge.settle()

    assert [one.status for one in place.travelled("block_actions")] == ["acknowledged"]
    assert (seen[0].channel_id, seen[0].message_ts) == ("", "")
    (window,) = place.workspace.state.modals(READER.id)
    assert window.body["blocks"][0]["text"]["text"] == "ok"


def test_a_link_button_is_acknowledged_and_leads_to_nothing(stage: Stage) -> None:
    edge, place = stage
    edge.press = lambda press: pytest.fail("worked for a link")
    acknowledged = place.press(place.card("paper:pdf", url="https://arxiv.org"), "paper:pdf")
    edge.settle()

    assert acknowledged.body["actions"][0]["url"] == "https://arxiv.org"
    assert (acknowledged.status, acknowledged.answer) == ("acknowledged", None)
    assert place.travelled() == [acknowledged]


def test_a_link_button_may_carry_nothing_but_its_address(stage: Stage) -> None:
    edge, place = stage
    payload = click("paper:pdf", response_url=place.response_url())
    payload["actions"][0] = {"type": "button", "action_id": "paper:pdf", "url": "https://arxiv.org"}

    answered = edge.send(payload)
    edge.settle()

    assert (answered.status, answered.text) == (200, "")
    assert place.travelled() == []


def test_a_crash_behind_a_button_is_apologised_for_in_private(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    def crash(press: Press) -> Outcome:
        raise RuntimeError("no")

    edge, place = stage
    edge.press = crash
    place.press(place.card())
    edge.settle()

    (answer,) = place.responses()
    reference = answer["text"].rstrip(".").rsplit(" ", 1)[-1]
    assert answer["response_type"] == "ephemeral"
    assert place.seen(user=CURATOR.id) == []
    assert any(reference in record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)


def test_too_many_presses_are_acknowledged_and_told_to_try_again() -> None:
    may_answer = Event()
    with staged(waiting=0, per_person=1) as (edge, place):
        edge.press = lambda press: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        ts = place.card()
        clicks = [place.press(ts) for _ in range(2)]
        place.wait_for_responses()
        may_answer.set()
        place.wait_for_responses(2)

        assert [answered.status for answered in clicks] == ["acknowledged"] * 2
        assert "try again in a moment" in place.answers()[0]
        assert place.answers()[1] == "done"
