"""The made-up secrets by which the bot and the workspace know each other, kept beside the workspace's messages."""

import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_hex

FILE = "tokens.json"
_TOKEN = re.compile(r"[\w-]{16,200}", re.ASCII)
"""What can be sent in a header, and cannot be guessed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """In the form of Slack's own."""

    bot_token: str = field(repr=False)
    app_token: str = field(repr=False)
    signing_secret: str = field(repr=False)


def tokens(folder: Path | None) -> Tokens:
    """Those of this folder, made the first time; without a folder they last as long as the process.

    Raises OSError when the folder cannot be used.
    """
    if folder is None:
        return _made()
    file = folder / FILE
    kept = _read(file)
    if kept is None:
        kept = _made()
        _keep(file, kept)
    return kept


def _read(file: Path) -> Tokens | None:
    """None when there are none, or when somebody has spoilt the file: new ones do as well."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        read = Tokens(**kept)
    except (FileNotFoundError, ValueError, TypeError, RecursionError):
        return None
    return read if all(isinstance(one, str) and _TOKEN.fullmatch(one) for one in kept.values()) else None


def _made() -> Tokens:
    return Tokens(
        bot_token=f"xoxb-workspace-{token_hex(16)}",
        app_token=f"xapp-workspace-{token_hex(16)}",
        signing_secret=token_hex(16),
    )


def _keep(file: Path, made: Tokens) -> None:
    """Written aside and moved into place: a file that is there is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_suffix(".new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        json.dump(asdict(made), opened)
    aside.replace(file)
