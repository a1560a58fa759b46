"""Windows that people send off in a workspace, through the whole Slack edge."""

from collections.abc import Iterator
from threading import Event

import pytest

from bot.slack.answers import as_view
from bot.slack.submissions import BUSY, LATE
from bot.workspace.model import Json, View
from bot.workspace.town import CURATOR, GENERAL, RANDOM, READER, direct_id
from bot.workspace.views import open_modal
from handlers.blocks.inputs import channel_field, choice, form, text_field, time_field
from handlers.errors import Unavailable
from handlers.messages import Reply, Whisper
from handlers.windows import Mend, Modal, Submission, Submitted
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.slack_payloads import NOW
from tests.waiting import until

Stage = tuple[Edge, Place]

FIELDS = (
    text_field("query", "Topic", longest=200),
    choice("rhythm", "How often", (("Each day", "daily"), ("Each week", "weekly")), "weekly"),
    time_field("time", "At", "09:00", "Europe/Berlin"),
    channel_field("channel", "Where", GENERAL),
)
WINDOW = form("Subscribe", FIELDS, submit="Subscribe", callback_id="sub:new", state='{"v":1}')
ENTERED = {"query": {"query": {"type": "plain_text_input", "value": "kv cache"}}}
DONE = Whisper(GENERAL, READER.id, Reply("Subscribed"))


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged(patience=5.0) as stage:
        yield stage


def window(place: Place) -> View:
    return open_modal(place.workspace.state, READER.id, as_view(WINDOW))


def send_off(stage: Stage, outcome: Submitted) -> Json:
    """The reader sends a window off, which leads to `outcome`; what they are shown."""
    edge, place = stage
    edge.submit = lambda submission: outcome
    return place.workspace.people.submit(READER.id, window(place).id, ENTERED)


def test_what_was_entered_is_read(stage: Stage) -> None:
    edge, place = stage
    got: list[Submission] = []

    def submit(submission: Submission) -> Submitted:
        got.append(submission)
        return DONE

    edge.submit = submit
    place.workspace.people.submit(READER.id, window(place).id, ENTERED)

    (submission,) = got
    assert (submission.callback_id, submission.state, submission.now) == ("sub:new", '{"v":1}', NOW)
    assert submission.user_id == READER.id
    assert submission.values == {"query": "kv cache", "rhythm": "weekly", "time": "09:00", "channel": GENERAL}


def test_a_field_that_was_left_empty_is_missing(stage: Stage) -> None:
    edge, place = stage
    got: list[Submission] = []
    edge.submit = lambda submission: got.append(submission) or DONE  # type: ignore[func-returns-value]
    optional = {**FIELDS[0], "optional": True}
    view = as_view(WINDOW) | {"blocks": [optional, *FIELDS[1:]]}
    place.workspace.people.submit(READER.id, open_modal(place.workspace.state, READER.id, view).id, {})

    assert "query" not in got[0].values


def test_a_whisper_closes_the_window_and_one_person_reads_it(stage: Stage) -> None:
    _, place = stage
    assert send_off(stage, DONE)["closed"]

    assert place.workspace.state.modals(READER.id) == ()
    assert place.seen() == ["Subscribed"]
    assert place.seen(user=CURATOR.id) == []


def test_where_the_bot_is_no_member_it_is_whispered_in_direct_messages(stage: Stage) -> None:
    _, place = stage
    assert send_off(stage, Whisper(RANDOM, READER.id, Reply("Invite me first")))["closed"]

    assert place.seen(direct_id(READER.id)) == ["Invite me first"]


def test_what_is_wrong_is_said_at_the_field_and_the_window_stays(stage: Stage) -> None:
    _, place = stage
    shown = send_off(stage, Mend({"query": "Type a few words."}))

    assert (shown["closed"], shown["errors"]) == (False, {"query": "Type a few words."})
    assert len(place.workspace.state.modals(READER.id)) == 1


def test_another_window_takes_the_place_of_the_first(stage: Stage) -> None:
    _, place = stage
    send_off(stage, Modal("Done", ({"type": "divider"},)))

    assert [view.body["title"]["text"] for view in place.workspace.state.modals(READER.id)] == ["Done"]


@pytest.mark.parametrize("error", [ValueError("secret words"), Unavailable("Busy.")])
def test_what_nobody_expected_is_an_apology_at_the_first_field(stage: Stage, error: Exception) -> None:
    edge, place = stage

    def submit(submission: Submission) -> Submitted:
        raise error

    edge.submit = submit
    shown = place.workspace.people.submit(READER.id, window(place).id, ENTERED)

    assert list(shown["errors"]) == ["query"]
    assert shown["errors"]["query"].startswith("Sorry, something went wrong on my side.")


def test_without_room_the_window_says_so_and_stays(stage: Stage) -> None:
    edge, place = stage
    edge.app.pools[1].drain(0)
    shown = place.workspace.people.submit(READER.id, window(place).id, ENTERED)

    assert shown["errors"] == {"query": BUSY}


@pytest.mark.parametrize(
    ("outcome", "told"), [(Mend({"query": "No."}), [LATE.text]), (Modal("Done", ()), [LATE.text]), (DONE, [])]
)
def test_what_comes_too_late_for_the_window_is_told_directly(outcome: Submitted, told: list[str]) -> None:
    over = Event()
    with staged(patience=0.05) as (edge, place):
        edge.submit = lambda submission: outcome if over.wait(WAIT) else DONE
        assert place.workspace.people.submit(READER.id, window(place).id, ENTERED)["closed"]
        over.set()
        until(lambda: not any(pool.unfinished() for pool in edge.app.pools))

        assert place.seen(direct_id(READER.id)) == told
        assert place.seen() == ([] if told else ["Subscribed"])


def test_a_slack_that_hangs_on_the_whisper_does_not_hold_the_window(stage: Stage) -> None:
    over = Event()
    with staged(patience=0.05, timeout=WAIT) as (edge, place):
        place.workspace.faults.add("chat.postEphemeral", "hang", seconds=WAIT, until=over)
        edge.submit = lambda submission: DONE
        assert place.workspace.people.submit(READER.id, window(place).id, ENTERED)["closed"]
        over.set()
        until(lambda: not any(pool.unfinished() for pool in edge.app.pools))

        assert place.seen() == ["Subscribed"]
