"""The workspace's memory: what is said stays said, in order, for those who may see it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.workspace import town
from bot.workspace.errors import InUse
from bot.workspace.keeping import CannotKeep, Keeping
from bot.workspace.model import BOT_USER, Change, Message, View
from bot.workspace.state import State, bot_is_in
from bot.workspace.time import MovableClock

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


_open: dict[Path, Keeping] = {}


def opened(file: Path | None = None, real: Callable[[], datetime] = lambda: NOON) -> State:
    """A workspace; opening one file again closes it first, as the end of a process does."""
    if file in _open:
        _open.pop(file).close()
    keeping = Keeping(file)
    if file is not None:
        _open[file] = keeping
    return State(keeping, MovableClock(real), town.people("Paperboy", "paperboy"))


@pytest.fixture(autouse=True)
def files_closed() -> Iterator[None]:
    yield
    while _open:
        _open.popitem()[1].close()


def said(state: State, text: str, channel: str = town.GENERAL, only_for: str | None = None) -> Message:
    ts = state.new_ts()
    body = {"type": "message", "user": town.READER.id, "text": text, "ts": ts}
    message = Message(channel=channel, ts=ts, body=body, only_for=only_for)
    state.save_message(message)
    return message


def test_a_new_workspace_has_its_channels_and_the_bot_is_in_all_but_one() -> None:
    state = opened()

    without = [channel.name for channel in state.channels() if not bot_is_in(channel)]
    assert without == ["random"]
    assert len([channel for channel in state.channels() if channel.kind == "dm"]) == len(town.HUMANS)
    assert state.person(BOT_USER) is not None


def test_what_was_said_is_there_after_a_restart_in_its_order(tmp_path: Path) -> None:
    state = opened(tmp_path / "workspace.sqlite3")
    first, second = said(state, "one"), said(state, "two")

    again = opened(tmp_path / "workspace.sqlite3")

    assert again.messages(town.GENERAL) == (first, second)
    assert again.new_ts() > second.ts


def test_an_ephemeral_message_is_seen_by_one_person_alone() -> None:
    state = opened()
    private = said(state, "for you", only_for=town.READER.id)

    assert state.messages(town.GENERAL, seen_by=town.READER.id) == (private,)
    assert state.messages(town.GENERAL, seen_by=town.CURATOR.id) == ()
    assert state.messages(town.GENERAL) == ()


def test_a_removed_message_and_a_changed_one_stay_so_after_a_restart(tmp_path: Path) -> None:
    state = opened(tmp_path / "workspace.sqlite3")
    gone, kept = said(state, "gone"), said(state, "draft")
    state.remove_message(gone.channel, gone.ts)
    state.save_message(replace(kept, body={**kept.body, "text": "final"}))

    again = opened(tmp_path / "workspace.sqlite3")

    assert [message.body["text"] for message in again.messages(town.GENERAL)] == ["final"]


def test_no_two_messages_have_the_same_time_whichever_threads_write_them() -> None:
    state = opened()
    seen: list[str] = []
    threads = [Thread(target=lambda: seen.extend(state.new_ts() for _ in range(200))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(seen)) == 800


def test_time_moves_forward_only_and_stays_moved(tmp_path: Path) -> None:
    state = opened(tmp_path / "workspace.sqlite3")
    state.move_time(timedelta(days=1))

    with pytest.raises(ValueError, match="forward"):
        state.move_time(timedelta(seconds=-1))
    assert opened(tmp_path / "workspace.sqlite3").now() == NOON + timedelta(days=1)


def test_windows_are_stacked_and_the_home_tab_outlives_the_process(tmp_path: Path) -> None:
    state = opened(tmp_path / "workspace.sqlite3")
    for number, kind in (("V1", "modal"), ("V2", "modal"), ("V3", "home")):
        state.save_view(
            View(id=number, kind="home" if kind == "home" else "modal", owner="U0READER", body={"hash": "1"})
        )
    state.save_view(View(id="V1", kind="modal", owner="U0READER", body={"hash": "2"}))

    assert [view.id for view in state.modals("U0READER")] == ["V1", "V2"]
    state.remove_view("V2")
    assert [view.hash for view in state.modals("U0READER")] == ["2"]
    again = opened(tmp_path / "workspace.sqlite3")
    assert again.modals("U0READER") == ()
    home = again.home("U0READER")
    assert home is not None
    assert home.id == "V3"
    assert again.home("U0CURATOR") is None


def test_each_change_is_told_until_nobody_watches() -> None:
    state = opened()
    told: list[Change] = []
    end = state.watch(told.append)
    message = said(state, "hello", only_for="U0READER")
    state.remove_message(message.channel, message.ts)
    end()
    said(state, "unheard")

    assert [change.kind for change in told] == ["message", "message_deleted"]
    assert {change.only_for for change in told} == {"U0READER"}


def test_a_reset_leaves_the_channels_as_at_the_beginning_and_the_clock_where_it_was(tmp_path: Path) -> None:
    state = opened(tmp_path / "workspace.sqlite3")
    said(state, "hello")
    channel = state.channel(town.PAPERS)
    assert channel is not None
    state.save_channel(replace(channel, archived=True))
    state.move_time(timedelta(hours=1))
    state.reset()

    again = opened(tmp_path / "workspace.sqlite3")
    papers = again.channel(town.PAPERS)
    assert papers is not None
    assert not papers.archived
    assert again.messages(town.GENERAL) == ()
    assert again.now() == NOON + timedelta(hours=1)


def test_a_second_process_is_told_that_the_workspace_is_in_use(tmp_path: Path) -> None:
    file = tmp_path / "workspace.sqlite3"
    opened(file)

    with pytest.raises(InUse):
        Keeping(file)


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    file = tmp_path / "workspace.sqlite3"
    state = opened(file)
    before = said(state, "before")
    told: list[Change] = []
    state.watch(told.append)
    _open[file].close()

    for change in (
        lambda: said(state, "lost"),
        lambda: state.remove_message(before.channel, before.ts),
        lambda: state.save_channel(replace(state.channels()[0], archived=True)),
        lambda: state.save_view(View(id="V1", kind="home", owner=town.READER.id, body={})),
        lambda: state.move_time(timedelta(days=1)),
        state.reset,
    ):
        with pytest.raises(CannotKeep):
            change()

    assert [message.body["text"] for message in state.messages(town.GENERAL)] == ["before"]
    assert not state.channels()[0].archived
    assert state.home(town.READER.id) is None
    assert (state.now(), told) == (NOON, [])


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        ("message", {"channel": "C0PAPERS", "ts": "1.000001", "body": {}, "in_a_later_version": 1}),
        ("message", {"channel": "C0PAPERS", "ts": "yesterday", "body": {}}),
        ("channel", {"id": "C0PAPERS"}),
        ("home", []),
        ("clock", {"ahead": 1e12}),
        ("clock", {"ahead": -5}),
        ("clock", {"ahead": "a day"}),
    ],
)
def test_what_another_version_has_kept_is_not_guessed_at(kind: str, document: Any) -> None:
    keeping = Keeping()
    keeping.put(kind, "key", document)

    with pytest.raises(CannotKeep, match="does not understand"):
        State(keeping, MovableClock(lambda: NOON), town.people("Paperboy", "paperboy"))


def test_a_document_that_is_no_json_is_not_guessed_at(tmp_path: Path) -> None:
    file = tmp_path / "workspace.sqlite3"
    Keeping(file).close()
    with closing(sqlite3.connect(file)) as spoiler:
        spoiler.execute("INSERT INTO kept VALUES ('channel', 'C0PAPERS', '{')")
        spoiler.commit()

    with pytest.raises(CannotKeep, match="does not understand"):
        opened(file)


def test_what_is_said_is_for_the_owner_of_the_file_alone(tmp_path: Path) -> None:
    said(opened(tmp_path / "new" / "workspace.sqlite3"), "secret")

    kept = [tmp_path / "new", *(tmp_path / "new").iterdir()]
    assert len(kept) > 2
    assert [one.name for one in kept if one.stat().st_mode & 0o077] == []
