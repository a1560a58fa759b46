"""The progress bar: for people who wait, and for nobody else."""

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
