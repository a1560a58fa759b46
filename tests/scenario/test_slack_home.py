"""People's Home in a workspace: shown when they come, again after what they press, and calm when something is wrong."""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bot.slack.people_remembered import RememberedPeople
from bot.store import SqlStore
from bot.workspace.model import Json
from bot.workspace.time import MovableClock
from bot.workspace.town import ADMIN, READER
from handlers.actions import handle_press
from handlers.errors import Unavailable
from handlers.home.showing import show
from handlers.ports import Services
from handlers.submissions import handle_submission
from handlers.windows import Home, Look, Press
from tests.block_rules import problems
from tests.fakes_handlers import NOW, services
from tests.fakes_schedules import FakePeople
from tests.home_kit import said
from tests.slack_kit import Edge, Place, staged

Stage = tuple[Edge, Place]
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


@contextmanager
def at_work(folder: Path) -> Iterator[tuple[Edge, Place, Services]]:
    """The edge over the real handlers and a store."""
    with closing(SqlStore.open(folder / "paperboy.sqlite3")) as store, staged() as (edge, place):
        over = replace(services(), shelf=store.shelf, visits=store.visits)
        edge.press = lambda press: handle_press(press, over)
        edge.submit = lambda submission: handle_submission(submission, over)
        edge.home = lambda look: show(look, over)
        yield edge, place, over


def open_home(place: Place, user: str = READER.id, tab: str = "home") -> None:
    place.workspace.people.open_home(user, tab)


def home_of(place: Place, user: str = READER.id) -> Json:
    """What Slack shows of it."""
    home = place.workspace.state.home(user)
    assert home is not None
    return home.body


def read(place: Place, user: str = READER.id) -> str:
    home = place.workspace.state.home(user)
    return said(Home(tuple(home.body["blocks"]), "")) if home else ""


def use(place: Place, action_id: str, user: str = READER.id, **entered: Any) -> None:
    """Uses the first such button or field, once Home is there."""
    view, action = home_of(place, user)["id"], {"action_id": action_id, **entered}
    place.workspace.people.press(user, view_id=view, action=action)


def test_a_person_searches_saves_reads_and_notes_in_home(tmp_path: Path) -> None:
    with at_work(tmp_path) as (_, place, _over):
        open_home(place)
        place.wait_until(lambda: "Welcome" in read(place))
        use(place, "home:search", value="kv cache")
        place.wait_until(lambda: "`kvflow`" in read(place))
        use(place, "home:save")
        place.wait_until(lambda: "on your list: to read" in read(place))
        use(place, "home:main")
        place.wait_until(lambda: "To read (1)" in read(place))
        use(place, "home:mark:2")
        place.wait_until(lambda: "Reading (1)" in read(place))
        use(place, "home:form")
        place.wait_until(lambda: place.workspace.state.modals(READER.id))
        window = place.workspace.state.modals(READER.id)[-1]
        entered = {"note": {"note": {"type": "plain_text_input", "value": "for our prompts"}}}
        closed = place.workspace.people.submit(READER.id, window.id, entered)
        place.wait_until(lambda: "for our prompts" in read(place))
        use(place, "paper:read")
        place.wait_until(lambda: place.workspace.state.modals(READER.id))
        (reader,) = place.workspace.state.modals(READER.id)
        place.workspace.people.press(READER.id, view_id=reader.id, action={"action_id": "shelf:mark"})
        place.wait_until(lambda: "Already read (1)" in read(place))
        place.wait_until(lambda: "Read it again" in repr(place.workspace.state.modals(READER.id)[-1].body))
        assert len(place.workspace.state.modals(READER.id)) == 1
        place.workspace.people.press(READER.id, view_id=reader.id, action={"action_id": "shelf:form"})
        place.wait_until(lambda: len(place.workspace.state.modals(READER.id)) == 2)
        above = place.workspace.state.modals(READER.id)[-1]
        entered["note"]["note"]["value"] = "and for theirs"
        place.workspace.people.submit(READER.id, above.id, entered)
        assert [view.id for view in place.workspace.state.modals(READER.id)] == [reader.id]
        assert "Your note: and for theirs" in repr(place.workspace.state.modals(READER.id)[0].body)
        place.wait_until(lambda: "and for theirs" in read(place))
        open_home(place, ADMIN.id)
        place.wait_until(lambda: "Welcome" in read(place, ADMIN.id))

        assert closed["closed"]
        assert "for our prompts" not in repr(home_of(place, ADMIN.id))
        assert "Your reading list is empty." in read(place, ADMIN.id)
        assert place.travelled("response_url") == []
        assert problems(Home(tuple(home_of(place)["blocks"]), "")) == []


def test_whoever_looks_again_finds_the_place_where_they_were(tmp_path: Path) -> None:
    with at_work(tmp_path) as (edge, place, _over):
        open_home(place)
        place.wait_until(lambda: read(place))
        use(place, "home:search", value="kv cache")
        place.wait_until(lambda: "`kvflow`" in read(place))
        open_home(place)
        place.wait_until(lambda: len(place.called("views.publish")) == 3)
        there = read(place)
        place.workspace.state.move_time(DAY)
        edge.now += DAY
        open_home(place)
        place.wait_until(lambda: "Nothing has come to the library since" in read(place))

        assert "`kvflow`" in there


def test_only_the_home_tab_is_shown_and_the_event_says_where_they_were(stage: Stage) -> None:
    edge, place = stage
    looks: list[Look] = []

    def home(look: Look) -> Home:
        looks.append(look)
        return Home(({"type": "divider"},), "the place")

    edge.home = home
    open_home(place, tab="messages")
    open_home(place)
    place.wait_until(lambda: place.called("views.publish"))
    open_home(place)
    place.wait_until(lambda: len(looks) == 2)
    edge.settle()

    assert [(look.user_id, look.place, look.came, look.now) for look in looks] == [
        (READER.id, "", True, edge.now),
        (READER.id, "the place", True, edge.now),
    ]
    assert home_of(place)["private_metadata"] == "the place"


@pytest.mark.parametrize("fault", ["drop", "status", "garbled", "error"])
def test_slack_not_taking_a_home_is_a_line_in_the_log_and_the_next_one_is_shown(
    stage: Stage, fault: Any, caplog: pytest.LogCaptureFixture
) -> None:
    edge, place = stage
    details: dict[str, Any] = {"code": "internal_error"} if fault == "error" else {}
    place.workspace.faults.add("views.publish", fault, **details)
    open_home(place)
    place.wait_until(lambda: "views.publish" in place.methods())
    open_home(place)
    place.wait_until(lambda: place.workspace.state.home(READER.id))
    edge.settle()

    assert [one.levelname for one in caplog.records if one.name == "bot.slack.home"] == ["WARNING"]


def test_a_crash_is_apologised_for_in_home_with_its_reference(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    def crash(look: Look) -> Home:
        raise RuntimeError("no")

    edge, place = stage
    edge.home = crash
    open_home(place)
    place.wait_until(lambda: "something went wrong on my side" in read(place))
    edge.settle()

    reference = read(place).split("the reference ")[1].split(".")[0]
    assert any(reference in one.getMessage() for one in caplog.records if one.levelno == logging.ERROR)
    assert problems(Home(tuple(home_of(place)["blocks"]), "")) == []
    assert READER.id not in caplog.text


def test_of_two_presses_the_later_one_stays_and_has_what_the_earlier_one_did(stage: Stage) -> None:
    edge, place = stage
    saved: list[str] = []
    may_go_on, begun = Event(), Event()

    def press(press: Press) -> Look:
        if press.value == "early":
            begun.set()
            assert may_go_on.wait(10)
        saved.append(press.value)
        return Look(user_id=press.user_id, team_id=press.team_id, place=press.value, now=press.now)

    edge.press = press
    field = {"type": "input", "label": {"type": "plain_text", "text": "x"}, "dispatch_action": True}
    field["element"] = {"type": "plain_text_input", "action_id": "home:search"}

    def home(look: Look) -> Home:
        text = {"type": "plain_text", "text": f"{look.place}: {sorted(saved)}"}
        return Home((field, {"type": "section", "text": text}), look.place)

    edge.home = home
    open_home(place)
    place.wait_until(lambda: read(place))
    use(place, "home:search", value="early")
    assert begun.wait(10)
    edge.now += SECOND
    use(place, "home:search", value="late")
    place.wait_until(lambda: "late: ['late']" in read(place))
    may_go_on.set()
    place.wait_until(lambda: "late: ['early', 'late']" in read(place))


def test_channels_are_asked_for_once_in_a_while() -> None:
    people, clock = FakePeople(channels={"U1": ("C1",)}), MovableClock(lambda: NOW)
    remembered: Callable[..., tuple[str, ...]] = (known := RememberedPeople(people, clock.now)).channels_of
    first = remembered("T1", "U1")
    people.unavailable = True
    again = remembered("T1", "U1")
    with pytest.raises(Unavailable):
        remembered("T1", "U2")
    clock.move(timedelta(minutes=3))
    with pytest.raises(Unavailable):
        remembered("T1", "U1")
    people.unavailable = False
    people.channels["U1"] = ("C1", "C2")

    assert (first, again, remembered("T1", "U1")) == (("C1",), ("C1",), ("C1", "C2"))
    assert known.zone("T1", "U1") is None
