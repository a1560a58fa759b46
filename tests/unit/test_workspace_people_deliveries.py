"""Events come again until they are acknowledged; everything that travels is on record, without tokens."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bot.workspace import town
from bot.workspace.delivery.deliveries import Deliveries, Unanswered
from bot.workspace.delivery.events import Events
from bot.workspace.delivery.exchanges import ALL, LONGEST, Exchanges
from bot.workspace.delivery.transport import NotDelivered
from bot.workspace.model import Json
from tests.people_kit import EVENTS, READER, SCOPES, ScriptedBot, Town, Unheard, manifest, silent, unreachable


@contextmanager
def delivering(answer: Callable[[Json], Json | None], *waits: float) -> Iterator[tuple[Deliveries, ScriptedBot]]:
    here = Town()
    here.deliveries.close()
    bot = ScriptedBot(answer)
    deliveries = Deliveries(bot, here.exchanges, waits=waits)
    yield deliveries, bot
    deliveries.close()


ENVELOPE = {"type": "event_callback", "event": {"type": "app_mention"}, "event_id": "Ev1"}


def test_an_event_that_is_acknowledged_comes_once() -> None:
    with delivering(lambda payload: None, 0, 0, 0) as (deliveries, bot):
        deliveries.event(ENVELOPE)

        assert deliveries.settle(10)
        assert [one.retry for one in bot.delivered] == [None]


@pytest.mark.parametrize(
    ("answer", "reason"), [(silent, "http_timeout"), (unreachable, "connection_failed")], ids=["silent", "away"]
)
def test_an_event_that_is_not_comes_three_times_more_and_says_why(
    answer: Callable[[Json], Json | None], reason: str
) -> None:
    with delivering(answer, 0, 0, 0) as (deliveries, bot):
        deliveries.event(ENVELOPE)

        assert deliveries.settle(10)
        assert [one.retry for one in bot.delivered] == [None, (1, reason), (2, reason), (3, reason)]
        assert {one.payload["event_id"] for one in bot.delivered} == {"Ev1"}


def test_an_event_comes_no_more_once_it_was_heard_or_once_the_bot_wants_no_more() -> None:
    def at_the_second(payload: Json) -> None:
        if len(bot.delivered) < 2:
            raise Unheard

    with delivering(at_the_second, 0, 0, 0) as (deliveries, bot):
        deliveries.event(ENVELOPE)
        assert deliveries.settle(10)
        assert len(bot.delivered) == 2

    def no_more(payload: Json) -> None:
        raise NotDelivered("http_error", no_retry=True)

    with delivering(no_more, 0, 0, 0) as (deliveries, bot):
        deliveries.event(ENVELOPE)
        assert deliveries.settle(10)
        assert len(bot.delivered) == 1


def test_the_waits_between_the_tries_are_kept_and_end_with_the_workspace() -> None:
    with delivering(silent, 0, 3600) as (deliveries, bot):
        deliveries.event(ENVELOPE)
        bot.wait_for(2)

        assert not deliveries.settle(0)
    assert deliveries.settle(0)
    deliveries.event(ENVELOPE)
    assert len(bot.delivered) == 2


def test_events_come_twice_or_late_when_somebody_wants_to_see_that() -> None:
    with delivering(lambda payload: None) as (deliveries, bot):
        deliveries.faults.add("duplicate")
        deliveries.faults.add("late", count=2, seconds=0.001)
        deliveries.event(ENVELOPE)
        deliveries.event(ENVELOPE)
        assert deliveries.settle(10)
        assert [one.retry for one in bot.delivered] == [None] * 3
        assert deliveries.faults.waiting() == []

        deliveries.faults.add("late", seconds=3600)
        deliveries.event(ENVELOPE)
        assert not deliveries.settle(0)
        deliveries.faults.add("late", count=2)
        deliveries.faults.clear()
        assert deliveries.faults.waiting() == []


def test_commands_and_interactions_come_once_whatever_happens() -> None:
    for answer, reason in ((silent, "operation_timeout"), (unreachable, "dispatch_failed")):
        with delivering(answer, 0, 0) as (deliveries, bot):
            with pytest.raises(Unanswered, match=reason):
                deliveries.command({"command": "/papers"})
            with pytest.raises(Unanswered, match=reason):
                deliveries.interact({"type": "shortcut"})

            assert [one.kind for one in bot.delivered] == ["slash_commands", "interactive"]


def test_each_delivery_is_on_record_with_its_answer() -> None:
    here = Town()
    here.bot.answer = lambda payload: {"text": "found"}
    here.people.command(READER, town.GENERAL, "/papers", "kv")
    here.bot.answer = silent
    here.people.say(READER, town.GENERAL, "hello")
    assert here.deliveries.settle(10)
    command, event = here.exchanges.all()
    here.close()

    assert (command.way, command.name, command.status) == ("to bot", "/papers", "acknowledged")
    assert (command.body["text"], command.answer) == ("kv", {"text": "found"})
    assert (event.name, event.status, event.answer) == ("event message", "not acknowledged in time", None)
    assert here.exchanges.all(after=command.number) == (event,)
    told = [change.data["number"] for change in here.told if change.kind == "exchange"]
    assert told == [command.number, event.number]


def test_the_record_is_bounded_and_shows_no_token() -> None:
    here = Town()
    exchanges = Exchanges(here.state, limit=2)
    body = {"token": "abc", "text": "my xoxb-1-secret and xapp-1-secret", "list": [{"token": "abc", "n": 1}]}
    for _ in range(3):
        exchanges.add(way="from bot", name="auth.test", body=body, answer=body, status=200, milliseconds=1.26)

    kept = exchanges.all()
    assert [exchange.number for exchange in kept] == [2, 3]
    for part in (kept[0].body, kept[0].answer):
        assert part == {"token": "…", "text": "my … and …", "list": [{"token": "…", "n": 1}]}
    assert kept[0].as_json()["milliseconds"] == 1.3
    assert body["token"] == "abc"
    here.close()


def test_the_record_does_not_fill_the_memory_whatever_is_sent() -> None:
    here = Town()
    exchanges = Exchanges(here.state, limit=1_000)
    for _ in range(30):
        exchanges.add(
            way="from bot", name="x" * 500, body={"text": "x" * (LONGEST - 50)}, answer=None, status=200, milliseconds=0
        )
    exchanges.add(
        way="from bot",
        name="chat.postMessage",
        body={"text": "x" * LONGEST},
        answer={"ok": True},
        status=200,
        milliseconds=0,
    )

    kept = exchanges.all()
    assert (kept[-1].body, kept[-1].answer) == ("(400,012 characters, too many to be kept)", {"ok": True})
    assert len(kept[0].name) == 80
    assert ALL - LONGEST < sum(len(json.dumps(one.body)) for one in kept) < ALL
    here.close()


def test_what_the_bot_caused_is_told_with_what_slack_adds() -> None:
    here = Town(manifest(events=EVENTS, scopes=SCOPES))
    events = Events(here.state, here.manifest, here.deliveries)
    events.tell("message", {"channel": town.READING_GROUP, "ts": "1.000000", "user": READER, "text": "hello"})
    events.tell("message", {"channel": "C0NOWHERE", "ts": "1.000000", "user": READER, "text": "hello"})
    events.tell("app_uninstalled", {})

    (event,) = here.events_of("message")
    assert (event["channel_type"], event["event_ts"]) == ("group", "1.000000")
    assert here.events_of("app_uninstalled") == []
    here.close()
