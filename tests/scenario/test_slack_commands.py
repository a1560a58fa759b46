"""Slash commands that people type in a workspace, through the whole Slack edge."""

import logging
import re
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event

import pytest

from bot.workspace.model import TEAM
from bot.workspace.town import CURATOR, GENERAL, READER
from bot.workspace.webapi.faults import FaultKind
from handlers.messages import Reply, Request
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.slack_payloads import slash

Stage = tuple[Edge, Place]


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


@pytest.fixture
def hasty() -> Iterator[Stage]:
    """With an edge that does not wait for answers at all."""
    with staged(patience=0) as stage:
        yield stage


def test_the_answer_travels_in_the_acknowledgement_and_no_method_is_called(stage: Stage) -> None:
    edge, place = stage
    edge.answer = lambda request: Reply("Two papers", blocks=({"type": "divider"},))

    answered = place.command("kv cache")

    assert answered.status == "acknowledged"
    assert answered.answer == {"response_type": "ephemeral", "text": "Two papers", "blocks": [{"type": "divider"}]}
    assert place.methods() == []
    assert (place.seen(), place.seen(user=CURATOR.id)) == (["Two papers"], [])


def test_a_public_reply_is_for_the_channel(stage: Stage) -> None:
    edge, place = stage
    edge.answer = lambda request: Reply("For everyone", public=True)

    assert place.command("kv cache").answer == {"response_type": "in_channel", "text": "For everyone"}
    assert place.seen(user=CURATOR.id) == ["/papers kv cache", "For everyone"]


def test_the_request_says_what_was_typed_by_whom_where_and_when(stage: Stage) -> None:
    edge, place = stage
    seen: list[Request] = []
    edge.answer = lambda request: (seen.append(request), Reply("ok"))[1]  # type: ignore[func-returns-value]

    place.workspace.people.command(CURATOR.id, GENERAL, "/papers", "show “kvflow” & co")

    # Slack escapes the sign, and reading it is the grammar's part.
    text = "show “kvflow” &amp; co"
    assert seen == [Request(text=text, user_id=CURATOR.id, team_id=TEAM, channel_id=GENERAL, now=edge.now)]


def test_a_command_without_text_is_asked_with_an_empty_one(stage: Stage) -> None:
    _, place = stage
    place.command("")

    assert place.seen() == ["You asked for "]


def test_a_slow_answer_follows_an_empty_acknowledgement_once(hasty: Stage) -> None:
    edge, place = hasty
    may_answer = Event()
    edge.answer = lambda request: Reply("At last") if may_answer.wait(WAIT) else Reply("never")

    acknowledged = place.command()
    may_answer.set()
    place.wait_for_responses()

    assert (acknowledged.status, acknowledged.answer) == ("acknowledged", None)
    edge.settle()
    assert place.responses() == [{"response_type": "ephemeral", "text": "At last"}]
    assert (place.seen(), place.seen(user=CURATOR.id)) == (["At last"], [])


def test_thirty_slow_commands_are_all_acknowledged_while_they_work_and_all_answered() -> None:
    may_answer = Event()
    with staged(patience=0.05, patient=4, threads=8) as (edge, place), ThreadPoolExecutor(30) as people:
        edge.answer = lambda request: Reply(request.text) if may_answer.wait(WAIT) else Reply("never")

        acknowledged = list(people.map(place.command, map(str, range(30))))
        may_answer.set()
        place.wait_for_responses(30)

        assert {(answer.status, answer.answer) for answer in acknowledged} == {("acknowledged", None)}
        assert sorted(place.seen()) == sorted(map(str, range(30)))


def test_when_every_place_to_wait_is_taken_the_next_command_is_acknowledged_at_once() -> None:
    may_answer = Event()
    with staged(patience=2 * WAIT, patient=1, threads=2) as (edge, place), ThreadPoolExecutor(2) as people:
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        both = [people.submit(place.command, text) for text in ("one", "two")]
        acknowledged, waiting = wait(both, return_when=FIRST_COMPLETED)
        may_answer.set()

        assert [command.result().answer for command in acknowledged] == [None]
        assert [command.result().answer["text"] for command in waiting] == ["done"]


def test_whoever_has_been_answered_leaves_their_place_to_wait_to_the_next() -> None:
    with staged(patience=WAIT, patient=1) as (_, place):
        texts = [place.command(str(number)).answer["text"] for number in range(20)]

    assert texts == [f"You asked for {number}" for number in range(20)]


def test_beyond_the_limit_the_person_is_told_at_once_to_try_again() -> None:
    may_answer = Event()
    with staged(patience=0, threads=1, waiting=1) as (edge, place):
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        answers = [place.command().answer for _ in range(3)]
        may_answer.set()
        place.wait_for_responses(2)

    assert answers[:2] == [None, None]
    assert "try again in a moment" in answers[2]["text"]


def test_one_person_cannot_take_all_the_room() -> None:
    may_answer = Event()
    with staged(patience=0, threads=1, waiting=10, per_person=2) as (edge, place):
        edge.answer = lambda request: Reply("done") if may_answer.wait(WAIT) else Reply("never")
        noisy = [place.command(user=READER.id).answer for _ in range(3)]
        normal = place.command(user=CURATOR.id).answer
        may_answer.set()
        place.wait_for_responses(3)

    assert "try again" in noisy[2]["text"]
    assert normal is None


def broken(request: Request) -> Reply:
    raise ZeroDivisionError(f"while reading {request.text}")


def test_a_crash_gives_an_apology_with_the_reference_that_the_log_has(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    edge.answer = broken

    answered = place.command("my secret idea")

    assert answered.status == "acknowledged"
    assert answered.answer["response_type"] == "ephemeral"
    (apology,) = place.seen()
    reference = apology.rstrip(".").rsplit(" ", 1)[-1]
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert reference in record.getMessage()
    assert "Traceback (most recent call last)" in record.getMessage()
    assert "in broken" in record.getMessage()
    assert "ZeroDivisionError" in record.getMessage()


def test_nothing_that_people_type_is_logged_above_debug(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    edge, place = stage
    caplog.set_level(logging.DEBUG)
    edge.answer = broken

    place.command("my secret idea")

    assert "my secret idea" not in "".join(r.getMessage() for r in caplog.records if r.levelno > logging.DEBUG)
    assert "my secret idea" in caplog.text, "at DEBUG the words of the exception help"


def test_after_a_crash_the_bot_answers_on(stage: Stage) -> None:
    edge, place = stage
    edge.answer = broken
    place.command()
    edge.answer = lambda request: Reply("fine")
    place.command()

    assert place.seen()[-1] == "fine"


def test_a_crash_after_the_acknowledgement_is_apologised_for_through_the_response_url(hasty: Stage) -> None:
    edge, place = hasty
    may_answer = Event()
    edge.answer = lambda request: broken(request) if may_answer.wait(WAIT) else Reply("never")

    place.command()
    may_answer.set()
    (answer,) = place.wait_for_responses()

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
    hasty: Stage, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = hasty
    may_answer = Event()
    edge.answer = lambda request: Reply("late") if may_answer.wait(WAIT) else Reply("never")

    edge.send(slash(response_url=address))
    may_answer.set()

    edge.settle()
    assert place.travelled() == []
    assert "not Slack's" in caplog.text
    assert address not in caplog.text


def test_a_response_url_that_hangs_holds_up_nobody_elses_answer() -> None:
    may_answer, hanging = Event(), Event()
    with staged(patience=0, threads=1) as (edge, place):
        place.workspace.faults.add("response_url", "hang", until=hanging, seconds=WAIT)
        edge.answer = lambda request: Reply(request.text) if may_answer.wait(WAIT) else Reply("never")
        place.command("first", READER.id)
        place.command("second", CURATOR.id)
        may_answer.set()
        answers = place.wait_for_responses(2)
        hanging.set()

    assert {answer["text"] for answer in answers} == {"first", "second"}


@pytest.mark.parametrize(("lost", "seen"), [("drop", []), ("accept_then_drop", ["late"])])
def test_an_answer_whose_receipt_was_lost_is_not_sent_twice(hasty: Stage, lost: FaultKind, seen: list[str]) -> None:
    edge, place = hasty
    may_answer = Event()
    edge.answer = lambda request: Reply("late") if may_answer.wait(WAIT) else Reply("never")
    place.workspace.faults.add("response_url", lost)

    place.command()
    may_answer.set()

    edge.settle()
    assert place.answers() == ["late"]
    assert place.seen() == seen


def test_events_that_nobody_listens_to_are_acknowledged_and_ignored(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    edge, _ = stage
    caplog.set_level(logging.INFO)

    answered = edge.send(slash(command="/somebody-elses"))

    assert (answered.status, answered.text) == (200, "")
    assert "nobody listens to: /somebody-elses" in caplog.text
