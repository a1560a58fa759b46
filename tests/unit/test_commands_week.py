"""`/papers week`: what is set, when it comes, what it is picked from, and what is said back."""

from dataclasses import replace

import pytest

from handlers.ballots import Comparison, Nomination
from handlers.calendar import Timetable
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.weekly.buttons import WEEK_BUTTONS
from tests.digest_kit import ADA, BEFORE, CACHES, HERE, MONDAYS, TEAM, stage, subscription
from tests.fakes import FakeLibrary
from tests.fakes_schedules import FakePeople
from tests.unit.test_commands_search import buttons, labels, rich_lines
from tests.weekly_kit import due, labelled, replied, said, sent, typed, vote_on, week, weekly


def the_week(over: Services, channel_id: str = HERE) -> Schedule | None:
    found = [one for one in over.schedules.in_channels(TEAM, [channel_id]) if one.kind == "week"]
    return found[0] if found else None


def test_a_channel_without_one_is_told_how_to_have_it_and_the_button_does_it() -> None:
    over = stage()

    reply = typed("week", over)
    assert "/papers week on Mon 09:00" in reply.text
    switched = replied(over, labelled(reply, "Switch it on"))

    made = the_week(over)
    assert made is not None
    assert (made.timetable, made.query, made.key, made.quiet, made.creator) == (MONDAYS, "", "", False, ADA)
    assert switched.replaces
    assert "next Mon 1 Dec 2025, 09:00 (Europe/Berlin)" in switched.text
    replied(over, labelled(reply, "Switch it on"))
    assert the_week(over) == made


@pytest.mark.parametrize(
    ("text", "timetable"),
    [
        ("week on", MONDAYS),
        ("week on Fri 16:30", replace(MONDAYS, weekday=4, hour=16, minute=30)),
        ("week Thursday at 8:15", replace(MONDAYS, weekday=3, hour=8, minute=15)),
        ("week on weekly on Tue", replace(MONDAYS, weekday=1)),
    ],
)
def test_it_is_switched_on_at_the_time_that_was_typed(text: str, timetable: Timetable) -> None:
    over = stage()

    typed(text, over)

    made = the_week(over)
    assert made is not None
    assert made.timetable == timetable


def test_another_time_changes_it_and_on_alone_keeps_the_time() -> None:
    over = weekly(week("eviction", paused="a reason"))

    typed("week on Fri 10:00", over)
    typed("week on", over)

    made = the_week(over)
    assert made is not None
    assert (made.timetable.weekday, made.timetable.hour, made.query, made.paused) == (4, 10, "eviction", None)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("week on daily", "comes once a week"),
        ("week on 25:00", "There is no time 25:00."),
        ("week on Mars", "I cannot read when that is."),
        ("week off", "has no paper of the week"),
        ("week skip", "has no paper of the week"),
        ("week preview", "has no paper of the week"),
        ("week topic cache", "has no paper of the week"),
        ("week history", "has had no paper of the week yet"),
        ("week standings", "Nobody here has answered a duel yet."),
        ("week lung cancer", "No paper fits"),
        ("weekly cache", "papers have"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_nothing_is_set(text: str, part: str) -> None:
    over = stage()

    assert part in typed(text, over).text
    assert the_week(over) is None


@pytest.mark.parametrize("text", ["week on", "duel", "nominate both"])
def test_in_a_conversation_of_two_there_is_none(text: str) -> None:
    over = stage()

    assert "Type this in a channel." in typed(text, over, channel_id="D0TWO").text
    assert over.week.nominations(TEAM, "D0TWO") == ()


def test_a_channel_without_the_bot_gets_it_with_a_hint() -> None:
    over = replace(stage(), people=FakePeople())

    assert "Type /invite @paperboy here" in typed("week on", over).text
    assert the_week(over) is not None


def test_off_takes_it_away_and_keeps_what_was() -> None:
    over = weekly()
    sent(over, due(over))

    assert "/papers week history" in typed("week off", over).text
    assert the_week(over) is None
    assert "*1 paper of the week*" in rich_lines(typed("week history", over))[0]


def test_a_topic_is_set_said_and_taken_away() -> None:
    over = weekly()

    reply = typed("week topic cache eviction", over)
    assert "1 paper has all of that." in reply.text
    assert "picked from papers on cache eviction" in reply.text
    assert "No paper has all of that yet" in typed("week topic zebra", over).text
    assert "picked from all papers again" in typed("week topic off", over).text
    assert the_week(over) == week()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("week topic", "Which topic?"),
        ("week topic arxiv:2501.00001", "/papers nominate 2501.00001"),
        ("week topic -cache", "That only says what to leave out."),
    ],
)
def test_what_is_no_topic_is_told(text: str, part: str) -> None:
    over = weekly()

    assert part in typed(text, over).text
    assert the_week(over) == week()


def test_what_it_is_picked_from_is_said() -> None:
    over = weekly(week(), subscription("cache"), subscription("zebra", paused="a reason"))
    assert "by what you like here: 1 subscription. A nomination goes first." in typed("week", over).text
    typed("search eviction", over)
    typed("search eviction", over)
    vote_on(over, sent(over, due(over)), True)
    assert "1 subscription, 1 searched topic, 1 vote." in typed("week", over).text
    typed("nominate cache-09", over)
    assert "nominated ones first, at the moment “On a cache” (1)." in typed("week", over).text
    # A topic that is set afterwards keeps it waiting, which nobody should have to guess.
    away = typed("week topic zebra", over).text
    assert (
        "1 nominated paper waits, not being on this topic. To have all topics again, type /papers week topic off"
        in away
    )
    assert "waits" not in typed("week topic off", over).text


def test_a_preview_is_what_would_come_and_plans_nothing() -> None:
    over = weekly()
    typed("nominate both because it has all", over)

    reply = typed("week preview", over)

    assert "If it were chosen now" in reply.text
    assert "“it has all”" in reply.text
    assert labels(reply) == ["Read", "Similar", "Save"]
    assert due(over).papers == ("both",)


def test_searches_of_a_channel_are_noted_when_they_find_something() -> None:
    over = stage()
    for text in ("cache eviction", "Eviction cache", "random cache", "zebra", "both", "random zebra"):
        typed(text, over)
    typed("cache", over, channel_id="D0TWO")

    found = {one.key: one.count for one in over.week.searches(TEAM, HERE, BEFORE)}

    assert found == {"cache eviction": 2, "cache": 1}
    assert over.week.searches(TEAM, "D0TWO", BEFORE) == ()


def test_a_paper_that_left_the_library_is_no_trouble() -> None:
    over = weekly()
    posting = sent(over, due(over))
    vote_on(over, posting, True)
    over.week.nominate(
        Nomination(team_id=TEAM, channel_id=HERE, paper_id="cache-01", user_id=ADA, because="", at=BEFORE)
    )
    over.week.compare(
        Comparison(team_id=TEAM, channel_id=HERE, winner="cache-01", loser="both", user_id=ADA, at=BEFORE)
    )
    smaller = replace(over, library=FakeLibrary(CACHES[5:7]))

    assert all(typed(f"week {part}", smaller).text for part in ("", "history", "standings", "preview"))
    assert due(smaller, 1).papers[0] in {"cache-06", "cache-07"}


def test_every_button_is_made_and_old_values_are_told() -> None:
    over = weekly()
    replies = [typed(text, over) for text in ("week", "week skip", "nominate both", "show both", "duel")]
    made = [*replies, said(due(over, 1)), typed("week", stage())]

    assert set(WEEK_BUTTONS) <= {button["action_id"] for reply in made for button in buttons(reply)}
    for action_id in WEEK_BUTTONS:
        assert "earlier version" in replied(over, {"action_id": action_id, "value": "{}"}).text
