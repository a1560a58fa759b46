"""Commands as they are typed, in a library of its own in the present folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli import main

Run = Callable[..., tuple[int, str, str]]
"""Status, stdout and stderr of a command."""


def typing(capfd: pytest.CaptureFixture[str], folder: Path) -> Run:
    """Types commands over a library in this folder whose seeds hold one paper."""
    (folder / "seeds").mkdir()
    (folder / "seeds" / "seeds.jsonl").write_text('{"abstract": "The sea is deep, and we measure it with a rope."}')

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["--data", "data", "--seeds", "seeds", *arguments])
        assert isinstance(left.value.code, int)
        return left.value.code, *capfd.readouterr()

    return run
