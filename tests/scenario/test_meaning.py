"""A model in the settings, from the command line to the answer; and a bot that works where it cannot be used."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.cli import main
from bot.config import SETTINGS, Config
from bot.wiring import Paperboy, open_paperboy
from search.grammar import parse
from tests.tiny_model import write_model

SEEDS = """Heading

The cache cache cache cache.

The turtle turtle turtle turtle.

Entirely another subject, which the six words of the model leave out.
"""
CHECK = "Search by meaning is "


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "papers.txt").write_text(SEEDS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def model(tmp_path: Path, skip_without: Callable[[str, bool, str], None]) -> str:
    present = bool(find_spec("onnxruntime") and find_spec("tokenizers"))
    skip_without("semantic", present, "the extra is not installed: onnxruntime and tokenizers")
    (tmp_path / "model").mkdir()
    write_model(tmp_path / "model")
    return str(tmp_path / "model")


def status(arguments: list[str]) -> object:
    """What the command leaves with."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


def checked(capsys: pytest.CaptureFixture[str]) -> str:
    """What `paperboy check` says of the search by meaning."""
    status(["check"])
    return next(line for line in capsys.readouterr().out.splitlines() if CHECK in line)


@contextmanager
def opened(model: str) -> Iterator[Paperboy]:
    with open_paperboy(Config.from_env({"PAPERBOY_MODEL": model})) as everything:
        everything.read_seeds()
        everything.catch_up()
        yield everything


def test_status_and_check_know_of_a_model_that_works(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOY_MODEL", model)
    with opened(model) as everything:
        assert "on" == dict(everything.health.status().facts)["Search by meaning"]
        assert Path("data/vectors").is_dir()

    assert f"ok       {CHECK}on." == checked(capsys)
    assert 0 == status(["index", "--rebuild"])
    assert f"ok       {CHECK}on." == checked(capsys)


def test_a_paper_without_the_words_is_found_by_meaning(model: str) -> None:
    with opened(model) as everything:
        result = everything.services.engine.search(parse("tortoise"), 5)
        papers = everything.store.library.papers(hit.id for hit in result.hits)

    assert (0, 1, ("tortoise",)) == (result.complete, result.by_meaning, result.missing)
    assert ["The turtle turtle turtle turtle."] == [paper.abstract for paper in papers]


def test_a_folder_that_is_no_model_is_told_and_words_are_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERBOY_MODEL", str(tmp_path / "none"))
    with opened(str(tmp_path / "none")) as everything:
        assert dict(everything.health.status().facts)["Search by meaning"].startswith("off: ")
        assert everything.services.engine.search(parse("turtle"), 5).complete == 1
        assert everything.health.problems() == ()

    assert checked(capsys).startswith(f"to mend  {CHECK}off: ")


def test_without_a_model_it_is_off_and_nothing_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    with opened("") as everything:
        assert "off, no model is set" == dict(everything.health.status().facts)["Search by meaning"]
        everything.tick()

    assert f"ok       {CHECK}off, no model is set." == checked(capsys)
    assert not Path("data/vectors").exists()
