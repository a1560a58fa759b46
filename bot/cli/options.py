"""What several commands share: the folders, queries that may hold `-words`, and the screen to write on."""

import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

FAILED = 1
UNUSABLE = 2

_OVERRIDES = "bot.cli.options.overrides"

Function = Callable[..., Any]


def folders(function: Function) -> Function:
    """Accept --data and --seeds, before the command or after it; they win over the settings."""
    for name, exists, what in (("seeds", True, "The folder of seed papers."), ("data", False, "The library's folder.")):
        # Why the library's folder cannot be read, and what to do, is said by whoever opens it.
        kind = click.Path(exists=exists, file_okay=False, readable=exists, path_type=Path)
        function = click.option(
            f"--{name}", type=kind, metavar="DIR", expose_value=False, callback=_remember, help=what
        )(function)  # fmt: skip
    return function


def _remember(context: click.Context, option: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.meta.setdefault(_OVERRIDES, {})[f"PAPERBOY_{option.name}".upper()] = str(value.absolute())


def overrides() -> dict[str, str]:
    """The settings that the command line gave."""
    given: dict[str, str] = click.get_current_context().meta.get(_OVERRIDES, {})
    return given


class QueryCommand(click.Command):
    """A command whose words may begin with a hyphen (`search kv -survey`); a mistyped --option is still an error."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        settings["context_settings"] = {**settings.get("context_settings", {}), "ignore_unknown_options": True}
        super().__init__(*arguments, **settings)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse what looks like an option and is none, unless it stands after `--`."""
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        for word in args[: args.index("--") if "--" in args else None]:
            name = word.partition("=")[0]
            if re.fullmatch(r"--[a-z][a-z-]*", name) and name not in known:
                raise click.NoSuchOption(name, possibilities=sorted(known), ctx=ctx)
        return super().parse_args(ctx, args)


def joined(words: tuple[str, ...]) -> str:
    """The words as one text; bytes of the command line that are not UTF-8 become the sign for unreadable characters."""
    return " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def stdin_lines() -> Iterator[str]:
    """The lines of standard input as they come; a byte order mark is no part of them, and no byte ends the run."""
    for number, line in enumerate(sys.stdin.buffer):
        yield line.decode("utf-8-sig" if number == 0 else "utf-8", "replace").strip()


def show_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version and leave."""
    if asked and not context.resilient_parsing:
        try:
            click.echo(f"paperboy {version('paperboy-slack')}")
        except PackageNotFoundError as error:
            raise click.ClickException("Paperboy is not installed here; run `make setup`.") from error
        context.exit()


def write(text: str) -> None:
    """Put text on stdout at once; a sign that the terminal's encoding does not have is replaced, never an error."""
    _put(text.encode(sys.stdout.encoding, "replace"))


def write_json(value: object) -> None:
    """Put one line of JSON on stdout at once, in UTF-8 whatever the terminal's encoding is."""
    import json  # late: only scripts need it

    _put(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


def _put(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
