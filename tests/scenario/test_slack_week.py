"""A paper of the week in a workspace: posted, voted on by people, nominated from its window, also after a restart."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store import SqlStore
from bot.workspace.model import Json
from bot.workspace.town import ADMIN, GENERAL, READER
from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.ports import Services
from handlers.tick import tick
from tests.digest_kit import stage
from tests.fakes_schedules import FakePeople
from tests.office_kit import Office, open_office
from tests.slack_kit import WAIT, Edge, Place, listening, settings_for

WEEK = timedelta(days=7)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path) as opened:
        yield opened


def over(store: SqlStore) -> Services:
    people = FakePeople(channels={READER.id: (GENERAL,)})
    return replace(stage(), schedules=store.schedules, outbox=store.outbox, week=store.week, people=people)


@contextmanager
def bot(office: Office) -> Iterator[Edge]:
    """The edge over the real handlers and the office's store."""
    services = over(office.store)
    edge = Edge(
        settings_for(office.place.workspace),
        answer=lambda request: dispatch(request, services),
        press=lambda press: handle_press(press, services),
        now=office.now(),
    )
    try:
        with listening(edge, office.place):
            yield edge
    finally:
        edge.app.drain(WAIT)


def week_post(place: Place) -> Json:
    """The channel's latest paper of the week, as everybody sees it."""
    said = [one for one in place.workspace.state.messages(GENERAL) if one.body["text"].startswith("Paper of the week:")]
    return said[-1].body


def labels(body: Json) -> list[str]:
    return [
        each["text"]["text"] for block in body["blocks"] if block["type"] == "actions" for each in block["elements"]
    ]


def press(place: Place, user: str, action_id: str) -> None:
    place.workspace.people.press(user, channel=GENERAL, ts=week_post(place)["ts"], action={"action_id": action_id})


def post_due(office: Office, edge: Edge) -> None:
    office.move(WEEK)
    assert tick(office.now(), over(office.store))
    office.work(office.poster(), rounds=2)
    edge.now = office.now()


def team_of(office: Office) -> str:
    (schedule,) = office.store.schedules.active()
    return schedule.team_id


def test_people_see_vote_and_nominate(office: Office) -> None:
    place = office.place
    with bot(office) as edge:
        place.command("week on")
        place.wait_until(office.store.schedules.active)
        post_due(office, edge)
        assert labels(week_post(place))[:2] == ["👍 0", "👎 0"]
        press(place, READER.id, "week:up")
        place.wait_until(lambda: labels(week_post(place))[:2] == ["👍 1", "👎 0"])

    with bot(office) as edge:  # it was stopped and started again
        press(place, ADMIN.id, "week:down")
        place.wait_until(lambda: labels(week_post(place))[:2] == ["👍 1", "👎 1"])
        assert week_post(place)["text"].endswith("Votes: 1 up, 1 down.")
        place.command("nominate cache-04 because it is short")
        place.wait_until(lambda: any("Nominated for this channel" in text for text in place.seen()))
        post_due(office, edge)

    assert "On a cache [cache-04]" in week_post(place)["text"]
    assert f"nominated by <@{READER.id}>." in week_post(place)["text"]
    assert "Last time: " in week_post(place)["text"]
    assert "👍 1 · 👎 1" in week_post(place)["text"]
    assert len(office.store.week.picked(team_of(office), GENERAL)) == 2
