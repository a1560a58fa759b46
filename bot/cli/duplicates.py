"""`paperboy duplicates`: which papers are made of several records and what each says; splits them, and joins papers."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from bot import clock
from bot.cli.opening import library, read_all, settings
from bot.cli.options import folders, write
from bot.cli.reporting import warn

if TYPE_CHECKING:
    from bot.store import KeptCoat, KeptDoubt, SqlStore
    from search.models import Paper

ACTS = ("split", "join", "apart")
MOMENT = "%Y-%m-%d %H:%M"
LONGEST = 300
"""Characters of a value that are shown, from where it begins to differ from others."""
BEFORE = 60
USAGE = "[HANDLE] | split HANDLE SOURCE-or-NUMBER | join HANDLE HANDLE | apart HANDLE HANDLE"


@click.command("duplicates")
@click.argument("words", nargs=-1, metavar=USAGE)
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Papers to list, at most.")
@folders
def duplicates(words: tuple[str, ...], limit: int) -> None:
    """List papers that are made of several records, and papers that may be one; with HANDLE, what each record says.

    `split` makes the record from SOURCE a paper of its own, and no import merges it again. `join` makes two papers one:
    the first handle stays, the second leads to it. `apart` says that two papers which may be one are two.
    """
    act = words[0] if len(words) == 3 and words[0] in ACTS else ""
    if not act and len(words) > 1:
        raise click.UsageError(f"Say paperboy duplicates {USAGE.replace(' | ', ', or ')}.")
    with library(settings()) as paperboy:
        told: Iterable[str]
        if act:
            told = _done(paperboy.store, act, words[1], words[2])
            warn(read_all(paperboy)[0])
        elif words:
            told = _whole(paperboy.store, words[0])
        else:
            told = _listed(paperboy.store, limit)
        write("".join(f"{line}\n" for line in told))


def _done(store: "SqlStore", act: str, first: str, second: str) -> tuple[str, ...]:
    from bot.library import join, keep_apart, split  # late: the library takes time to import

    one = _handle(store, first)
    if act == "split":
        told = split(store, one, second, clock.now())
    elif act == "join":
        told = join(store, one, _handle(store, second), clock.now())
    else:
        told = keep_apart(store, one, _handle(store, second))
    return tuple(map(_safe, told))


def _handle(store: "SqlStore", name: str) -> str:
    found = store.library.named(name)
    if found is None:
        raise click.ClickException(f"There is no paper called {name}; paperboy search finds papers by their words.")
    return found.id


def _listed(store: "SqlStore", limit: int) -> Iterator[str]:
    merged, doubts = store.coats.merged(), store.coats.doubts()
    if not merged and not doubts:
        yield "Every paper is made of one record, and no two papers were taken to be one."
        return
    for handle, count in merged[:limit]:
        sources = ", ".join(_source(kept.coat.record) for kept in store.coats.of(handle))
        yield _safe(f"{handle}: {count} records, from {sources}")
    yield from _more(len(merged) - limit)
    if doubts:
        yield "These may be one and are kept apart; to join them: paperboy duplicates join HANDLE HANDLE"
        yield from (_safe(f"  {_pair(doubt)}") for doubt in doubts[:limit])
        yield from _more(len(doubts) - limit)


def _more(count: int) -> Iterator[str]:
    if count > 0:
        yield f"And {count:,} more; --limit shows them."


def _pair(doubt: "KeptDoubt") -> str:
    return f"{doubt.one} and {doubt.other}: {doubt.because}"


def _whole(store: "SqlStore", name: str) -> Iterator[str]:
    handle = _handle(store, name)
    (paper,) = store.library.papers([handle])
    kept = store.coats.of(handle)
    if kept:
        yield from map(_safe, _records(handle, paper, kept))
    else:
        yield _safe(f"{handle} is made of one record, from {_source(paper)}.")
    for doubt in store.coats.doubts(handle):
        yield _safe(f"May be one and kept apart: {_pair(doubt)}")


def _records(handle: str, paper: "Paper", kept: tuple["KeptCoat", ...]) -> Iterator[str]:
    yield f"{handle} is made of {len(kept)} records:"
    for number, one in enumerate(kept, 1):
        yield f"  {number}  {_source(one.coat.record)}{_came(one)}"
    yield "What they say, with the numbers of those that say so; * is shown:"
    yield from _values(paper, [one.coat.record for one in kept])
    yield f"To make a record a paper of its own: paperboy duplicates split {handle} SOURCE-or-NUMBER"


def _came(kept: "KeptCoat") -> str:
    parts = (
        f"{kept.at:{MOMENT}} UTC" if kept.at else "",
        f"import {kept.number}" if kept.number else "",
        f"{kept.coat.record.id} before" if kept.coat.record.id else "",
        kept.coat.because,
    )
    return "".join(f"; {part}" for part in parts if part)


def _values(paper: "Paper", records: list["Paper"]) -> Iterator[str]:
    from search.wardrobe import SAYING  # late: papers take time to import

    for field in SAYING:
        said: dict[object, list[str]] = {}
        for number, record in enumerate(records, 1):
            if value := getattr(record, field):
                said.setdefault(value, []).append(str(number))
        texts = {value: _text(value) for value in said}
        begin = _parting([*texts.values()])
        for value, numbers in said.items():
            mark = "*" if getattr(paper, field) == value else " "
            yield f"  {mark} {field.replace('_', ' ')}: {_shown(texts[value], begin)} ({', '.join(numbers)})"


def _text(value: object) -> str:
    return " ".join((", ".join(map(str, value)) if isinstance(value, tuple) else str(value)).split())


def _parting(texts: list[str]) -> int:
    """Where long texts begin to differ, and some words before that; 0 where one can see it anyway."""
    if len(texts) == 1 or max(map(len, texts), default=0) <= LONGEST:
        return 0
    columns = enumerate(zip(*texts, strict=False))
    same = next((place for place, signs in columns if len(set(signs)) > 1), min(map(len, texts), default=0))
    return max(same - BEFORE, 0)


def _shown(text: str, begin: int) -> str:
    part = text[begin : begin + LONGEST].strip()
    before, after = "… " if begin else "", " …" if begin + LONGEST < len(text) else ""
    return f"{before}{part}{after}" + (f" ({len(text):,} characters)" if before or after else "")


def _source(record: "Paper") -> str:
    return record.source or "an unknown place"


def _safe(text: str) -> str:
    from bot.terminal import safe  # late, as above

    return safe(text)
