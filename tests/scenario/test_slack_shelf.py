"""A reading list in a workspace: saved and noted by people in private, exported as a file, and forgotten."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import logs
from bot.store import SqlStore
from bot.workspace.model import Json
from bot.workspace.town import ADMIN, GENERAL, READER
from handlers.actions import handle_press
from handlers.dispatch import dispatch
from handlers.ports import Services
from handlers.submissions import handle_submission
from tests.fakes_handlers import services
from tests.office_kit import Office, open_office
from tests.slack_kit import WAIT, Edge, Place, listening, settings_for


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with open_office(tmp_path) as opened:
        yield opened


def over(store: SqlStore) -> Services:
    kept: dict[str, Any] = {"schedules": store.schedules, "outbox": store.outbox, "week": store.week}
    return replace(services(), shelf=store.shelf, privacy=store.privacy, **kept)


@contextmanager
def bot(office: Office) -> Iterator[Edge]:
    """The edge over the real handlers and the office's store."""
    held = over(office.store)
    edge = Edge(
        settings_for(office.place.workspace),
        answer=lambda request: dispatch(request, held),
        press=lambda press: handle_press(press, held),
        submit=lambda submission: handle_submission(submission, held),
        now=office.now(),
    )
    try:
        with listening(edge, office.place):
            yield edge
    finally:
        edge.app.drain(WAIT)


def with_button(place: Place, action_id: str, user: str = READER.id) -> Json:
    """The latest message this person sees that has the button."""
    seen = [one.body for one in place.workspace.state.messages(GENERAL, seen_by=user)]
    return next(body for body in reversed(seen) if f"'{action_id}'" in repr(body.get("blocks")))


def press(place: Place, action_id: str, user: str = READER.id) -> None:
    ts = with_button(place, action_id, user)["ts"]
    place.workspace.people.press(user, channel=GENERAL, ts=ts, action={"action_id": action_id})


def hears(place: Place, words: str, user: str = READER.id) -> None:
    place.wait_until(lambda: any(words in text for text in place.seen(user=user)))


def type_(place: Place, text: str, words: str, user: str = READER.id) -> None:
    place.command(text, user)
    hears(place, words, user)


def fill_in(place: Place, **values: str) -> None:
    """The reader sends the open window off with these fields instead of what stands in them."""
    place.wait_until(lambda: place.workspace.state.modals(READER.id))
    (window,) = place.workspace.state.modals(READER.id)
    place.workspace.people.submit(READER.id, window.id, entered(window.body, values))


def entered(view: Json, values: dict[str, str]) -> Json:
    """As Slack sends what stands in the fields of a window: what was changed, and what stood there at first."""
    found: Json = {}
    for field in (block for block in view["blocks"] if block["type"] == "input"):
        name, element = field["block_id"], field["element"]
        if element["type"] == "plain_text_input":
            value = values.get(name, element.get("initial_value"))
            found[name] = {name: {"type": element["type"], "value": value}}
            continue
        chosen = [each for each in element["options"] if each["value"] == values.get(name)]
        found[name] = {name: {"type": element["type"], "selected_option": (*chosen, element["initial_option"])[0]}}
    return found


def files(place: Place) -> list[Json]:
    """Those in the reader's direct messages with the bot."""
    return [each for body in _direct(place) for each in body.get("files", ())]


def said_directly(place: Place) -> list[str]:
    """The texts there."""
    return [body["text"] for body in _direct(place)]


def _direct(place: Place) -> list[Json]:
    state = place.workspace.state
    direct = [channel.id for channel in state.channels() if channel.kind == "dm" and READER.id in channel.members]
    return [message.body for channel in direct for message in state.messages(channel, READER.id)]


@contextmanager
def logged_at_info() -> Iterator[list[str]]:
    """What the bot writes to its log as it is set up for serving."""
    root, lines = logging.root, list[str]()
    before = root.handlers[:], root.level, threading.excepthook

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    logs.setup("INFO", ())
    root.addHandler(Kept())
    yield lines
    root.handlers[:], root.level, threading.excepthook = before


def test_a_list_is_kept_exported_and_forgotten_and_no_log_line_names_its_person(office: Office) -> None:
    place = office.place
    with logged_at_info() as lines, bot(office):
        type_(place, "show kvflow", "KVFlow")
        press(place, "shelf:save")
        hears(place, "Saved; it is on your reading list")
        press(place, "shelf:form")
        fill_in(place, note="tried it on our cluster", who="here", stars="4")
        hears(place, "★★★★☆")
        type_(place, "show kvflow", f"<@{READER.id}> noted here: tried it", ADMIN.id)
        assert not [text for text in place.seen(user=ADMIN.id) if "reading list" in text]

        type_(place, "export bibtex", "The file comes in your direct messages")
        press(place, "export:bibtex")
        hears(place, "Sent to your direct messages with me: reading-list.bib")
        (file,) = files(place)
        assert file["name"] == "reading-list.bib"

        place.workspace.faults.add("files.getUploadURLExternal", "error", code="missing_scope")
        press(place, "export:bibtex")
        hears(place, "the app needs the scope files:write")
        assert len(files(place)) == 1
        assert not [text for text in said_directly(place) if "reading-list.bib" in text][1:]

        type_(place, "forget me", "What I keep about you")
        press(place, "shelf:forget")
        hears(place, "Forgotten. I keep nothing about you any more.")

    assert office.store.privacy.rows(READER.id) == ()
    assert [line for line in lines if READER.id in line or ADMIN.id in line] == []
