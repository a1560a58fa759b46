"""Options and settings for every test."""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.store import SqlStore
from tests.postgres_kit import Postgres, postgres_at

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="Write the golden files anew instead of comparing them."
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written: look at their difference before you keep it."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def skip_without() -> Callable[[str, bool, str], None]:
    """Skips for the lack of something outside Python, by its name, unless this machine is said to have it."""
    needed = os.environ.get("TESTS_NEED", "").split()

    def check(name: str, present: bool, reason: str) -> None:
        if not present and name in needed:
            pytest.fail(f"TESTS_NEED names {name}, but: {reason}")
        if not present:
            pytest.skip(reason)

    return check


@pytest.fixture(scope="session")
def postgres(skip_without: Callable[[str, bool, str], None]) -> Iterator[Postgres]:
    """A PostgreSQL server for tests. Where one is named and does not answer, that is a failure."""
    address = os.environ.get("TESTS_POSTGRES", "")
    skip_without("postgresql", bool(address), "TESTS_POSTGRES names no PostgreSQL server; .ci/run starts one")
    with postgres_at(address) as server:
        yield server


@pytest.fixture(scope="session")
def messy(skip_without: Callable[[str, bool, str], None]) -> Path:
    """A folder with other people's files, which are not ours to keep here."""
    folder = os.environ.get("TESTS_MESSY", "")
    skip_without("messy", bool(folder), "TESTS_MESSY names no folder with other people's files")
    return Path(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store of this test's own can be made, in each kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "papers.sqlite3")
    server: Postgres = request.getfixturevalue("postgres")
    return server.schema()


@pytest.fixture
def store() -> Iterator[SqlStore]:
    """An empty store in memory."""
    opened = SqlStore.open(":memory:")
    yield opened
    opened.close()


@pytest.fixture
def stored(place: str) -> Iterator[SqlStore]:
    """An empty store in a database of each kind."""
    opened = SqlStore.open(place)
    yield opened
    opened.close()


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """Takes back what a test does to logging: a library that goes on telling everything slows all later tests."""
    root, hook = logging.root, threading.excepthook
    handlers, before = root.handlers[:], _levels()
    yield
    root.handlers[:] = handlers
    for name in _levels():
        logging.getLogger(name).setLevel(before.get(name, logging.NOTSET))
    threading.excepthook = hook


def _levels() -> dict[str, int]:
    known = [logging.root, *logging.root.manager.loggerDict.values()]
    return {logger.name: logger.level for logger in known if isinstance(logger, logging.Logger)}
