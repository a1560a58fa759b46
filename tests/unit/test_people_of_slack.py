"""What the bot learns of people from Slack, and for how long it remembers it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.manifest import manifest
from bot.slack import people as module
from bot.slack.people import SlackPeople
from bot.workspace.model import BOT_USER, TEAM
from bot.workspace.town import ADMIN, CURATOR, GENERAL, PAPERS, RANDOM, READER, READING_GROUP
from handlers.errors import Unavailable
from tests.slack_kit import NOWHERE, Place, open_place, settings_for

MINUTES = timedelta(minutes=1)


@pytest.fixture
def place() -> Iterator[Place]:
    with open_place() as opened:
        yield opened


def asking(place: Place, back: timedelta = timedelta(), **settings: Any) -> SlackPeople:
    chosen = settings_for(place.workspace, timeout=1, **settings)
    return SlackPeople.over(chosen, lambda: place.workspace.state.now() - back)


def move_away(place: Place, zone: str) -> None:
    state = place.workspace.state
    state._people[READER.id] = replace(READER, tz=zone)


def test_the_zone_is_the_one_of_the_profile(place: Place) -> None:
    people = asking(place)

    assert [people.zone(TEAM, one.id) for one in (READER, CURATOR)] == ["Europe/Berlin", "America/New_York"]


def test_a_zone_is_remembered_for_an_hour(place: Place) -> None:
    people = asking(place)
    people.zone(TEAM, READER.id)
    move_away(place, "Asia/Tokyo")

    place.workspace.state.move_time(59 * MINUTES)
    assert people.zone(TEAM, READER.id) == "Europe/Berlin"
    place.workspace.state.move_time(MINUTES)
    assert people.zone(TEAM, READER.id) == "Asia/Tokyo"
    assert len(place.called("users.info")) == 2


def test_a_clock_that_was_set_back_does_not_keep_an_old_zone_for_ever(place: Place) -> None:
    people = asking(place)
    people.zone(TEAM, READER.id)
    move_away(place, "Asia/Tokyo")
    people._clock = lambda: place.workspace.state.now() - timedelta(days=365)

    assert people.zone(TEAM, READER.id) == "Asia/Tokyo"


def test_a_zone_that_this_machine_does_not_know_is_none(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "known_zone", lambda name: name != "Europe/Berlin")
    people = asking(place)

    assert people.zone(TEAM, READER.id) is None
    assert people.zone(TEAM, CURATOR.id) == "America/New_York"


def test_whom_slack_does_not_know_has_no_zone(place: Place) -> None:
    assert asking(place).zone(TEAM, "U0NOBODY") is None


def test_an_installation_without_the_scopes_knows_of_nobody() -> None:
    declared = manifest()
    declared["oauth_config"]["scopes"]["bot"] = ["commands", "chat:write"]
    with open_place(declared=declared) as place:
        people = asking(place)

        assert people.zone(TEAM, READER.id) is None
        assert people.channels_of(TEAM, READER.id) == ()


@pytest.mark.parametrize("kind", ["status", "drop", "ratelimited", "garbled", "html", "hang"])
def test_a_slack_that_does_not_answer_is_said_and_not_remembered(place: Place, kind: Any) -> None:
    people = asking(place)
    details: dict[str, Any] = {"seconds": 2.0} if kind == "hang" else {}
    place.workspace.faults.add("users.info", kind, **details)
    place.workspace.faults.add("users.conversations", kind, **details)

    with pytest.raises(Unavailable):
        people.zone(TEAM, READER.id)
    with pytest.raises(Unavailable):
        people.channels_of(TEAM, READER.id)
    assert people.zone(TEAM, READER.id) == "Europe/Berlin"


def test_nobody_at_the_other_end(place: Place) -> None:
    with pytest.raises(Unavailable):
        asking(place, api_url=NOWHERE).zone(TEAM, READER.id)


def test_only_so_many_are_remembered(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    people = asking(place)
    for one in (READER, CURATOR, ADMIN, ADMIN, READER):
        people.zone(TEAM, one.id)

    assert [call["user"] for call in place.called("users.info")] == [READER.id, CURATOR.id, ADMIN.id, READER.id]


def test_channels_are_those_of_both(place: Place) -> None:
    people, state = asking(place), place.workspace.state
    reading = state.channel(READING_GROUP)
    assert reading
    state.save_channel(replace(reading, members=frozenset({CURATOR.id, BOT_USER})))

    assert people.channels_of(TEAM, READER.id) == (GENERAL, PAPERS)
    assert people.channels_of(TEAM, CURATOR.id) == (GENERAL, PAPERS, READING_GROUP)
    assert RANDOM not in people.channels_of(TEAM, ADMIN.id)


def test_more_channels_than_one_page_holds(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 1)

    assert asking(place).channels_of(TEAM, READER.id) == (GENERAL, PAPERS, READING_GROUP)
    monkeypatch.setattr(module, "PAGES", 2)
    assert asking(place).channels_of(TEAM, READER.id) == (GENERAL, PAPERS)
