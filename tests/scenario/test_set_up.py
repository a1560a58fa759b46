"""`make setup` with a stand-in for Python: when the environment is made, made anew, and left alone."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
  "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  "--version") echo "Python 3.9.1" ;;
  *version_info*) exit "${TOO_OLD:-0}" ;;
esac
"""

pytestmark = pytest.mark.skipif(os.name != "posix" or not shutil.which("make"), reason="There is no make here")


class Clone:
    """The files that the set-up is made of, and what it asked of Python."""

    def __init__(self, folder: Path, tools: Path) -> None:
        self.folder = folder
        self.python = tools / "python3"
        self.calls = tools / "calls"
        folder.mkdir()
        tools.mkdir()
        for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
            shutil.copy2(ROOT / name, folder)
        self.python.write_text(PYTHON)
        self.python.chmod(0o755)

    def set_up(self, python: str | None = None, **more: str) -> "subprocess.CompletedProcess[str]":
        return self.make("setup", python, **more)

    def make(self, target: str, python: str | None = None, **more: str) -> "subprocess.CompletedProcess[str]":
        self.calls.write_text("")
        environment = {"PATH": os.defpath, "CALLS": str(self.calls), **more}
        command = ["make", target, f"PYTHON={python or self.python}"]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    @property
    def steps(self) -> list[str]:
        return self.calls.read_text().splitlines()

    @property
    def made_anew(self) -> bool:
        return any(step.startswith("-m venv --clear") for step in self.steps)


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path / "a clone, (new)", tmp_path / "tools")


def test_the_first_set_up_makes_everything_and_the_second_does_nothing(clone: Clone) -> None:
    assert clone.set_up().returncode == 0
    assert clone.made_anew
    assert any("--require-hashes" in step for step in clone.steps)

    assert clone.set_up().returncode == 0
    assert clone.steps == []


def test_running_the_bot_installs_no_tools_and_the_tests_add_them_later(clone: Clone) -> None:
    assert clone.make("run").returncode == 0
    ran = clone.steps
    assert clone.set_up().returncode == 0

    assert [step.split()[-1] for step in ran if "--require-hashes" in step] == ["requirements.lock"]
    assert ran[-1] == "-m bot run"
    assert [step.split()[-1] for step in clone.steps] == ["requirements-dev.lock"]


def test_a_newer_lock_is_installed_into_the_environment_there_is(clone: Clone) -> None:
    clone.set_up()
    os.utime(clone.folder / ".venv" / "ready", (0, 0))

    assert clone.set_up().returncode == 0
    assert any("--require-hashes" in step for step in clone.steps)
    assert not clone.made_anew


def test_a_set_up_that_was_cut_short_is_begun_anew(clone: Clone) -> None:
    (clone.folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy2(clone.python, clone.folder / ".venv" / "bin" / "python")

    assert clone.set_up().returncode == 0
    assert clone.made_anew


def test_a_clone_that_was_moved_gets_a_new_environment(clone: Clone, tmp_path: Path) -> None:
    clone.set_up()
    clone.folder = clone.folder.rename(tmp_path / "elsewhere")

    assert clone.set_up().returncode == 0
    assert clone.made_anew


def test_a_python_that_is_not_there_or_too_old_is_a_sentence(clone: Clone) -> None:
    absent, old = clone.set_up("no-such-python"), clone.set_up(TOO_OLD="1")

    assert (absent.returncode, old.returncode) == (2, 2)
    assert absent.stderr.startswith("There is no no-such-python here.")
    assert old.stderr.startswith("Paperboy needs Python 3.11 or newer; ")
    assert "Python 3.9.1" in old.stderr
    assert not (clone.folder / ".venv").exists()
