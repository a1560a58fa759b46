"""`paperboy privacy USER` tells what is kept of a person, and the prompt prints the file that Slack would send."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import paperboy
from bot.cli.conversation import Conversation
from bot.store import SqlStore
from bot.terminal import Screen
from bot.terminal.people import HERE
from handlers.shelves import Noted, Saved, Whose
from search.models import Paper
from tests.fakes_handlers import NOW, services
from tests.shelf_kit import say

ADA = "U0ADA1"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with closing(SqlStore.open(tmp_path / "paperboy.sqlite3")) as store:
        store.shelf.say(Whose("T1", ADA, "kvflow"), Saved("C1", NOW))
        store.shelf.say(Whose("T2", ADA, "kvflow"), Noted("mine\nalone", None, NOW))
        store.shelf.say(Whose("T1", "U0BEN1", "rac"), Noted("hers", None, NOW))
    return tmp_path


def told(data: Path, *arguments: str) -> str:
    done = CliRunner().invoke(paperboy, ["privacy", *arguments, "--data", str(data)])
    assert (done.exit_code, done.exception) == (0, None)
    return done.stdout


def test_what_is_kept_is_counted_by_workspace_and_listed_whole(data: Path) -> None:
    rows = json.loads(told(data, ADA, "--json"))

    assert told(data, ADA).splitlines()[:2] == [
        "Papers saved, rated, noted or hidden, workspace T1: 1",
        "Papers saved, rated, noted or hidden, workspace T2: 1",
    ]
    assert [(row["team_id"], row["note"], row["saved"]) for row in rows] == [
        ("T1", "", NOW.isoformat()),
        ("T2", "mine\nalone", None),
    ]
    assert told(data, "U0NOBODY") == "Nothing is kept of U0NOBODY.\n"


def test_the_prompt_prints_an_export_without_what_a_terminal_obeys() -> None:
    over = services([Paper(id="odd", abstract="We \x1b[31mpropose\x1b[0m a trick.")])
    say(over, "odd", Saved(None, NOW), user_id="you", team_id=HERE)
    conversation = Conversation(over, Screen(80))

    conversation.answer("export csv")
    printed = conversation.answer("1")
    assert "as reading-list.csv" in printed
    assert "trick" in printed
    assert "\x1b" not in printed
