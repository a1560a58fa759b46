"""Signed slash commands through the whole Slack edge."""

import logging
import re
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import Any

import pytest

from handlers.messages import Reply, Request
from tests.slack_double import WAIT, Scripted
from tests.slack_kit import Edge, edge_over_double
from tests.slack_payloads import slash


@pytest.fixture
def edge() -> Iterator[Edge]:
    with edge_over_double() as edge:
        yield edge


@pytest.fixture
def hasty() -> Iterator[Edge]:
    """An edge that does not wait for answers at all."""
    with edge_over_double(patience=0) as edge:
        yield edge


def late(edge: Edge, **changes: Any) -> dict[str, Any]:
    """A command whose response URL is the double's."""
    return slash(response_url=edge.double.response_url(), **changes)


def test_the_answer_travels_in_the_acknowledgement_and_no_method_is_called(edge: Edge) -> None:
    edge.answer = lambda request: Reply("Two papers", blocks=({"type": "divider"},))

    answered = edge.send(slash("kv cache"))

    assert answered.status == 200
    assert answered.body == {"response_type": "ephemeral", "text": "Two papers", "blocks": [{"type": "divider"}]}
    assert edge.double.calls == []


def test_a_public_reply_is_for_the_channel(edge: Edge) -> None:
    edge.answer = lambda request: Reply("For everyone", public=True)

    assert edge.send(slash()).body == {"response_type": "in_channel", "text": "For everyone"}


def test_the_request_says_what_was_typed_by_whom_where_and_when(edge: Edge) -> None:
    seen: list[Request] = []
    edge.answer = lambda request: (seen.append(request), Reply("ok"))[1]  # type: ignore[func-returns-value]

    edge.send(slash("show “kvflow” & co"))

    expected = Request(text="show “kvflow” & co", user_id="U1", team_id="T1", channel_id="C1", now=edge.now)
    assert seen == [expected]


def test_a_command_without_text_is_asked_with_an_empty_one(edge: Edge) -> None:
    assert edge.send(slash("")).body["text"] == "You asked for "


def test_a_slow_answer_follows_an_empty_acknowledgement_once(hasty: Edge) -> None:
    may_answer = Event()
    hasty.answer = lambda request: Reply("At last") if may_answer.wait(WAIT) else Reply("never")

    acknowledged = hasty.send(late(hasty))
    may_answer.set()
    hasty.double.wait_for("response")

    assert (acknowledged.status, acknowledged.text) == (200, "")
    assert hasty.app.drain(WAIT)
    assert hasty.double.called("response") == [{"response_type": "ephemeral", "text": "At last"}]


def test_thirty_slow_commands_are_all_acknowledged_while_they_work_and_all_answered() -> None:
    may_answer = Event()
    with edge_over_double(patience=0.05, patient=4, threads=8) as edge, ThreadPoolExecutor(30) as people:
        edge.answer = lambda request: Reply(request.text) if may_answer.wait(WAIT) else Reply("never")
        commands = [late(edge, text=str(number), user_id=f"U{number}") for number in range(30)]

        acknowledged = list(people.map(edge.send, commands))
        may_answer.set()
        answers = edge.double.wait_for("response", 30)

    assert {(answer.status, answer.text) for answer in acknowledged} == {(200, "")}
    assert sorted(answer["text"] for answer in answers) == sorted(map(str, range(30)))


def test_when_every_place_to_wait_is_taken_the_next_command_is_acknowledged_at_once() -> None:
    may_answer = Event()
    with edge_over_double(patience=2 * WAIT, patient=1, threads=2) as edge, ThreadPoolExecutor(2) as people:
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        both = [people.submit(edge.send, late(edge)) for _ in range(2)]
        acknowledged, waiting = wait(both, return_when=FIRST_COMPLETED)
        may_answer.set()

        assert [command.result().text for command in acknowledged] == [""]
        assert [command.result().body["text"] for command in waiting] == ["done"]


def test_whoever_has_been_answered_leaves_their_place_to_wait_to_the_next() -> None:
    with edge_over_double(patience=WAIT, patient=1) as edge:
        texts = [edge.send(late(edge, text=str(number))).text for number in range(20)]

    assert [f'"You asked for {number}"' in text for number, text in enumerate(texts)] == [True] * 20


def test_beyond_the_limit_the_person_is_told_at_once_to_try_again() -> None:
    may_answer = Event()
    with edge_over_double(patience=0, threads=1, waiting=1) as edge:
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        texts = [edge.send(late(edge)).text for _ in range(3)]
        may_answer.set()
        edge.double.wait_for("response", 2)

    assert texts[:2] == ["", ""]
    assert "try again in a moment" in texts[2]


def test_one_person_cannot_take_all_the_room() -> None:
    may_answer = Event()
    with edge_over_double(patience=0, threads=1, waiting=10, per_person=2) as edge:
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        noisy = [edge.send(late(edge, user_id="U1")).text for _ in range(3)]
        normal = edge.send(late(edge, user_id="U2")).text
        may_answer.set()
        edge.double.wait_for("response", 3)

    assert "try again" in noisy[2]
    assert normal == ""


def broken(request: Request) -> Reply:
    raise ZeroDivisionError(f"while reading {request.text}")


def test_a_crash_gives_an_apology_with_the_reference_that_the_log_has(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    edge.answer = broken

    answered = edge.send(slash("my secret idea"))

    assert answered.status == 200
    assert answered.body["response_type"] == "ephemeral"
    reference = answered.body["text"].rstrip(".").rsplit(" ", 1)[-1]
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert reference in record.getMessage()
    assert "Traceback (most recent call last)" in record.getMessage()
    assert "in broken" in record.getMessage()
    assert "ZeroDivisionError" in record.getMessage()


def test_nothing_that_people_type_is_logged_above_debug(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    edge.answer = broken

    edge.send(slash("my secret idea"))

    assert "my secret idea" not in "".join(r.getMessage() for r in caplog.records if r.levelno > logging.DEBUG)
    assert "my secret idea" in caplog.text, "at DEBUG the words of the exception help"


def test_after_a_crash_the_bot_answers_on(edge: Edge) -> None:
    edge.answer = broken
    edge.send(slash())
    edge.answer = lambda request: Reply("fine")

    assert edge.send(slash()).body["text"] == "fine"


def test_a_crash_after_the_acknowledgement_is_apologised_for_through_the_response_url(hasty: Edge) -> None:
    may_answer = Event()
    hasty.answer = lambda request: broken(request) if may_answer.wait(WAIT) else Reply("never")

    hasty.send(late(hasty))
    may_answer.set()
    (answer,) = hasty.double.wait_for("response")

    assert "something went wrong" in answer["text"]
    assert re.search(r"r-[0-9a-f]{6}", answer["text"])


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest",
        "https://hooks.slack.com.evil.example/x",
        "https://hooks.slack.com@evil.example/",
    ],
)
def test_a_late_answer_goes_to_no_address_but_slacks(
    hasty: Edge, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    may_answer = Event()
    hasty.answer = lambda request: Reply("late") if may_answer.wait(WAIT) else Reply("never")

    hasty.send(slash(response_url=address))
    may_answer.set()

    assert hasty.app.drain(WAIT)
    assert "not Slack's" in caplog.text
    assert address not in caplog.text


def test_a_response_url_that_hangs_holds_up_nobody_elses_answer() -> None:
    may_answer, hanging = Event(), Event()
    with edge_over_double(patience=0, threads=1) as edge:
        edge.double.script("response", Scripted(after=hanging))
        edge.answer = lambda request: Reply(request.text) if may_answer.wait(WAIT) else Reply("never")
        edge.send(late(edge, text="first"))
        edge.send(late(edge, text="second", user_id="U2"))
        may_answer.set()
        answers = edge.double.wait_for("response", 2)
        hanging.set()

    assert {answer["text"] for answer in answers} == {"first", "second"}


def test_an_answer_whose_receipt_was_lost_is_not_sent_twice(hasty: Edge) -> None:
    may_answer = Event()
    hasty.answer = lambda request: Reply("late") if may_answer.wait(WAIT) else Reply("never")
    hasty.double.script("response", Scripted(drop=True))

    hasty.send(late(hasty))
    may_answer.set()

    assert hasty.app.drain(WAIT)
    assert len(hasty.double.called("response")) == 1


def test_events_that_nobody_listens_to_are_acknowledged_and_ignored(
    edge: Edge, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    answered = edge.send(slash(command="/somebody-elses"))

    assert (answered.status, answered.text) == (200, "")
    assert "nobody listens to: /somebody-elses" in caplog.text
