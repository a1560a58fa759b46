"""What a search found, above its papers: how many there are, what was understood otherwise, and what may be meant."""

from collections.abc import Iterator
from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.asked import found_line, quoted
from handlers.blocks.entry import Entry
from handlers.blocks.results import relaxed_sentence
from handlers.blocks.shapes import Run, bold, context, rich
from handlers.messages import Block
from search.models import SearchResult
from search.query import Query

NOTE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page of papers, of which `offset` come before it; `notes` are to be read first. Without a `result` nothing was
    searched: the papers were named, or there are none."""

    query: Query | None = None
    result: SearchResult | None = None
    entries: tuple[Entry, ...] = ()
    offset: int = 0
    notes: tuple[str, ...] = ()


def found_head(found: Found) -> Iterator[Block]:
    """What stands above the papers."""
    if found.query and found.result:
        none = [bold("No paper"), Run(" fits.")]
        yield from rich(found_line(found.query, found.result) if found.result.total else none)
    told = [kit.cut(tidied, NOTE) for note in _notes(found) if (tidied := kit.tidy(note))]
    if told:
        yield context(*told)


def suggestion(found: Found) -> str:
    """Other words that may be meant; empty where there are none."""
    return kit.tidy(found.result.suggestion or "") if found.result else ""


def _notes(found: Found) -> Iterator[str]:
    if found.query and found.result:
        yield from found.query.notes
        yield relaxed_sentence(found.query, found.result, found.result.hits, found.offset) or ""
    yield from found.notes
    if suggestion(found):
        yield f"Did you mean {quoted((suggestion(found),))}?"
