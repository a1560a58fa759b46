"""Shortcuts in a workspace, through the whole Slack edge: private answers, and a window that changes while open."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event

import pytest

from bot import clock
from bot.slack.socket import SocketConnection
from bot.workspace.model import BOT_USER, Json
from bot.workspace.town import CURATOR, GENERAL, RANDOM, READER, direct_id
from bot.workspace.workspace import Transport
from handlers.actions import handle_press
from handlers.messages import Reply
from handlers.shortcuts.chosen import FIND, SEARCH, handle_shortcut
from handlers.submissions import handle_submission
from handlers.windows import Chosen, Modal, Outcome, Press, Shortcut
from tests.fakes_handlers import KVFLOW, PAPERS, services
from tests.fakes_schedules import FakePeople
from tests.slack_kit import WAIT, Edge, Place, staged
from tests.waiting import until

Stage = tuple[Edge, Place]
SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "KVFlow"}}
QUERY = "search:query"
MANY = tuple(replace(KVFLOW, id=f"kv-{number}", year=2012 + number) for number in range(1, 14))


@contextmanager
def bot(transport: Transport = "http") -> Iterator[Stage]:
    """The edge over the real handlers."""
    people = FakePeople(channels={READER.id: (GENERAL,)})
    behind = services((*PAPERS, *MANY), people=people)
    with staged(transport) as (edge, place):
        edge.choose = lambda shortcut: handle_shortcut(shortcut, behind)
        edge.press = lambda press: handle_press(press, behind)
        edge.submit = lambda submission: handle_submission(submission, behind)
        with connected(edge, place) if transport == "socket" else nothing():
            yield edge, place


@contextmanager
def connected(edge: Edge, place: Place) -> Iterator[None]:
    connection = SocketConnection(edge.app.bolt, edge.settings, clock.now)
    connection.start()
    try:
        until(lambda: place.socket.connections == 1 and connection.trouble() is None)
        yield
    finally:
        edge.app.drain(WAIT)
        connection.stop()


@contextmanager
def nothing() -> Iterator[None]:
    yield


@pytest.fixture
def stage() -> Iterator[Stage]:
    with bot() as stage:
        yield stage


def settle(stage: Stage) -> None:
    edge, place = stage
    assert place.workspace.deliveries.settle(WAIT)
    until(lambda: not any(pool.unfinished() for pool in edge.app.pools))


def private(place: Place, channel: str = GENERAL) -> list[Json]:
    """What only the reader sees there."""
    messages = place.workspace.state.messages(channel, seen_by=READER.id)
    return [one.body for one in messages if one.only_for == READER.id]


def find(stage: Stage, text: str, channel: str = GENERAL, thread_ts: str | None = None) -> str:
    """The curator says this, and the reader looks for papers about it; the message's `ts`."""
    _, place = stage
    ts = str(place.workspace.people.say(CURATOR.id, channel, text, thread_ts)["ts"])
    place.workspace.people.shortcut(READER.id, FIND, channel, ts)
    settle(stage)
    return ts


def windows(place: Place) -> list[Json]:
    """The reader's windows, the topmost last."""
    return [one.body for one in place.workspace.state.modals(READER.id)]


def use(stage: Stage, action: Json, values: Json | None = None) -> None:
    """The reader uses an element of the topmost window."""
    _, place = stage
    place.workspace.people.press(READER.id, view_id=windows(place)[-1]["id"], action=action, values=values)
    settle(stage)


def counted(window: Json) -> str:
    """The line below the fields."""
    texts = [block for block in window["blocks"] if block["type"] == "rich_text"]
    return "".join(element["text"] for element in texts[0]["elements"][0]["elements"])


def handles(window: Json) -> list[str]:
    small = [block["elements"][0]["text"] for block in window["blocks"] if block["type"] == "context"]
    return [text.strip("`") for text in small if text.startswith("`")]


@pytest.mark.parametrize("transport", ["http", "socket"])
def test_papers_about_a_message_are_shown_to_one_person_and_shared_in_its_thread(transport: Transport) -> None:
    with bot(transport) as stage:
        _, place = stage
        ts = find(stage, "how do forests become kernels?")
        (answer,) = private(place)
        assert "[forest-kernel]" in answer["text"]
        for _ in range(2):
            share = {"action_id": "shortcut:share"}
            place.workspace.people.press(READER.id, channel=GENERAL, ts=answer["ts"], action=share)
            settle(stage)

        (posted,) = [one.body for one in place.workspace.state.messages(GENERAL) if one.body["user"] == BOT_USER]
        assert posted["thread_ts"] == ts
        assert posted["text"].startswith(f"<@{READER.id}> shared with /papers:")
        assert [body["text"].split(",")[0] for body in private(place)[1:]] == [
            "Shared in the thread.",
            "This was shared in the thread before",
        ]


def test_a_message_in_a_thread_is_answered_in_the_thread(stage: Stage) -> None:
    _, place = stage
    root = str(place.workspace.people.say(CURATOR.id, GENERAL, "What shall we read?")["ts"])
    find(stage, "something on random forests", thread_ts=root)

    assert [body["thread_ts"] for body in private(place)] == [root]


def test_where_the_bot_is_no_member_it_answers_in_private_and_says_what_sharing_needs(stage: Stage) -> None:
    edge, place = stage
    find(stage, "random forests", RANDOM)
    (answer,) = private(place, RANDOM)
    place.workspace.people.press(READER.id, channel=RANDOM, ts=answer["ts"], action={"action_id": "shortcut:share"})
    settle(stage)

    assert private(place, RANDOM)[-1]["text"] == "Not shared: not_in_channel"
    assert edge.claims.taken() == set()


@pytest.mark.parametrize("transport", ["http", "socket"])
def test_the_window_follows_its_fields_turns_pages_and_opens_papers_on_top(transport: Transport) -> None:
    with bot(transport) as stage:
        _, place = stage
        place.workspace.people.shortcut(READER.id, SEARCH)
        settle(stage)
        (first,) = windows(place)
        use(stage, {"action_id": QUERY, "value": "cache"})
        (found,) = windows(place)
        use(stage, {"action_id": "search:page"})
        (second,) = windows(place)
        use(stage, {"action_id": "search:first", "selected_option": "2024"})
        (narrowed,) = windows(place)
        use(stage, {"action_id": "paper:read"})

        assert (first["id"], counted(found)) == (found["id"], "14 papers have cache")
        assert len(handles(second)) == 5
        assert not set(handles(second)) & set(handles(found))
        assert counted(narrowed) == "3 papers have all of cache"
        assert [window["title"]["text"] for window in windows(place)] == ["Search papers", handles(narrowed)[0]]
        assert windows(place)[0]["state"]["values"][QUERY][QUERY]["value"] == "cache"


def test_sending_the_window_off_leaves_it_open_with_what_was_found(stage: Stage) -> None:
    _, place = stage
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)
    entered = {QUERY: {QUERY: {"type": "plain_text_input", "value": "forest"}}}
    shown = place.workspace.people.submit(READER.id, windows(place)[0]["id"], entered)

    assert not shown["closed"]
    assert handles(windows(place)[0]) == ["forest-kernel"]


def test_a_paper_is_shared_with_the_channel_that_is_chosen(stage: Stage) -> None:
    _, place = stage
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)
    use(stage, {"action_id": QUERY, "value": "forest"})
    use(stage, {"action_id": "paper:share"})
    elsewhere, here = (
        place.workspace.people.submit(
            READER.id,
            windows(place)[-1]["id"],
            {"channel": {"channel": {"type": "conversations_select", "selected_conversation": channel}}},
        )
        for channel in (RANDOM, GENERAL)
    )
    settle(stage)

    assert list(elsewhere["errors"]) == ["channel"]
    assert not here["closed"]
    assert [window["title"]["text"] for window in windows(place)] == ["Search papers", "Paperboy"]
    assert "[forest-kernel]" in place.seen()[-1]


def test_the_later_of_two_presses_has_the_last_word(stage: Stage) -> None:
    edge, place = stage
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)
    (window,) = windows(place)
    may_answer = Event()

    def press(press: Press) -> Outcome:
        entered = press.values[QUERY]
        assert entered != "early" or may_answer.wait(WAIT)
        return Modal(entered, (SECTION,), replaces=True)

    edge.press = press
    for entered in ("early", "late"):
        action = {"action_id": QUERY, "value": entered}
        place.workspace.people.press(READER.id, view_id=window["id"], action=action)
    place.wait_until(lambda: windows(place)[0]["title"]["text"] == "late")
    may_answer.set()
    settle(stage)

    assert [one["title"]["text"] for one in windows(place)] == ["late"]


def test_a_fourth_window_takes_the_place_of_the_third(stage: Stage) -> None:
    edge, place = stage
    row = {"type": "actions", "elements": [dict(BUTTON)]}
    edge.choose = lambda shortcut: Modal("1", (row,))
    edge.press = lambda press: Modal(str(len(windows(place)) + 1), (row,))
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)
    for _ in range(3):
        use(stage, {"action_id": "any"})

    assert [window["title"]["text"] for window in windows(place)] == ["1", "2", "4"]


BUTTON = {"type": "button", "action_id": "any", "value": "{}", "text": {"type": "plain_text", "text": "On"}}


def test_in_a_window_an_answer_is_a_window_and_closed_ones_are_let_go(stage: Stage) -> None:
    edge, place = stage
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)
    edge.press = lambda press: Reply("That paper has left.")
    use(stage, {"action_id": QUERY, "value": "x"})
    assert [window["title"]["text"] for window in windows(place)] == ["Search papers", "Paperboy"]

    def press(press: Press) -> Outcome:
        place.workspace.people.close(READER.id, windows(place)[-1]["id"], clear=True)
        return Modal("Too late", (SECTION,), replaces=True)

    edge.press = press
    place.workspace.people.close(READER.id, windows(place)[-1]["id"])
    use(stage, {"action_id": QUERY, "value": "y"})
    assert windows(place) == []


def test_a_window_that_slack_refuses_for_no_window_below_it_is_a_fault_of_ours(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    _, place = stage
    place.workspace.faults.add("views.open", "error", code="not_found")
    place.workspace.people.shortcut(READER.id, SEARCH)
    settle(stage)

    assert windows(place) == []
    assert "SlackApiError (not_found)" in caplog.text
    assert place.seen(direct_id(READER.id))[0].startswith("Sorry, something went wrong")


@pytest.mark.parametrize("everywhere", [True, False])
def test_what_nobody_expected_is_told(stage: Stage, everywhere: bool) -> None:
    edge, place = stage

    def choose(shortcut: Shortcut) -> Chosen:
        raise ValueError("secret words")

    edge.choose = choose
    if everywhere:
        place.workspace.people.shortcut(READER.id, SEARCH)
        settle(stage)
    else:
        find(stage, "forests")

    said = place.seen(direct_id(READER.id)) if everywhere else [body["text"] for body in private(place)]
    assert len(said) == 1
    assert said[0].startswith("Sorry, something went wrong on my side.")


def test_without_room_a_message_is_answered_that_it_is_busy(stage: Stage) -> None:
    edge, place = stage
    edge.app.pools[1].drain(0)
    find(stage, "forests")

    assert [body["text"] for body in private(place)] == [
        "I am answering many questions at once. Please try again in a moment."
    ]
