"""What is searched in a channel is kept at the next tick and when the bot stops, and holds nothing up."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import Config
from bot.wiring import open_paperboy
from handlers.errors import Unavailable
from tests.posting_kit import CHANNEL, NOW, TEAM


@pytest.fixture
def config(tmp_path: Path) -> Config:
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    (seeds / "some.txt").write_text("Some\n\nWe keep a cache of keys for agents.\n", encoding="utf-8")
    return Config.from_env({"PAPERBOY_DATA": str(tmp_path / "data"), "PAPERBOY_SEEDS": str(seeds)})


def test_searches_are_kept_by_ticks_and_by_the_end_whatever_fails_between(
    config: Config, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> None:
        raise Unavailable("The library's disk is full.")

    since = NOW - timedelta(days=1)
    with open_paperboy(config, lambda: NOW) as bot:
        week = bot.services.week
        week.searched(TEAM, CHANNEL, "kv cache", "cach kv", NOW)
        before = week.searches(TEAM, CHANNEL, since)
        bot.tick()
        ticked = week.searches(TEAM, CHANNEL, since)
        week.searched(TEAM, CHANNEL, "KV cache", "cach kv", NOW)
        with monkeypatch.context() as broken:
            broken.setattr(bot.store.week, "flush", full)
            bot.tick()
    with open_paperboy(config, lambda: NOW) as bot:
        after = bot.services.week.searches(TEAM, CHANNEL, since)

    assert before == ()
    assert [each.count for each in ticked] == [1]
    assert [(each.query, each.count) for each in after] == [("KV cache", 2)]
    assert "disk is full" in caplog.text
