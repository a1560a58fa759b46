"""Reads `.env` strictly: what cannot be read is named with its line, and a secret is never repeated."""

import os
import re
import stat
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from dotenv.parser import Binding, parse_stream

from bot.config.settings import BY_NAME


@dataclass(frozen=True, slots=True)
class DotenvFile:
    """What the file sets, what is wrong with it, and what its owner should know."""

    values: dict[str, str] = field(default_factory=dict, repr=False)
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def read_dotenv(path: Path) -> DotenvFile:
    """Read the file; a missing one sets nothing. Values are taken as they stand, so `$` in a secret stays a `$`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        mode = path.stat().st_mode
    except FileNotFoundError:
        return DotenvFile()
    except UnicodeDecodeError:
        return DotenvFile(problems=(f"{path}: is not UTF-8 text; save it again as UTF-8.",))
    except OSError as error:
        return DotenvFile(problems=(f"{path}: cannot be read ({error.strerror}); mend its owner and mode.",))
    bindings = tuple(parse_stream(StringIO(text)))
    values = {binding.key: binding.value.strip() for binding in bindings if binding.key and binding.value is not None}
    problems = tuple(filter(None, (_problem(path, binding) for binding in bindings)))
    return DotenvFile(values, problems, _warnings(path, mode, values))


def _problem(path: Path, binding: Binding) -> str | None:
    where = f"{path} line {_line(binding)}"
    if binding.error:
        name = _name(binding.original.string)
        return f"{where}: {name}cannot be read; write NAME=value, and close every quote on its line."
    if binding.value is None and binding.key in BY_NAME:
        return f"{where}: {binding.key} has no value; write {binding.key}=value."
    return None


def _line(binding: Binding) -> int:
    """A binding begins with the blank lines before it; people count to the line that holds the name."""
    text = binding.original.string
    blank = text[: len(text) - len(text.lstrip())]
    return binding.original.line + len(re.findall(r"\r\n|\n|\r", blank))


def _name(text: str) -> str:
    found = re.match(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=", text)
    return f"{found[1]} " if found else ""


def _warnings(path: Path, mode: int, values: dict[str, str]) -> tuple[str, ...]:
    holds_secret = any(values.get(name) for name, setting in BY_NAME.items() if setting.secret)
    if os.name == "posix" and mode & stat.S_IROTH and holds_secret:
        return (f"{path} holds secrets and everyone on this machine can read it; run: chmod 600 {path}",)
    return ()
