"""People add and remove each other and the bot, archive channels and make new ones."""

from collections.abc import Iterator

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER, Json
from tests.people_kit import CURATOR, READER, Town

GENERAL, PAPERS, RANDOM, READING = town.GENERAL, town.PAPERS, town.RANDOM, town.READING_GROUP


@pytest.fixture
def here() -> Iterator[Town]:
    made = Town()
    yield made
    made.close()


def told(here: Town) -> list[tuple[str, str | None]]:
    """Type and subtype of every event, once nothing is under way any more."""
    assert here.deliveries.settle(10)
    events: list[Json] = [one.payload["event"] for one in here.bot.delivered]
    return sorted((str(event["type"]), event.get("subtype")) for event in events)


def members(here: Town, channel: str) -> frozenset[str]:
    found = here.state.channel(channel)
    assert found is not None
    return found.members


def test_a_bot_that_is_added_hears_that_it_joined(here: Town) -> None:
    here.people.invite(READER, RANDOM, BOT_USER)

    assert BOT_USER in members(here, RANDOM)
    assert here.texts(READER, RANDOM) == ["<@U0PAPERBOY> has joined the channel"]
    (joined,) = here.events_of("member_joined_channel")
    assert (joined["user"], joined["inviter"], joined["channel_type"]) == (BOT_USER, READER, "C")
    assert told(here) == [("member_joined_channel", None), ("message", "channel_join")]


def test_a_bot_that_is_removed_hears_that_it_left_and_no_more(here: Town) -> None:
    here.people.remove(READER, PAPERS, BOT_USER)
    here.people.remove(READER, READING, BOT_USER)
    here.people.say(READER, PAPERS, "nobody hears this")

    assert told(here) == [("channel_left", None), ("group_left", None)]
    assert here.events_of("group_left")[0]["actor_id"] == READER


def test_people_come_and_go(here: Town) -> None:
    here.people.remove(READER, PAPERS, CURATOR)
    with pytest.raises(CannotDo, match="not in #papers"):
        here.people.say(CURATOR, PAPERS, "hello")
    here.people.invite(CURATOR, PAPERS, CURATOR)
    here.people.say(CURATOR, PAPERS, "back again")

    (left,) = here.events_of("member_left_channel")
    (joined,) = here.events_of("member_joined_channel")
    assert (left["user"], joined["user"]) == (CURATOR, CURATOR)
    assert "inviter" not in joined


def test_an_archived_channel_can_be_read_only_until_it_is_opened_again(here: Town) -> None:
    here.people.say(READER, PAPERS, "before")
    here.people.archive(READER, PAPERS)
    with pytest.raises(CannotDo, match="archived"):
        here.people.say(READER, PAPERS, "meanwhile")
    with pytest.raises(CannotDo, match="archived"):
        here.people.command(READER, PAPERS, "/papers", "kv cache")
    here.people.unarchive(READER, PAPERS)
    here.people.say(READER, PAPERS, "after")

    spoken = [text for text in here.texts(READER, PAPERS) if not text.startswith("<@")]
    assert spoken == ["before", "after"]
    assert (len(here.events_of("channel_archive")), len(here.events_of("channel_unarchive"))) == (1, 1)


def test_private_channels_have_events_of_their_own(here: Town) -> None:
    here.people.archive(READER, READING)
    here.people.unarchive(READER, READING)

    assert {kind for kind, _ in told(here)} == {"group_archive", "group_unarchive", "message"}


def test_a_new_channel_has_one_member_and_a_private_one_is_hidden_from_others(here: Town) -> None:
    public = here.people.create_channel(READER, "#New-Ideas", False)["channel"]
    private = here.people.create_channel(READER, "secret", True)["channel"]

    assert members(here, public) == members(here, private) == {READER}
    assert {channel.name for channel in here.state.channels()} >= {"new-ideas", "secret"}
    with pytest.raises(CannotDo, match="no such channel"):
        here.people.say(CURATOR, private, "hello")
    with pytest.raises(CannotDo, match="no such channel"):
        here.people.invite(CURATOR, private, CURATOR)


def test_slacks_own_commands_do_the_same(here: Town) -> None:
    here.people.command(READER, RANDOM, "/invite", "@paperboy")
    assert BOT_USER in members(here, RANDOM)
    here.people.command(READER, RANDOM, "/remove", "@paperboy")
    assert BOT_USER not in members(here, RANDOM)
    here.people.command(READER, RANDOM, "/archive", "")
    here.people.command(READER, RANDOM, "/unarchive", "")

    assert here.texts(READER, RANDOM)[-1] == "<@U0READER> un-archived the channel"
    with pytest.raises(CannotDo, match="@someone"):
        here.people.command(READER, RANDOM, "/invite", "nobody")


CANNOT = {
    "add who is there": ("invite", (READER, PAPERS, CURATOR)),
    "add nobody": ("invite", (READER, PAPERS, "U0NOBODY")),
    "add to direct messages": ("invite", (READER, town.direct_id(READER), CURATOR)),
    "remove who is not there": ("remove", (READER, RANDOM, BOT_USER)),
    "remove people from general": ("remove", (READER, GENERAL, CURATOR)),
    "archive general": ("archive", (READER, GENERAL)),
    "archive direct messages": ("archive", (READER, town.direct_id(READER))),
    "open what is open": ("unarchive", (READER, PAPERS)),
    "give a taken name": ("create_channel", (READER, "papers", False)),
    "give a name with spaces": ("create_channel", (READER, "my ideas", False)),
    "give no name": ("create_channel", (READER, "", False)),
}


@pytest.mark.parametrize("what", CANNOT)
def test_what_slack_would_not_let_people_do_changes_nothing(here: Town, what: str) -> None:
    before = here.state.channels()
    verb, given = CANNOT[what]

    with pytest.raises(CannotDo):
        getattr(here.people, verb)(*given)
    assert here.state.channels() == before
    assert told(here) == []
