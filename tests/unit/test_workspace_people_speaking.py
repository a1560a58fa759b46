"""People say, change and take back, react, and the bot hears what its manifest lets it hear."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.errors import CannotDo
from bot.workspace.model import BOT_USER
from tests.people_kit import ADMIN, CURATOR, EVENTS, READER, SCOPES, Town, manifest

GENERAL, RANDOM, READING = town.GENERAL, town.RANDOM, town.READING_GROUP


@pytest.fixture
def here() -> Iterator[Town]:
    made = Town()
    yield made
    made.close()


TYPED = {
    "hello": "hello",
    "a < b & c > d": "a &lt; b &amp; c &gt; d",
    "hi @paperboy, hi @Curator.": "hi <@U0PAPERBOY>, hi <@U0CURATOR>.",
    "nobody is @nobody": "nobody is @nobody",
    "mail reader@curator": "mail reader@curator",
    "see #papers and #nowhere": "see <#C0PAPERS|papers> and #nowhere",
    "look https://arxiv.org/abs/1?a=1&b=2.": "look <https://arxiv.org/abs/1?a=1&amp;b=2>.",
    "(https://a.org/x)": "(<https://a.org/x>)",
    "<https://a.org>": "&lt;<https://a.org>&gt;",
    "((https://a.org/x))>>.": "((<https://a.org/x>))&gt;&gt;.",
    "https://a.org/?a=1&": "<https://a.org/?a=1&amp;>",
    "@here and @everyone": "<!here> and <!everyone>",
    "`@reader` and ```\n#papers\n```": "`@reader` and ```\n#papers\n```",
    "<!channel> <@U0READER>": "&lt;!channel&gt; &lt;@U0READER&gt;",
}


@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_is_kept_as_slack_keeps_it(here: Town, typed: str) -> None:
    here.people.say(READER, GENERAL, typed)

    assert here.texts(READER) == [TYPED[typed]]


def test_a_private_channel_is_named_only_by_those_who_see_it(here: Town) -> None:
    here.people.remove(ADMIN, READING, READER)
    here.people.say(READER, GENERAL, "#reading-group")
    here.people.say(ADMIN, GENERAL, "#reading-group")

    assert here.texts(READER) == ["#reading-group", "<#C0READING|reading-group>"]


def test_a_message_is_told_in_slacks_envelope(here: Town) -> None:
    here.people.say(READER, GENERAL, "hello")

    assert here.deliveries.settle(10)
    (delivered,) = here.bot.delivered
    envelope = delivered.payload
    assert (envelope["type"], envelope["team_id"], envelope["api_app_id"]) == (
        "event_callback",
        "T0PAPERBOY",
        "A0PAPERBOY",
    )
    assert envelope["authorizations"][0] == {
        "enterprise_id": None,
        "team_id": "T0PAPERBOY",
        "user_id": BOT_USER,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    event = envelope["event"]
    assert (event["type"], event["channel"], event["channel_type"], event["user"], event["text"]) == (
        "message",
        GENERAL,
        "channel",
        READER,
        "hello",
    )
    assert event["event_ts"] == event["ts"]


@pytest.mark.parametrize(
    ("channel", "kind"), [(GENERAL, "channel"), (READING, "group"), (town.direct_id(READER), "im")]
)
def test_each_kind_of_channel_has_its_own_subscription(channel: str, kind: str) -> None:
    name = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}[kind]
    for subscribed in (True, False):
        events = tuple(one for one in EVENTS if (one == name) == subscribed)
        here = Town(manifest(events=events))
        here.people.say(READER, channel, "hello")
        told = [event["channel_type"] for event in here.events_of("message")]
        here.close()

        assert told == ([kind] if subscribed else [])


def test_without_the_scope_or_without_membership_nothing_is_told() -> None:
    scopeless = Town(manifest(scopes=tuple(scope for scope in SCOPES if scope != "channels:history")))
    scopeless.people.say(READER, GENERAL, "hello")
    elsewhere = Town()
    elsewhere.people.say(READER, RANDOM, "hello")

    assert scopeless.events_of("message") == elsewhere.events_of("message") == []
    scopeless.close()
    elsewhere.close()


def test_a_mention_is_told_twice_and_in_direct_messages_once(here: Town) -> None:
    here.people.say(READER, GENERAL, "@paperboy hello")
    here.people.say(READER, town.direct_id(READER), "@paperboy hello")

    (mention,) = here.events_of("app_mention")
    assert (mention["text"], mention["channel"]) == ("<@U0PAPERBOY> hello", GENERAL)
    assert len(here.events_of("message")) == 2


def test_a_bot_that_is_not_in_the_channel_hears_of_no_mention_and_slackbot_says_so(here: Town) -> None:
    here.people.say(READER, RANDOM, "@paperboy hello")

    assert here.events_of("app_mention") == []
    assert "/invite @paperboy" in here.texts(READER, RANDOM)[-1]
    assert len(here.texts(CURATOR, RANDOM)) == 1


def test_replies_hang_on_the_first_message_even_when_a_reply_was_answered(here: Town) -> None:
    root = here.people.say(READER, GENERAL, "root")["ts"]
    reply = here.people.say(CURATOR, GENERAL, "reply", root)["ts"]
    here.people.say(READER, GENERAL, "again", reply)

    assert [message.thread_ts for message in here.state.messages(GENERAL)] == [root] * 3
    assert [event.get("parent_user_id") for event in here.events_of("message")] == [None, READER, READER]


def test_a_changed_message_is_told_with_what_it_said_before(here: Town) -> None:
    ts = here.people.say(READER, GENERAL, "one")["ts"]
    here.people.edit(READER, GENERAL, ts, "two")
    here.people.edit(READER, GENERAL, ts, "two")

    changed = here.events_of("message")[1:]
    assert [(event["subtype"], event["message"]["text"], event["previous_message"]["text"]) for event in changed] == [
        ("message_changed", "two", "one")
    ]
    assert here.texts(READER) == ["two"]


def test_a_deleted_message_is_gone_but_a_thread_keeps_its_beginning(here: Town) -> None:
    alone = here.people.say(READER, GENERAL, "alone")["ts"]
    root = here.people.say(READER, GENERAL, "root")["ts"]
    here.people.say(CURATOR, GENERAL, "reply", root)
    here.people.delete(READER, GENERAL, alone)
    here.people.delete(READER, GENERAL, root)

    assert here.texts(READER) == ["This message was deleted.", "reply"]
    told = [event.get("subtype") for event in here.events_of("message")]
    assert told == [None, None, None, "message_deleted", "message_changed"]


def test_an_ephemeral_message_can_be_dismissed_without_anybody_hearing_of_it(here: Town) -> None:
    ts = here.post([], only_for=READER)
    here.people.delete(READER, GENERAL, ts)

    assert here.texts(READER) == []
    assert here.events_of("message") == []


def test_reactions_are_counted_told_and_taken_back(here: Town) -> None:
    ts = here.post([])
    here.people.react(READER, GENERAL, ts, ":eyes:")
    here.people.react(CURATOR, GENERAL, ts, "eyes")
    here.people.react(READER, GENERAL, ts, "eyes", remove=True)

    message = here.state.message(GENERAL, ts)
    assert message is not None
    assert message.body["reactions"] == [{"name": "eyes", "users": [CURATOR], "count": 1}]
    added = here.events_of("reaction_added")
    assert [(event["user"], event["reaction"], event["item_user"]) for event in added] == [
        (READER, "eyes", BOT_USER),
        (CURATOR, "eyes", BOT_USER),
    ]
    assert len(here.events_of("reaction_removed")) == 1


def test_links_of_the_apps_domains_are_told_wherever_they_are_shared(here: Town) -> None:
    here.people.say(READER, RANDOM, "https://www.example.org/a https://example.org.evil.com https://example.com")
    here.people.say(READER, GENERAL, "https://example.org/b?x=1&y=2 and https://example.org/b?x=1&y=2")

    first, second = here.events_of("link_shared")
    assert first["links"] == [{"domain": "example.org", "url": "https://www.example.org/a"}]
    assert (first["is_bot_user_member"], second["is_bot_user_member"]) == (False, True)
    assert [link["url"] for link in second["links"]] == ["https://example.org/b?x=1&y=2"]


CANNOT: dict[str, tuple[str, tuple[Any, ...]]] = {
    "say nothing": ("say", (READER, GENERAL, " \n")),
    "say too much": ("say", (READER, GENERAL, "x" * 40_001)),
    "say somewhere that is not": ("say", (READER, "C0NOWHERE", "hello")),
    "say in others' direct messages": ("say", (READER, town.direct_id(CURATOR), "hello")),
    "speak for the bot": ("say", (BOT_USER, GENERAL, "hello")),
    "reply to nothing": ("say", (READER, GENERAL, "hello", "1.000000")),
    "edit others' words": ("edit", (CURATOR, GENERAL, "{ts}", "mine")),
    "edit into nothing": ("edit", (READER, GENERAL, "{ts}", "")),
    "delete others' words": ("delete", (CURATOR, GENERAL, "{ts}")),
    "react with no emoji": ("react", (READER, GENERAL, "{ts}", "no emoji")),
    "react with a name without end": ("react", (READER, GENERAL, "{ts}", "a" * 101)),
    "take back what is not there": ("react", (READER, GENERAL, "{ts}", "eyes", True)),
    "edit what is gone": ("edit", (READER, GENERAL, "1.000000", "x")),
}


@pytest.mark.parametrize("what", CANNOT)
def test_what_slack_would_not_let_people_do_changes_nothing(here: Town, what: str) -> None:
    ts = here.people.say(READER, GENERAL, "words")["ts"]
    verb, given = CANNOT[what]

    with pytest.raises(CannotDo):
        getattr(here.people, verb)(*[one.replace("{ts}", ts) if isinstance(one, str) else one for one in given])
    assert here.texts(READER) == ["words"]
    assert len(here.events_of("message")) == 1


def test_an_admin_deletes_what_others_said_and_reacts_once_only(here: Town) -> None:
    ts = here.people.say(READER, GENERAL, "words")["ts"]
    here.people.react(ADMIN, GENERAL, ts, "eyes")
    with pytest.raises(CannotDo, match="already"):
        here.people.react(ADMIN, GENERAL, ts, "eyes")
    here.people.delete(ADMIN, GENERAL, ts)

    assert here.texts(READER) == []
