"""Papers that come by themselves, in the whole bot: on the command line, in its status, and beside its ticks."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

import bot.wiring
from bot.cli import main
from bot.config import SETTINGS, Config
from bot.feeds import Feeds
from bot.feeds.asking import Origins
from bot.sources.errors import NoAnswer
from bot.wiring import Paperboy, open_paperboy
from tests.feeds_kit import abstract_of, atom_of, entry
from tests.sources_kit import Rests, Services, Told, access_to, client_of, served
from tests.waiting import until


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logging_as_it_was: None) -> Iterator[Services]:
    """Services on this machine in the place of those on the internet, and two settings for the command line."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seeds").mkdir()
    (tmp_path / "papers").mkdir()
    monkeypatch.setenv("PAPERBOY_FEEDS", "arxiv:cs.CL")
    monkeypatch.setenv("PAPERBOY_WATCH", "papers")
    with served() as services:

        def feeds(config: Config, store: object, around: object, _: object, now: object) -> Feeds:
            get = client_of(access_to(services.origin), Rests()).get
            return Feeds(config.feeds, store, around, get, now, Origins(services.origin, services.origin))  # type: ignore[arg-type]

        monkeypatch.setattr(bot.wiring, "feeds", feeds)
        yield services


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert isinstance(left.value.code, int)
        return left.value.code, capfd.readouterr().out

    return run


def test_the_command_lists_feeds_fetches_them_and_names_their_trouble(
    services: Services, run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    services.say("/api/query", Told(atom_of(entry(1), entry(2))))
    before = run("feeds")
    fetched = run("feeds", "--fetch")
    found = run("search", "part count anew")
    services.say("/api/query", Told(status=404))
    failed = run("feeds", "--fetch")
    (tmp_path / "papers").rmdir()
    _, checked = run("check")

    assert before == (0, "arxiv:cs.CL: not fetched yet.\n")
    assert fetched[0] == 0
    assert ", 2 new then and 2 in all. Next " in fetched[1]
    assert "part 1" in found[1]
    assert "part 2" in found[1]
    assert failed[0] == 1
    assert "2 in all. services.test does not have it. Next " in failed[1]
    assert "to mend  Feed arxiv:cs.CL: fetched " in checked
    assert "to mend  The watched folder papers cannot be read: No such file or directory." in checked


def test_a_tick_waits_for_no_feed_and_all_that_came_is_found_after_the_next_one(
    services: Services, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    services.say("/api/query", Told(atom_of(entry(1))))
    asked, answers = Event(), Event()

    def slowly(paperboy: Paperboy) -> None:
        get = paperboy.background.feeds._get

        def wait(url: str) -> bytes:
            asked.set()
            if not answers.wait(20):
                raise NoAnswer("nobody let it go on")
            return get(url)

        monkeypatch.setattr(paperboy.background.feeds, "_get", wait)

    (tmp_path / "papers" / "own.txt").write_text(f"Own papers\n\n{abstract_of(3)}\n", encoding="utf-8")
    with open_paperboy(Config.from_env({"PAPERBOY_FEEDS": "arxiv:cs.CL", "PAPERBOY_WATCH": "papers"})) as paperboy:
        slowly(paperboy)
        paperboy.tick()
        assert asked.wait(20)
        paperboy.tick()  # It comes back although nobody has answered.
        while_waiting = paperboy.store.library.size()
        answers.set()
        until(lambda: paperboy.store.library.size() == 2)
        paperboy.tick()
        facts = dict(paperboy.health.status().facts)
        size, problems = paperboy.engine.size(), paperboy.health.problems()

    assert (while_waiting, size, problems) == (0, 2, ())
    assert facts["Watched folder"] == "papers: 1 file read."
    assert facts["Feeds"].startswith("arxiv:cs.CL: fetched ")
    assert "1 in all" in facts["Feeds"]
