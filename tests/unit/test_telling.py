"""What the bot says unasked: once for each key, and privately where only one person should see it."""

from collections.abc import Iterator

import pytest

from bot.slack.clients import web_client
from bot.slack.telling import Telling
from bot.workspace.model import TEAM
from bot.workspace.town import GENERAL, PAPERS, RANDOM, READER, direct_id
from handlers.errors import Unavailable
from handlers.messages import Reply, Say, Whisper
from tests.fakes_slack import MemoryClaims
from tests.slack_kit import Place, open_place, settings_for

HELLO = Say(PAPERS, "hello:1", Reply("Hello!"))
SECRET = Whisper(PAPERS, READER.id, Reply("Between us"))


@pytest.fixture
def place() -> Iterator[Place]:
    with open_place() as opened:
        yield opened


@pytest.fixture
def claims() -> MemoryClaims:
    return MemoryClaims()


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def telling(place: Place, claims: MemoryClaims, pauses: list[float]) -> Telling:
    settings = settings_for(place.workspace, timeout=1)
    client = web_client(settings, settings.bot_token)
    return Telling(client, claims, place.workspace.state.now, pauses.append)


def test_it_is_said_once_for_each_key(place: Place, telling: Telling) -> None:
    assert telling.say(HELLO, TEAM)
    assert telling.say(HELLO, TEAM)
    assert telling.say(Say(PAPERS, "hello:2", Reply("Again")), TEAM)

    assert place.seen(PAPERS) == ["Hello!", "Again"]


def test_a_person_is_told_in_direct_messages(place: Place, telling: Telling) -> None:
    assert telling.say(Say(READER.id, "k", Reply("Paused")), TEAM)

    assert place.seen(direct_id(READER.id)) == ["Paused"]


def test_what_slack_refused_can_be_said_later(place: Place, telling: Telling, claims: MemoryClaims) -> None:
    place.workspace.faults.add("chat.postMessage", "error", code="is_archived")

    assert not telling.say(HELLO, TEAM)
    assert claims.taken() == set()
    assert telling.say(HELLO, TEAM)
    assert place.seen(PAPERS) == ["Hello!"]


@pytest.mark.parametrize("kind", ["accept_then_drop", "drop"])
def test_what_may_have_been_said_is_not_said_again(place: Place, telling: Telling, kind: str) -> None:
    place.workspace.faults.add("chat.postMessage", kind)  # type: ignore[arg-type]

    assert not telling.say(HELLO, TEAM)
    assert telling.say(HELLO, TEAM)
    assert len(place.called("chat.postMessage")) == 1


def test_slack_is_waited_for_once(place: Place, telling: Telling, pauses: list[float]) -> None:
    place.workspace.faults.add("chat.postMessage", "ratelimited", retry_after=7)

    assert telling.say(HELLO, TEAM)
    assert pauses == [7]


@pytest.mark.parametrize("faults", [(31,), (1, 1)])
def test_slack_is_not_waited_for_for_long(
    place: Place, telling: Telling, claims: MemoryClaims, faults: tuple[int, ...]
) -> None:
    for seconds in faults:
        place.workspace.faults.add("chat.postMessage", "ratelimited", retry_after=seconds)

    assert not telling.say(HELLO, TEAM)
    assert claims.taken() == set()


def test_without_the_store_nothing_is_said(place: Place, telling: Telling, claims: MemoryClaims) -> None:
    claims.unavailable = True
    with pytest.raises(Unavailable):
        telling.say(HELLO, TEAM)

    assert place.seen(PAPERS) == []


def test_a_whisper_is_seen_by_one_person(place: Place, telling: Telling) -> None:
    assert telling.whisper(SECRET)

    assert place.seen(PAPERS) == ["Between us"]
    assert place.seen(PAPERS, user="U0CURATOR") == []


def test_where_the_bot_is_no_member_a_whisper_goes_to_direct_messages(place: Place, telling: Telling) -> None:
    assert telling.whisper(Whisper(RANDOM, READER.id, Reply("Between us")))

    assert place.seen(RANDOM) == []
    assert place.seen(direct_id(READER.id)) == ["Between us"]


def test_a_whisper_that_was_lost_is_not_repeated(place: Place, telling: Telling) -> None:
    place.workspace.faults.add("chat.postEphemeral", "drop")

    assert not telling.whisper(SECRET)
    assert place.methods() == ["chat.postEphemeral"]


def test_a_person_who_cannot_be_written_to_is_a_line_in_the_log(place: Place, telling: Telling) -> None:
    assert not telling.directly("U0NOBODY", Reply("Hello"))
    assert place.seen(GENERAL) == []
