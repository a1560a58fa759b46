"""Faults on demand: what the bot sees of each, and whether its call was carried out."""

import re
from threading import Event
from typing import Any, get_args

import pytest

from bot.workspace.delivery import faults as delivery_faults
from bot.workspace.site.page_files import PAGE
from bot.workspace.webapi.answers import Answer
from bot.workspace.webapi.faults import ANY, FaultKind, Faults
from bot.workspace.webapi.methods import METHODS
from tests.workspace_calls import Calls

ON_CONNECTIONS = ("cut", "refresh", "silence")


def after(kind: FaultKind, **details: Any) -> tuple[Answer, list[str]]:
    """The answer to a message that meets the fault, and what was posted."""
    calls = Calls()
    calls.faults.add("chat.postMessage", kind, **details)
    return calls.answer("chat.postMessage", channel="C0GENERAL", text="hello"), calls.texts()


def test_a_message_is_refused_for_now() -> None:
    answer, posted = after("ratelimited", retry_after=7)

    assert (answer.status, answer.error, answer.headers["Retry-After"], posted) == (429, "ratelimited", "7", [])


def test_a_message_is_refused_with_any_of_slacks_codes() -> None:
    answer, posted = after("error", code="fatal_error")

    assert (answer.status, answer.body, posted) == (200, {"ok": False, "error": "fatal_error"}, [])


def test_a_server_fails_with_a_page_for_people() -> None:
    answer, posted = after("status", status=503)

    assert answer.status == 503
    assert str(answer.body).startswith("<!DOCTYPE html>")
    assert answer.headers["Content-Type"].startswith("text/html")
    assert posted == []


def test_how_long_to_wait_may_be_unreadable() -> None:
    answer, _ = after("ratelimited", retry_after="soon")

    assert (answer.status, answer.error, answer.headers["Retry-After"]) == (429, "ratelimited", "soon")


def test_a_call_is_sent_elsewhere() -> None:
    answer, posted = after("redirect", status=301, location="http://example.org/")

    assert (answer.status, answer.body, answer.headers["Location"]) == (301, "", "http://example.org/")
    assert posted == []


def test_an_answer_is_json_that_is_not_slacks() -> None:
    answer, posted = after("garbled", text='{"ok": false, "error": "not_in_channel"}', status=500)

    assert (answer.status, answer.body) == (500, '{"ok": false, "error": "not_in_channel"}')
    assert answer.headers["Content-Type"].startswith("application/json")
    assert posted == []


@pytest.mark.parametrize(("kind", "begin"), [("empty", ""), ("html", "<!DOCTYPE html>")])
def test_an_answer_is_no_json(kind: FaultKind, begin: str) -> None:
    answer, posted = after(kind)

    assert (answer.status, posted) == (200, [])
    assert isinstance(answer.body, str)
    assert answer.body[:15] == begin


def test_a_call_is_lost_and_nothing_is_posted() -> None:
    answer, posted = after("drop")

    assert (answer.drop, posted) == (True, [])


def test_an_answer_is_lost_though_the_message_is_posted() -> None:
    answer, posted = after("accept_then_drop")

    assert (answer.drop, posted) == (True, ["hello"])


def test_an_answer_is_held_back_until_it_is_let_go() -> None:
    letting_go = Event()
    answer, posted = after("hang", until=letting_go, seconds=60)

    assert posted == ["hello"]
    assert answer.hold is not None
    assert (answer.hold.until, answer.hold.seconds) == (letting_go, 60)
    letting_go.set()
    answer.hold.wait()


def test_a_held_answer_is_let_go_after_its_seconds() -> None:
    answer, _ = after("hang", seconds=0.001)

    assert answer.hold is not None
    answer.hold.wait()
    assert not answer.hold.until.is_set()


def test_a_history_lags_behind_once() -> None:
    calls = Calls()
    calls.says("U0READER", "old")
    calls.move(seconds=10)
    calls.says("U0READER", "new")
    calls.faults.add("conversations.history", "history_lag", seconds=5)

    seen = [[one["text"] for one in calls.ok("conversations.history", channel="C0GENERAL")["messages"]] for _ in "ab"]

    assert seen == [["old"], ["new", "old"]]


def test_a_fault_meets_as_many_calls_as_it_was_planned_for_and_no_other_method() -> None:
    calls = Calls()
    calls.faults.add("chat.postMessage", "error", 2, code="internal_error")

    calls.ok("auth.test")
    assert [calls.body("chat.postMessage", channel="C0GENERAL", text="x")["ok"] for _ in "abc"] == [False, False, True]


def test_faults_happen_in_the_order_in_which_they_were_planned() -> None:
    calls = Calls()
    calls.faults.add("auth.test", "error", code="first")
    calls.faults.add(ANY, "error", code="second")

    assert [calls.error("auth.test"), calls.error("auth.test")] == ["first", "second"]


def test_the_page_is_told_what_is_planned() -> None:
    faults = Faults()
    faults.add("views.open", "hang", until=Event(), seconds=2)
    faults.add("chat.update", "status", 3)
    faults.take("chat.update")

    assert faults.waiting() == [
        {"number": 1, "method": "views.open", "kind": "hang", "count": 1, "seconds": 2},
        {"number": 2, "method": "chat.update", "kind": "status", "count": 2, "status": 500},
    ]
    faults.clear()
    assert faults.waiting() == []


@pytest.mark.parametrize(("kind", "count", "details"), [("melt", 1, {}), ("drop", 0, {}), ("drop", 1, {"status": 5})])
def test_what_no_fault_is_or_has_is_refused(kind: Any, count: int, details: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="fault"):
        Faults().add("chat.update", kind, count, **details)


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_each_fault_is_in_the_ledger(kind: FaultKind) -> None:
    calls = Calls()
    calls.faults.add("auth.test", kind)
    calls.answer("auth.test")

    assert [call.method for call in calls.api.ledger] == ["auth.test"]


def test_the_page_offers_every_fault_and_only_methods_that_there_are() -> None:
    script = (PAGE / "faults.js").read_text(encoding="utf-8")
    methods = script[script.index("const METHODS") :].partition("]")[0]
    of_calls, of_deliveries = get_args(FaultKind), get_args(delivery_faults.FaultKind)

    assert set(re.findall(r"^  (\w+): \[", script, re.MULTILINE)) == {*of_calls, *of_deliveries, *ON_CONNECTIONS}
    assert set(re.findall(r'"([^"]+)"', methods)) <= {ANY, "response_url", *METHODS}
