"""`paperboy imports` and `paperboy undo`: what was imported, by whom, with which report, and how to take it back."""

from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders, write
from bot.cli.reporting import warn

if TYPE_CHECKING:
    from bot.store import Import

MOMENT = "%Y-%m-%d %H:%M"
NAMED = 3
"""Files that are named; the report has all of them."""


@click.command("imports")
@click.argument("number", required=False, metavar="[NUMBER]", type=click.IntRange(1))
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Imports to list, at most.")
@folders
def imports(number: int | None, limit: int) -> None:
    """List what was imported, the newest first, or show the report of import NUMBER. Moments are in UTC."""
    with library(settings()) as paperboy:
        kept = paperboy.store.imports
        found = [kept.find(number)] if number else list(kept.recent(limit))
    listed = [one for one in found if one]
    if number and not listed:
        raise click.ClickException(f"There is no import {number}. To see which there are: paperboy imports")
    if number:
        write(_whole(listed[0]))
    else:
        write("".join(map(_line, listed)) or "Nothing was imported as yet.\n")


@click.command("undo")
@click.argument("number", metavar="NUMBER", type=click.IntRange(1))
@click.option("--dry-run", is_flag=True, help="Only say what would become of its papers.")
@folders
def undo(number: int, dry_run: bool) -> None:
    """Take import NUMBER back: what it added leaves, what it changed becomes what it was.

    Papers that another import has too stay, and so does what was changed since. To have everything again, import the
    same files again.
    """
    from bot.library import undo as take_back  # late: the library takes time to import

    with library(settings()) as paperboy:
        told = take_back(paperboy.store, number, clock.now(), dry_run)
        if not dry_run:
            warn(read_all(paperboy)[0])
    write("".join(f"{_safe(sentence)}\n" for sentence in told))


def _line(one: "Import") -> str:
    parts = (f"{one.at:{MOMENT}}", _who(one), _what(one), _counted(one), _undone(one))
    return "  ".join((f"{one.number:>4}", *(_safe(part) for part in parts if part))) + "\n"


def _whole(one: "Import") -> str:
    head = f"Import {one.number}, {one.at:{MOMENT}} UTC, {_who(one)}"
    lines = [f"{head}: {_what(one)}" if one.what else head, *one.report]
    if one.undone:
        lines.append(f"It was {_undone(one)}.")
    elif one.too_old:
        lines.append("It is too old to be taken back.")
    else:
        lines.append(f"To take it back: paperboy undo {one.number}")
    return "".join(f"{_safe(line)}\n" for line in lines)


def _what(one: "Import") -> str:
    more = len(one.what) - NAMED
    return ", ".join(one.what[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _counted(one: "Import") -> str:
    return ", ".join(f"{count:,} {what}" for what, count in one.counts.items() if count) or "nothing"


def _undone(one: "Import") -> str:
    return f"taken back {one.undone:{MOMENT}}" if one.undone else ""


def _who(one: "Import") -> str:
    """A person by the id that Slack shows in their profile."""
    return f"{one.who[2:-1]} in Slack" if one.who.startswith("<@") else one.who


def _safe(text: str) -> str:
    from bot.terminal import safe

    return " ".join(safe(text).split())
