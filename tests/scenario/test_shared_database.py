"""Several machines with one PostgreSQL server, as commands: each has an index of its own, and no password is shown."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.postgres_kit import Postgres

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder with the index of one machine, and the database it shares."""

    folder: Path
    address: str

    def run(self, *arguments: str | Path, status: int = 0) -> str:
        """All that a command says. What it says never has the password."""
        environment = {
            "PATH": os.defpath,
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": self.address,
            "PAPERBOY_DATA": str(self.folder / "data"),
            "PAPERBOY_LOG_LEVEL": "DEBUG",
        }
        command = [sys.executable, "-m", "bot", *map(str, arguments)]
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        told = done.stdout + done.stderr
        assert str(make_url(self.address).password) not in told
        assert status == done.returncode, told
        return told


@pytest.fixture
def machines(postgres: Postgres, tmp_path: Path) -> tuple[Machine, Machine]:
    address = postgres.schema()
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
    return Machine(folders[0], address), Machine(folders[1], address)


def test_what_one_machine_imports_the_other_finds(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    one, two = machines
    paper = tmp_path / "more.jsonl"
    paper.write_text('{"title": "Quokka: On Marsupials", "abstract": "We study marsupials and their pouches."}\n')
    empty = tmp_path / "seeds"
    empty.mkdir()
    one.run("--seeds", empty, "import", paper)
    found = two.run("--seeds", empty, "search", "marsupials")
    checked = two.run("check", status=1)

    assert "Quokka" in found
    assert "ok       The library is kept in PostgreSQL: postgresql://" in checked
    assert "ok       The library holds 1 paper." in checked
    assert (two.folder / "data" / "index").is_dir()
    assert not (two.folder / "data" / "paperboy.sqlite3").exists()


def test_check_says_why_a_database_cannot_be_used_and_looks_at_the_rest(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.at(postgres.database, user="paperboy", password="wr0ng-word")
    checked = Machine(tmp_path, address).run("check", status=1)

    assert "to mend  postgresql://" in checked
    assert "password authentication failed" in checked
    assert "to mend  No Slack tokens are set" in checked


def test_a_server_that_is_away_is_told_in_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    away = Machine(tmp_path, "postgresql://paperboy:s3cret-word@127.0.0.1:1/papers")
    told = away.run("search", "anything", status=1)

    assert "paperboy: postgresql://127.0.0.1:1/papers cannot be reached (" in told
    assert "Traceback" not in told
