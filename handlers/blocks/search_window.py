"""The window for searching: fields that narrow the search, and below them a page of what was found."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, search_state
from handlers.blocks.asked import count
from handlers.blocks.entry import entry_blocks
from handlers.blocks.found import Found, found_head, suggestion
from handlers.blocks.inputs import Option, form, heard, select, text_field, tick
from handlers.blocks.results import PAGE
from handlers.blocks.search_state import Wanted
from handlers.blocks.shapes import actions, button, context, divider
from handlers.messages import Block
from handlers.windows import Modal
from search.models import SearchResult

TITLE = "Search papers"
SENTENCE = 300
LONGEST_QUERY, LONGEST_VENUE = 250, 60
YEARS = 60


def search_window(wanted: Wanted, found: Found, this_year: int, *, corrected: int = 0) -> Modal:
    """The window as it is with these fields and this page, after its words were corrected so often."""
    blocks = [*_fields(wanted, this_year, corrected), divider(), *_found(found)]
    state = search_state.kept(wanted, corrected)
    return form(TITLE, blocks, submit="Search", callback_id=search_state.WINDOW, state=state)


def _fields(wanted: Wanted, this_year: int, corrected: int) -> Iterator[Block]:
    hint = "Words, a name, an arXiv id, a DOI or an address. Press Enter to search."
    query = text_field(
        search_state.QUERY, "Search for", value=wanted.query, hint=hint, longest=LONGEST_QUERY, optional=True
    )
    venue = text_field(search_state.VENUE, "Venue", value=wanted.venue, longest=LONGEST_VENUE, optional=True)
    # Slack leaves in a field what was typed there; only a field with another block id shows other words.
    yield {**heard(query), "block_id": f"{search_state.QUERY}:{corrected}" if corrected else search_state.QUERY}
    yield heard(venue)
    yield actions(
        select(search_state.FIRST, _years("From", this_year, wanted.first), str(wanted.first or search_state.ANY)),
        select(search_state.LAST, _years("To", this_year, wanted.last), str(wanted.last or search_state.ANY)),
        tick(search_state.CODE, ("With code", "code"), ticked=wanted.code),
    )


def _years(label: str, this_year: int, chosen: int | None) -> Sequence[Option]:
    """The next year too: venues and papers have it early."""
    years = {*range(this_year + 1, this_year + 1 - YEARS, -1), *([chosen] if chosen else [])}
    numbered = [(f"{label} {year}", str(year)) for year in sorted(years, reverse=True)]
    return [(f"{label} any year", search_state.ANY), *numbered]


def _found(found: Found) -> Iterator[Block]:
    yield from found_head(found)
    if 0 < kit.length(meant := suggestion(found)) <= LONGEST_QUERY:
        yield actions(button("Search for it", search_state.SUGGEST, search_state.meant_value(meant), about=meant))
    for entry in found.entries:
        yield from entry_blocks(entry, SENTENCE)
    if found.result:
        yield from _turning(found, found.result)


def _turning(found: Found, result: SearchResult) -> Iterator[Block]:
    turns = (("Back", search_state.BACK, found.offset - PAGE), ("Next", search_state.NEXT, found.offset + PAGE))
    possible = [turn for turn in turns if -PAGE < turn[2] < result.total]
    if possible:
        last = min(found.offset + PAGE, result.total)
        yield context(f"{found.offset + 1:,}–{last:,} of {count(result.total)}")
        yield actions(*(_turn(*turn) for turn in possible))


def _turn(label: str, action_id: str, offset: int) -> Block:
    return button(label, action_id, search_state.offset_value(max(0, offset)), about="page of results")
