"""A channel that is dead for good: told once, seen in the status, in nobody's way, and alive again when resumed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import load
from bot.serving import sender
from bot.wiring import Paperboy, open_paperboy
from bot.workspace.model import BOT_USER, TEAM
from bot.workspace.town import ADMIN, GENERAL, PAPERS, READER, READING_GROUP, direct_id
from handlers.calendar import Timetable
from handlers.subscriptions.subscribing import resumed
from tests.posting_kit import schedule
from tests.slack_kit import Place, open_place

DAY = timedelta(days=1)


@contextmanager
def opened(folder: Path, place: Place) -> Iterator[Paperboy]:
    """The whole bot over a new store, in this workspace."""
    state, town = place.workspace.state, place.workspace
    config = load({"PAPERBOY_MODE": "terminal", "PAPERBOY_DATA": str(folder)}, folder / "no.env")
    with open_paperboy(replace(config, bot_token=town.bot_token, api_url=town.api_url), state.now) as paperboy:
        yield paperboy


def subscribe(paperboy: Paperboy, place: Place, *channels: str) -> None:
    now = place.workspace.state.now()
    daily = Timetable(rhythm="daily", hour=now.hour, minute=now.minute, zone="UTC")
    for channel in channels:
        one = schedule(channel, team_id=TEAM, channel_id=channel, creator=READER.id, quiet=False)
        assert paperboy.store.schedules.add(replace(one, timetable=daily, created=now, since=now))


def day(paperboy: Paperboy, place: Place) -> None:
    """A day goes by, with its tick; all that is planned is sent."""
    place.workspace.state.move_time(DAY)
    paperboy.tick()
    sender(paperboy).send_all(lambda _seconds: None)


def digests(place: Place, channel: str) -> int:
    return sum("metadata" in message.body for message in place.workspace.state.messages(channel))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("is_archived", "the channel was archived"),
        ("not_in_channel", "I was not in the channel any more"),
        ("channel_not_found", "I could not see the channel any more"),
        ("restricted_action", "I was not allowed to post in the channel"),
    ],
)
def test_a_dead_channel_is_told_once_stops_nobody_and_works_again_when_resumed(
    tmp_path: Path, code: str, why: str
) -> None:
    with open_place() as place, opened(tmp_path, place) as paperboy:
        people = place.workspace.people
        subscribe(paperboy, place, GENERAL, PAPERS, READING_GROUP)
        if code == "is_archived":
            people.archive(ADMIN.id, PAPERS)
        elif code == "not_in_channel":
            people.remove(ADMIN.id, PAPERS, BOT_USER)
        else:
            # Of the three posts of this moment, that for the second channel is the second one.
            place.workspace.faults.add("chat.postMessage", "history_lag", seconds=0.0)
            place.workspace.faults.add("chat.postMessage", "error", code=code)
        for _ in range(2):
            day(paperboy, place)

        dead = paperboy.store.schedules.schedule(TEAM, PAPERS)
        assert dead is not None
        assert [digests(place, channel) for channel in (GENERAL, PAPERS, READING_GROUP)] == [2, 0, 2]
        (told,) = place.seen(direct_id(READER.id))
        assert (dead.paused, why in told) == (why, True)
        assert code in dict(paperboy.health.status().facts)["Posts that failed"]

        if code == "is_archived":
            people.unarchive(ADMIN.id, PAPERS)
        if code == "not_in_channel":
            people.invite(ADMIN.id, PAPERS, BOT_USER)
        assert paperboy.store.schedules.change(resumed(dead, place.workspace.state.now()))
        day(paperboy, place)

        assert [digests(place, channel) for channel in (GENERAL, PAPERS, READING_GROUP)] == [3, 1, 3]
        assert len(place.seen(direct_id(READER.id))) == 1
