"""`/papers subscriptions`, the buttons of its list, and the windows they open."""

import json
from dataclasses import replace
from datetime import datetime

import pytest

from handlers.actions import handle_press
from handlers.blocks import state
from handlers.blocks.notice import OLD_BUTTON
from handlers.calendar import Timetable
from handlers.dispatch import dispatch
from handlers.messages import Block, Reply, Whisper
from handlers.ports import Services
from handlers.schedules import PostingState, Schedule
from handlers.submissions import handle_submission
from handlers.subscriptions.buttons import SUBSCRIPTION_BUTTONS
from handlers.windows import Mend, Modal, Outcome, Submission
from tests.block_rules import problems
from tests.digest_kit import (
    ADA,
    BEFORE,
    DAILY,
    HERE,
    MONDAY,
    MONDAYS,
    NEXT_MONDAY,
    TEAM,
    handles,
    planned,
    stage,
    subscription,
)
from tests.fakes_handlers import BrokenEngine, press, request
from tests.unit.test_commands_search import buttons, labels, rich_lines, small_lines

AT_NINE = "@1764576000"
"""Monday, the first of December."""


def listed(over: Services, text: str = "subscriptions", now: datetime = BEFORE) -> Reply:
    reply = dispatch(replace(request(text), now=now), over)
    assert problems(reply, sharer=ADA) == []
    return reply


def pressed(over: Services, action_id: str, value: str) -> Outcome:
    outcome = handle_press(replace(press(action_id, value), now=BEFORE), over)
    assert problems(outcome, sharer=ADA) == []
    return outcome


def button(reply: Reply, label: str) -> Block:
    return next(button for button in buttons(reply) if button["text"]["text"] == label)


def press_on(over: Services, reply: Reply, label: str) -> Outcome:
    found = button(reply, label)
    return pressed(over, found["action_id"], found["value"])


def only(over: Services) -> Schedule:
    (schedule,) = over.schedules.in_channels(TEAM, [HERE])
    return schedule


def test_each_subscription_says_when_it_comes_what_waits_and_what_came_last() -> None:
    reply = listed(stage(subscription(), subscription("eviction", timetable=DAILY, quiet=False)))

    assert rich_lines(reply) == [
        "*2 subscriptions* in this channel",
        "1. *cache*",
        f"Comes every Monday at 09:00 (Europe/Berlin), next {AT_NINE}",
        "13 papers wait; nothing has been due yet",
        "2. *eviction*",
        "Comes every day at 09:00 (Europe/Berlin), next @1764403200; says so when there is nothing new",
        "4 papers wait; nothing has been due yet",
    ]
    assert small_lines(reply) == [f"made by <@{ADA}>"] * 2
    assert labels(reply) == ["Preview", "Pause", "Edit", "Remove"] * 2
    assert "1. cache: Comes every Monday at 09:00 (Europe/Berlin), next Mon 1 Dec 2025, 09:00" in reply.text


def test_after_a_digest_the_rest_waits() -> None:
    over = stage(subscription(), subscription("zebra"))
    posting = planned(over)

    text = listed(over, now=MONDAY).text
    assert "3 papers wait; being posted since Mon 1 Dec 2025, 09:00" in text
    assert "next Mon 8 Dec 2025, 09:00" in text

    over.outbox.rows[TEAM, posting.key].posting = replace(posting, state="sent", ts="1.1")  # type: ignore[attr-defined]
    assert "3 papers wait; last post Mon 1 Dec 2025, 09:00" in listed(over, now=MONDAY).text

    failed = replace(posting, state="failed", error="is_archived")
    over.outbox.rows[TEAM, posting.key].posting = failed  # type: ignore[attr-defined]
    assert "could not be posted Mon 1 Dec 2025, 09:00 (Europe/Berlin): is_archived" in listed(over, now=MONDAY).text


def test_a_slot_with_nothing_new_is_seen_in_the_list() -> None:
    over = stage(subscription("zebra"))
    planned(over)

    assert "No paper waits; nothing new Mon 1 Dec 2025, 09:00" in listed(over, now=MONDAY).text


@pytest.mark.parametrize("other_state", ["sent", "failed", "pending"])
def test_a_post_with_the_papers_of_other_subscriptions_alone_is_none_of_its_own(other_state: PostingState) -> None:
    over = stage(subscription(), subscription("zebra"), subscription("yak", quiet=False))
    posting = planned(over)
    over.outbox.rows[TEAM, posting.key].posting = replace(posting, state=other_state)  # type: ignore[attr-defined]

    lines = [line for line in rich_lines(listed(over, now=MONDAY)) if "wait; " in line or "waits; " in line]
    assert "nothing new" not in lines[0]
    assert lines[1:] == [f"No paper waits; nothing new {AT_NINE}"] * 2


def test_a_week_that_is_settled_does_not_come_again_at_its_new_time() -> None:
    over = stage(subscription())
    planned(over)
    over.schedules.change(replace(only(over), timetable=replace(MONDAYS, hour=15), since=MONDAY))

    assert "next Mon 8 Dec 2025, 15:00" in listed(over, now=MONDAY).text


def test_none_at_all_says_how_to_make_one() -> None:
    reply = listed(stage())

    assert "This channel has no subscriptions yet." in reply.text
    assert labels(reply) == ["Subscribe to a topic"]
    assert "None of the channels" in listed(stage(), "subscriptions all").text


def test_all_shows_the_channels_that_the_person_is_in() -> None:
    over = stage(
        subscription(), subscription("eviction", channel_id="C0OTHER"), subscription("zebra", channel_id="C0SECRET")
    )

    reply = listed(over, "subscriptions ALL")

    assert [line for line in rich_lines(reply) if line[:2] in ("1.", "2.")] == [
        "1. *cache* in #C0CHANNEL",
        "2. *eviction* in #C0OTHER",
    ]
    assert "2. eviction in <#C0OTHER>: Comes every Monday" in reply.text


def test_many_subscriptions_are_turned_in_pages() -> None:
    over = stage(*(subscription(f"topic{number:02}") for number in range(12)))

    first = listed(over)
    second = press_on(over, first, "Next")
    assert isinstance(second, Reply)
    last = press_on(over, second, "Next")
    assert isinstance(last, Reply)

    shown = [line for reply in (first, second, last) for line in rich_lines(reply) if ". *topic" in line]
    assert shown == [f"{number + 1}. *topic{number:02}*" for number in range(12)]
    assert second.replaces
    assert small_lines(last)[-1] == "11–12 of 12"
    assert labels(last)[-1] == "Back"
    assert press_on(over, last, "Back") == second


def test_the_list_is_of_use_without_an_index() -> None:
    reply = listed(stage(subscription(), engine=BrokenEngine()))

    assert "How many papers wait cannot be told now" in reply.text
    assert labels(reply) == ["Preview", "Pause", "Edit", "Remove"]


def test_pausing_and_resuming_change_the_list_in_its_place() -> None:
    over = stage(subscription(since=BEFORE.replace(day=1)))

    paused = press_on(over, listed(over), "Pause")
    assert isinstance(paused, Reply)
    assert paused.replaces
    assert only(over).paused is not None
    assert "Paused: somebody pressed Pause" in rich_lines(paused)
    assert "next" not in paused.text

    resumed = press_on(over, paused, "Resume")
    assert isinstance(resumed, Reply)
    assert (only(over).paused, only(over).since) == (None, BEFORE)
    assert f"Comes every Monday at 09:00 (Europe/Berlin), next {AT_NINE}" in rich_lines(resumed)


def test_a_second_press_on_pause_keeps_the_first_reason() -> None:
    over = stage(subscription(paused="the channel was archived"))

    pressed(over, state.SUB_PAUSE, state.written(state.ScheduleState("cache")))

    assert only(over).paused == "the channel was archived"


def test_removing_says_how_to_have_it_back_and_that_can_be_typed() -> None:
    over = stage(subscription("cache -zebra", timetable=replace(DAILY, hour=16, minute=30), quiet=False))

    removed = press_on(over, listed(over), "Remove")

    assert isinstance(removed, Reply)
    assert over.schedules.in_channels(TEAM, [HERE]) == ()
    typed = removed.text.split("To have it back, type /papers ")[1].split("\n")[0]
    listed(over, typed)
    again = only(over)
    assert (again.query, again.timetable, again.quiet) == ("cache -zebra", replace(DAILY, hour=16, minute=30), False)


def test_a_button_of_a_removed_subscription_says_so_and_shows_the_rest() -> None:
    over = stage(subscription(), subscription("eviction"))
    before = listed(over)
    over.schedules.remove(TEAM, "cache")

    for label in ("Preview", "Pause", "Edit", "Remove"):
        outcome = press_on(over, before, label)
        assert isinstance(outcome, Reply)
        assert rich_lines(outcome)[:2] == ["That subscription has been removed.", "*1 subscription* in this channel"]


def test_subscriptions_of_another_workspace_cannot_be_reached() -> None:
    over = stage(subscription(team_id="T0ELSE"))

    pressed(over, state.SUB_REMOVE, state.written(state.ScheduleState("cache")))

    assert over.schedules.schedule("T0ELSE", "cache") is not None


def test_a_preview_comes_beside_the_list() -> None:
    over = stage(subscription())

    outcome = press_on(over, listed(over), "Preview")

    assert isinstance(outcome, Reply)
    assert (outcome.replaces, outcome.public) == (False, False)
    assert len(handles(outcome)) == 10


def field(modal: Modal, name: str) -> Block:
    found = next(block for block in modal.blocks if block.get("block_id") == name)
    element: Block = found["element"]
    return element


def sent(modal: Modal, over: Services, **values: str) -> object:
    """What sending off the window leads to, with these values in the place of those it opened with."""
    first = {
        "query": field(modal, "query").get("initial_value", ""),
        "time": field(modal, "time")["initial_time"],
        **{name: field(modal, name)["initial_option"]["value"] for name in ("rhythm", "weekday", "quiet")},
    }
    entered = {name: value for name, value in (first | values).items() if value}
    submission = Submission(
        callback_id=modal.callback_id, state=modal.state, values=entered, user_id=ADA, team_id=TEAM, now=NEXT_MONDAY
    )
    outcome = handle_submission(submission, over)
    assert problems(outcome, sharer=ADA) == []
    return outcome


def edited(over: Services) -> Modal:
    outcome = press_on(over, listed(over), "Edit")
    assert isinstance(outcome, Modal)
    return outcome


def test_the_window_to_edit_opens_with_what_is_there_and_changes_nothing_by_itself() -> None:
    over = stage(subscription("cache -vision", quiet=False))
    before = only(over)

    modal = edited(over)

    assert field(modal, "query")["initial_value"] == "cache -vision"
    assert (field(modal, "time")["initial_time"], field(modal, "time")["timezone"]) == ("09:00", "Europe/Berlin")
    assert isinstance(sent(modal, over), Whisper)
    assert only(over) == before


def test_a_paused_subscription_that_is_edited_says_how_it_goes_on() -> None:
    over = stage(subscription(paused="somebody pressed Pause"))

    outcome = sent(edited(over), over, query="cache OR zebra")

    assert isinstance(outcome, Whisper)
    assert "It brings nothing until somebody presses Resume in /papers subscriptions." in outcome.message.text
    assert "would hold" not in outcome.message.text


@pytest.mark.parametrize("text", ["unsubscribe cache", "Unsubscribe: from the cache please"])
def test_whoever_wants_to_unsubscribe_is_shown_where(text: str) -> None:
    reply = listed(stage(subscription()), text)

    assert reply.text.startswith("To end a subscription, press Remove below it.")
    assert "Remove" in labels(reply)


def test_an_edited_subscription_counts_its_new_time_from_now_and_keeps_what_it_has_shown() -> None:
    over = stage(subscription())
    planned(over)
    shown = over.outbox.shown("cache")

    outcome = sent(edited(over), over, query="cache OR zebra", rhythm="weekdays", time="16:30", quiet="off")

    changed = only(over)
    assert (changed.query, changed.quiet, changed.since) == ("cache OR zebra", False, NEXT_MONDAY)
    assert changed.timetable == Timetable(rhythm="weekdays", hour=16, minute=30, zone="Europe/Berlin")
    assert changed.settled == "2025-W49"
    assert over.outbox.shown("cache") == shown != frozenset()
    assert isinstance(outcome, Whisper)
    assert (outcome.channel_id, outcome.user_id) == (HERE, ADA)
    assert outcome.message.text.startswith("Changed. This channel gets new papers for cache OR zebra")


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"query": "-vision"}, "That only says what to leave out."),
        ({"query": ""}, "Which topic shall I watch?"),
        ({"query": "eviction"}, "subscribed to that topic already"),
        ({"query": "arxiv:2501.00001"}, "That names one paper"),
        ({"time": "99:99"}, OLD_BUTTON),
        ({"rhythm": "hourly"}, OLD_BUTTON),
        ({"weekday": "9"}, OLD_BUTTON),
    ],
)
def test_what_cannot_be_is_said_at_the_field_and_nothing_changes(values: dict[str, str], part: str) -> None:
    over = stage(subscription(), subscription("eviction"))
    before = over.schedules.in_channels(TEAM, [HERE])

    outcome = sent(edited(over), over, **values)

    assert isinstance(outcome, Mend)
    assert part in outcome.sentences["query"]
    assert over.schedules.in_channels(TEAM, [HERE]) == before


def test_a_subscription_that_was_removed_while_its_window_was_open() -> None:
    over = stage(subscription())
    modal = edited(over)
    over.schedules.remove(TEAM, "cache")

    assert sent(modal, over) == Mend({"query": "That subscription has been removed."})


def fresh(over: Services) -> Modal:
    outcome = press_on(over, listed(over, "subscribe"), "Subscribe to a topic")
    assert isinstance(outcome, Modal)
    return outcome


def test_a_subscription_can_be_made_without_typing_a_command() -> None:
    over = stage()
    modal = fresh(over)
    assert field(modal, "channel")["initial_conversation"] == HERE

    outcome = sent(modal, over, query="cache eviction", channel="C0OTHER", weekday="4")

    (made,) = over.schedules.in_channels(TEAM, ["C0OTHER"])
    assert (made.query, made.timetable, made.creator) == ("cache eviction", replace(MONDAYS, weekday=4), ADA)
    assert isinstance(outcome, Whisper)
    assert outcome.channel_id == "C0OTHER"


def test_a_channel_where_one_of_us_is_not_is_said_at_its_field() -> None:
    over = stage()

    outcome = sent(fresh(over), over, query="cache", channel="C0SECRET")

    assert isinstance(outcome, Mend)
    assert "One of us is not in that channel." in outcome.sentences["channel"]
    assert over.schedules.in_channels(TEAM, ["C0SECRET"]) == ()


def test_a_window_during_a_rebuild_stays_open_with_the_calm_sentence() -> None:
    over = stage(engine=BrokenEngine())

    outcome = sent(fresh(over), over, query="cache")

    assert isinstance(outcome, Mend)
    assert "cannot answer at the moment" in outcome.sentences["query"]


@pytest.mark.parametrize("callback_id", ["sub:edit", "sub:new", "other"])
@pytest.mark.parametrize("state_", ["", "{}", '{"v":2,"s":"cache","o":0,"a":0}', '{"v":1,"c":"","z":""}'])
def test_a_window_that_cannot_be_read_gets_a_sentence(callback_id: str, state_: str) -> None:
    submission = Submission(
        callback_id=callback_id, state=state_, values={"query": "cache"}, user_id=ADA, team_id=TEAM, now=BEFORE
    )

    assert isinstance(handle_submission(submission, stage(subscription())), Mend)


def test_every_button_of_the_list_is_understood() -> None:
    over = stage(*(subscription(f"topic{number:02}") for number in range(12)), subscription("cache", paused="a reason"))
    turned = pressed(over, state.SUB_NEXT, '{"v":1,"o":10,"a":0}')
    assert isinstance(turned, Reply)
    made = [*buttons(turned), *buttons(listed(over)), *buttons(listed(over, "subscribe"))]

    assert {button["action_id"] for button in made} == set(SUBSCRIPTION_BUTTONS)
    for each in made:
        assert json.loads(each["value"])["v"] == 1
        outcome = pressed(over, each["action_id"], each["value"])
        assert not (isinstance(outcome, Reply) and outcome.text == OLD_BUTTON)
