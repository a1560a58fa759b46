"""The progress bar: for people who wait, and for nobody else."""

from collections.abc import Callable
from io import StringIO

import pytest

from bot.cli.progress import Bar


class Terminal(StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(stderr: StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setenv("TERM", "xterm")
    with Bar(lambda: seconds) as bar:
        bar("Indexing papers", 5, 10)
        bar("Indexing papers", 10, 10)
    return stderr.getvalue()


def test_work_that_lasts_shows_a_bar_with_what_is_done_and_how_far(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(Terminal(), 2.0, monkeypatch)

    assert "Indexing papers" in written
    assert "10/10" in written


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "" == shown(Terminal(), 0.5, monkeypatch)


def test_where_nobody_looks_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "" == shown(StringIO(), 60.0, monkeypatch)


class Clock:
    """Calls what was asked for later when the test says that the time has come."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def later(self, _seconds: float, function: Callable[[], None]) -> Callable[[], None]:
        self.waiting.append(function)
        return self.waiting.clear

    def strike(self) -> None:
        for function in tuple(self.waiting):
            function()


def test_a_step_that_lasts_is_shown_without_being_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr, clock = Terminal(), Clock()
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setenv("TERM", "xterm")
    with Bar(lambda: 0.0, clock.later) as bar:
        bar("Reading papers.jsonl", 0, None)
        clock.strike()
        written = stderr.getvalue()

    assert "Reading papers.jsonl" in written


def test_nothing_comes_up_when_the_work_is_over_or_was_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr, clock = Terminal(), Clock()
    monkeypatch.setattr("sys.stderr", stderr)
    with Bar(lambda: 0.0, clock.later) as bar:
        clock.strike()
        (late,) = clock.waiting
        bar("Reading papers.jsonl", 0, None)
    late()

    assert ("", []) == (stderr.getvalue(), clock.waiting)
