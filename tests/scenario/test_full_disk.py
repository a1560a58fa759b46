"""A disk that is full under a bot that runs: what needs no disk goes on, and what does not is told."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.config import Config
from bot.store import SqlStore, entry_of
from bot.wiring import open_paperboy
from search.engines.whoosh_engine import WhooshEngine
from search.errors import EngineUnavailable
from search.models import Paper

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
FULL = "The search index cannot be written (No space left on device)."


def refuses(*_: object) -> None:
    raise EngineUnavailable(FULL)


def added(store: SqlStore, paper_id: str) -> None:
    with store.writing() as writing:
        writing.add([entry_of(Paper(id=paper_id, abstract=f"There are {paper_id} in dry lands."))], imported=True)


def test_an_index_that_cannot_be_written_keeps_no_tick_from_its_work_and_catches_up_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given = {"PAPERBOY_DATA": str(tmp_path / "data"), "PAPERBOY_SEEDS": str(tmp_path / "none")}
    with open_paperboy(Config.from_env(given), lambda: NOW) as bot:
        added(bot.store, "wells")
        bot.tick()
        added(bot.store, "whales")
        with monkeypatch.context() as full:
            full.setattr(WhooshEngine, "apply", refuses)
            bot.tick()
        during = bot.engine.size(), bot.health.last_tick, bot.health.problems()
        bot.tick()

        assert during == (1, NOW, (FULL,))
        assert FULL in caplog.text
        assert (bot.engine.size(), bot.health.problems()) == (2, ())
