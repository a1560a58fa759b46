"""Channels that the bot comes into and leaves, through the whole Slack edge: hello once, and each creator told once."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.workspace.delivery.exchanges import Exchange
from bot.workspace.model import BOT_USER, TEAM
from bot.workspace.town import ADMIN, CURATOR, PAPERS, RANDOM, READER, READING_GROUP, direct_id
from handlers.happenings import Happening, handle_happening
from handlers.messages import Say
from handlers.schedules import Schedule
from tests.fakes_handlers import services
from tests.fakes_schedules import MemorySchedules
from tests.posting_kit import schedule
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.waiting import until

Stage = tuple[Edge, Place]


@pytest.fixture
def held() -> MemorySchedules:
    return MemorySchedules()


@pytest.fixture
def stage(held: MemorySchedules) -> Iterator[Stage]:
    behind = services(schedules=held)
    with staged() as (edge, place):
        edge.happen = lambda happening: handle_happening(happening, behind)
        yield edge, place


def subscription(name: str, channel: str, creator: str) -> Schedule:
    return schedule(name, team_id=TEAM, channel_id=channel, creator=creator)


def said(place: Place, channel: str) -> list[str]:
    """By the bot."""
    messages = place.workspace.state.messages(channel)
    ours = [one.body for one in messages if one.body.get("user") == BOT_USER and "subtype" not in one.body]
    return [str(body["text"]) for body in ours]


def settle(stage: Stage) -> list[Exchange]:
    """Everything that happened was heard and acted on; how it was delivered."""
    edge, place = stage
    assert place.workspace.deliveries.settle(WAIT)
    until(lambda: not any(pool.unfinished() for pool in edge.app.pools))
    heard = [one for one in place.travelled() if one.name.removeprefix("event ") in KINDS]
    # They travel side by side: what happened first need not be heard first.
    return sorted(heard, key=lambda one: str(one.body["event"]["event_ts"]))


KINDS = ("member_joined_channel", "channel_left", "group_left", "channel_archive", "group_archive", "channel_unarchive")


def test_coming_into_a_channel_the_bot_says_hello_once(stage: Stage) -> None:
    _, place = stage
    place.workspace.people.invite(READER.id, RANDOM, BOT_USER)
    settle(stage)

    (hello,) = said(place, RANDOM)
    assert hello.startswith("Hello!")
    assert "/papers subscribe" in hello


@pytest.mark.parametrize("identified", [True, False])
def test_others_who_come_are_not_greeted(stage: Stage, identified: bool) -> None:
    edge, place = stage
    people = place.workspace.people
    if identified:
        assert edge.app.identity.ask()
    channel = people.create_channel(READER.id, "new", False)["channel"]
    people.invite(READER.id, channel, BOT_USER)
    people.invite(READER.id, channel, CURATOR.id)
    settle(stage)

    assert len(said(place, channel)) == 1


def test_an_event_that_is_delivered_again_is_acted_on_once(stage: Stage, held: MemorySchedules) -> None:
    edge, place = stage
    held.add(subscription("one", PAPERS, READER.id))
    place.workspace.people.invite(READER.id, RANDOM, BOT_USER)
    place.workspace.people.archive(ADMIN.id, PAPERS)
    heard = settle(stage)
    # Slack tries again a minute later, when the schedule may have been resumed, and signs anew.
    held.change(subscription("one", PAPERS, READER.id))
    edge.now += timedelta(minutes=1)
    for one in heard:
        assert edge.post(json.dumps(one.body).encode(), "application/json").status == 200
    settle(stage)

    assert [one.name for one in heard] == ["event member_joined_channel", "event channel_archive"]
    assert len(said(place, RANDOM)) == 1
    assert len(said(place, direct_id(READER.id))) == 1


def test_a_channel_that_the_bot_comes_back_to_hears_what_rests_there(stage: Stage, held: MemorySchedules) -> None:
    _, place = stage
    held.add(subscription("one", PAPERS, READER.id))
    people = place.workspace.people
    people.remove(ADMIN.id, PAPERS, BOT_USER)
    settle(stage)
    people.invite(ADMIN.id, PAPERS, BOT_USER)
    settle(stage)

    (hello,) = said(place, PAPERS)
    assert "1 subscription rests here" in hello


@pytest.mark.parametrize(
    ("channel", "left"), [(PAPERS, True), (PAPERS, False), (READING_GROUP, True), (READING_GROUP, False)]
)
def test_where_the_bot_cannot_post_schedules_rest_and_creators_are_told_once(
    stage: Stage, held: MemorySchedules, channel: str, left: bool
) -> None:
    _, place = stage
    for name, creator in (("one", READER.id), ("two", READER.id), ("three", CURATOR.id)):
        held.add(subscription(name, channel, creator))
    held.add(replace(subscription("four", channel, ADMIN.id), paused="by hand"))
    held.add(subscription("elsewhere", RANDOM, ADMIN.id))
    people = place.workspace.people
    people.remove(ADMIN.id, channel, BOT_USER) if left else people.archive(ADMIN.id, channel)
    settle(stage)

    why = "I was put out of the channel" if left else "the channel was archived"
    assert [one.paused for one in held.held.values()] == [why, why, why, "by hand", None]
    told = {person.name: said(place, direct_id(person.id)) for person in (READER, CURATOR, ADMIN)}
    assert [len(messages) for messages in told.values()] == [1, 1, 0]
    assert "Caching one, Caching two" in told["reader"][0]
    assert why in told["reader"][0]


def test_a_channel_that_is_opened_again_hears_nothing(stage: Stage, held: MemorySchedules) -> None:
    _, place = stage
    people = place.workspace.people
    people.archive(ADMIN.id, PAPERS)
    people.unarchive(ADMIN.id, PAPERS)
    settle(stage)

    assert said(place, PAPERS) == []


def test_a_store_out_of_reach_is_a_line_in_the_log(
    stage: Stage, held: MemorySchedules, caplog: pytest.LogCaptureFixture
) -> None:
    _, place = stage
    held.unavailable = True
    place.workspace.people.archive(ADMIN.id, PAPERS)
    (heard,) = settle(stage)

    assert heard.status == "acknowledged"
    assert "A channel's change could not be acted on" in caplog.text


def test_without_room_slack_is_asked_to_deliver_again(stage: Stage) -> None:
    edge, place = stage
    happened: list[Happening] = []

    def happen(happening: Happening) -> tuple[Say, ...]:
        happened.append(happening)
        return ()

    edge.happen = happen
    edge.app.pools[1].drain(0)
    place.workspace.people.archive(ADMIN.id, PAPERS)
    place.wait_until(lambda: [one for one in place.travelled() if one.name == "event channel_archive"])

    (heard,) = [one for one in place.travelled() if one.name == "event channel_archive"]
    assert heard.status != "acknowledged"
    assert happened == []
