"""`/papers subscribe`: what is subscribed, where and when, and what is said back."""

from dataclasses import replace

import pytest

from handlers.calendar import Timetable
from handlers.dispatch import dispatch
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.subscriptions.subscribing import LIMIT
from tests.block_rules import problems
from tests.digest_kit import (
    ADA,
    BEFORE,
    DAILY,
    HERE,
    MONDAY,
    MONDAYS,
    TEAM,
    handles,
    planned,
    stage,
    subscription,
)
from tests.fakes_handlers import BrokenEngine, request
from tests.fakes_schedules import FakePeople
from tests.unit.test_commands_search import labels, rich_lines, small_lines


def typed(text: str, over: Services) -> Reply:
    reply = dispatch(replace(request(text), now=BEFORE), over)
    assert problems(reply, sharer=ADA) == []
    assert not reply.public
    return reply


def subscribed(over: Services, channel_id: str = HERE) -> tuple[Schedule, ...]:
    return over.schedules.in_channels(TEAM, [channel_id])


def test_a_topic_alone_comes_on_mondays_at_nine_in_the_zone_of_who_asks() -> None:
    over = stage()

    reply = typed("subscribe cache eviction", over)

    (made,) = subscribed(over)
    assert (made.query, made.timetable, made.quiet) == ("cache eviction", MONDAYS, True)
    assert (made.creator, made.created, made.since) == (ADA, BEFORE, BEFORE)
    assert rich_lines(reply)[:3] == [
        "*Subscribed. *This channel gets new papers for _cache eviction_",
        "Comes every Monday at 09:00 (Europe/Berlin), next @1764576000",
        "The next digest would hold *1 paper*:",
    ]
    assert "next Mon 1 Dec 2025, 09:00 (Europe/Berlin)" in reply.text
    assert handles(reply) == ["both"]
    assert labels(reply) == ["Edit", "Remove", "Read", "Save", "Not for us"]


@pytest.mark.parametrize(
    ("text", "query", "timetable", "quiet"),
    [
        ("cache daily at 9:00", "cache", DAILY, True),
        ("cache weekdays at 4:30 pm", "cache", replace(DAILY, rhythm="weekdays", hour=16, minute=30), True),
        ("cache OR eviction weekly on Fri", "cache OR eviction", replace(MONDAYS, weekday=4), True),
        ("cache -vision quiet off daily", "cache -vision", DAILY, False),
        ("to cache daily", "cache", DAILY, True),
        ("cache daily quiet off", "cache", DAILY, False),
        ("cache weekly quiet on", "cache", MONDAYS, True),
        ("show me papers about cache eviction", "cache eviction", MONDAYS, True),
        ('"weekly cache" eviction', '"weekly cache" eviction', MONDAYS, True),
    ],
)
def test_timing_and_silence_are_taken_off_the_topic(text: str, query: str, timetable: Timetable, quiet: bool) -> None:
    over = stage()

    typed(f"subscribe {text}", over)

    (made,) = subscribed(over)
    assert (made.query, made.timetable, made.quiet) == (query, timetable, quiet)


def test_a_timing_that_is_not_known_is_a_word_of_the_topic_and_that_is_said() -> None:
    over = stage()

    reply = typed("subscribe cache monthly", over)

    assert subscribed(over)[0].query == "cache monthly"
    assert rich_lines(reply)[2].startswith("I took “monthly” for a part of the topic. When it comes stands at the end")
    assert "I took" not in typed('subscribe "monthly"', over).text


def test_without_a_zone_it_is_utc_and_that_is_said() -> None:
    over = replace(stage(), people=FakePeople(zones={ADA: "Mars/Olympus"}, channels={ADA: (HERE,)}))

    assert "(UTC)" in typed("subscribe cache", over).text
    assert subscribed(over)[0].timetable.zone == "UTC"


def test_another_channel_is_named_as_slack_writes_it() -> None:
    over = stage()

    reply = typed("subscribe <#C0OTHER|papers> cache", over)

    assert [made.query for made in subscribed(over, "C0OTHER")] == ["cache"]
    assert subscribed(over) == ()
    assert rich_lines(reply)[0] == "*Subscribed. *#C0OTHER gets new papers for _cache_"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("<#C0SECRET|secret> cache", "One of us is not in that channel."),
        ("#papers cache", "I cannot tell which channel that is."),
        ("daily at 9:00", "Which topic shall I watch?"),
        ("quiet off", "Which topic shall I watch?"),
        ("<#C0OTHER|papers>", "Which topic shall I watch?"),
        ("cache at 25:00", "There is no time 25:00."),
        ("-vision", "That only says what to leave out."),
        ("arxiv:2501.00001", "That names one paper"),
        ("!!!", "There is no word to search for."),
    ],
)
def test_what_cannot_be_subscribed_to_gets_a_sentence_and_nothing_else(text: str, part: str) -> None:
    over = stage()

    assert part in typed(f"subscribe {text}", over).text
    assert subscribed(over) == ()
    assert subscribed(over, "C0OTHER") == ()


def test_a_conversation_of_two_is_no_channel() -> None:
    over = stage()

    reply = dispatch(replace(request("subscribe cache"), channel_id="D0TWO"), over)

    assert "Digests come to channels." in reply.text
    assert subscribed(over, "D0TWO") == ()


def test_a_channel_without_the_bot_is_subscribed_with_a_hint() -> None:
    over = replace(stage(), people=FakePeople())

    assert "Type /invite @paperboy here" in typed("subscribe cache", over).text
    assert len(subscribed(over)) == 1


@pytest.mark.parametrize("again", ["cache eviction", "Eviction CACHE", "(cache) éviction"])
def test_the_same_topic_twice_is_said_to_be_there_already(again: str) -> None:
    over = stage()
    typed("subscribe cache eviction daily", over)

    reply = typed(f"subscribe {again}", over)

    assert len(subscribed(over)) == 1
    assert rich_lines(reply)[0] == "This channel is already subscribed to _cache eviction_"
    assert subscribed(over)[0].timetable == DAILY


def test_another_time_changes_the_subscription_that_is_there_and_counts_from_now() -> None:
    over = stage(subscription("cache", since=BEFORE.replace(day=1)))

    reply = typed("subscribe cache daily quiet off", over)

    (changed,) = subscribed(over)
    assert (changed.timetable, changed.quiet, changed.since) == (DAILY, False, BEFORE)
    assert rich_lines(reply)[0].startswith("*Changed. *This channel")


def test_what_was_brought_already_is_not_said_to_fit_nothing() -> None:
    over = stage(subscription("eviction"))
    planned(over)

    text = dispatch(replace(request("subscribe eviction daily"), now=MONDAY), over).text
    assert "Nothing new fits at the moment; papers that do will come." in text


def test_subscribing_again_resumes_what_was_paused() -> None:
    over = stage(subscription("cache", paused="a reason"))

    assert rich_lines(typed("subscribe cache", over))[0].startswith("*Resumed. *")
    assert [held.paused for held in subscribed(over)] == [None]


def test_a_channel_has_a_bounded_number() -> None:
    over = stage(*(subscription(f"topic{number}") for number in range(LIMIT)))

    assert f"{LIMIT} subscriptions, which is the most" in typed("subscribe cache", over).text
    assert len(subscribed(over)) == LIMIT
    assert "Changed." in typed("subscribe topic3 daily", over).text


def test_a_topic_that_nothing_fits_yet_is_subscribed_all_the_same() -> None:
    over = stage()

    assert "Nothing new fits at the moment; papers that do will come." in typed("subscribe zebra", over).text
    assert len(subscribed(over)) == 1


def test_what_was_read_otherwise_than_typed_is_said() -> None:
    assert "quotation mark that has no partner" in typed('subscribe "cache eviction', stage()).text


def test_while_the_index_is_away_nothing_is_subscribed() -> None:
    over = stage(engine=BrokenEngine())

    assert "cannot answer at the moment" in typed("subscribe cache", over).text
    assert subscribed(over) == ()


def test_the_word_alone_explains_itself_and_opens_the_window() -> None:
    reply = typed("subscribe", stage())

    assert "/papers subscribe kv cache weekly on Mon at 9:00" in reply.text
    assert labels(reply) == ["Subscribe to a topic"]
    assert small_lines(reply) == []


def test_foreign_text_stays_what_it_is() -> None:
    over = stage()

    typed("subscribe cache &lt;!channel&gt; *bold*", over)

    assert len(subscribed(over)) == 1
