"""Papers in a person's Home: those that were found or are new, those of the reading list, and the pages of both."""

from collections.abc import Iterator
from dataclasses import replace

from handlers.blocks import kit, lines, state
from handlers.blocks.entry import Entry, entry_blocks, known
from handlers.blocks.home_state import (
    BACK,
    FORM,
    HIDE,
    MARKS,
    NEXT,
    REMOVE,
    SAVE,
    SIMILAR,
    HomeEntry,
    HomePlace,
    entry_value,
    place_value,
)
from handlers.blocks.shapes import Run, actions, button, context, rich
from handlers.blocks.shelved import MARK_LABELS, note_said, standing
from handlers.messages import Block
from handlers.shelves import READ_STATES, ReadState, Shelved
from search.models import Paper

PAGE = 5
SENTENCE = 250
TURNS: dict[ReadState, tuple[ReadState, ...]] = {
    "to read": ("reading", "read"),
    "reading": ("read",),
    "read": ("to read",),
}
"""What a paper on the list may be next."""


def found_blocks(entry: Entry, mine: Shelved | None, place: HomePlace, where: str) -> tuple[Block, ...]:
    """A paper in a list, with what the person can do with it; `where` tells it from the same one in another list."""
    listed = f"on your list: {mine.state}" if mine and mine.state else ""
    similar = button(
        "Similar", SIMILAR, place_value(HomePlace("similar", entry.paper.id)), about=_about(entry.paper, where)
    )
    buttons = actions(*_reading(entry.paper, where), similar, *_keeping(entry.paper.id, mine, place, where))
    return entry_blocks(entry, SENTENCE, facts=(*known(entry), listed), buttons=buttons)


def listed_blocks(mine: Shelved, paper: Paper | None, place: HomePlace, where: str) -> Iterator[Block]:
    """A paper of the person's list or with a note of theirs; one that has left the library can be taken off."""
    name = lines.linked_name(paper) if paper else Run(f"Paper {mine.paper_id}", bold=True)
    yield from rich([name], [Run(note_said(mine), italic=True)])
    facts = (lines.authors(paper), lines.published(paper)) if paper else ("left the library",)
    yield context(*standing(mine), *facts, handle=mine.paper_id)
    yield actions(*_reading(paper, where), *_listing(mine, paper, place, where))


def turning(place: HomePlace, total: int) -> Iterator[Block]:
    """The ways to the pages around this one."""
    turns = (("Previous", BACK, place.offset - PAGE), ("Next", NEXT, place.offset + PAGE))
    possible = [turn for turn in turns if -PAGE < turn[2] < total]
    if possible:
        yield context(f"{place.offset + 1:,}–{min(place.offset + PAGE, total):,} of {total:,}")
        yield actions(
            *(
                button(label, action_id, place_value(replace(place, offset=max(0, offset))), about="page")
                for label, action_id, offset in possible
            )
        )


def in_range(place: HomePlace, total: int) -> HomePlace:
    """The page, or the last one where there are fewer papers by now."""
    return replace(place, offset=min(place.offset, max(0, total - 1)) // PAGE * PAGE)


def _reading(paper: Paper | None, where: str) -> Iterator[Block]:
    if paper:
        yield button("Read", state.READ, state.written(state.PaperState(paper.id)), about=_about(paper, where))


def _about(paper: Paper, where: str) -> str:
    return kit.tidy(f"{paper.id}, {where}")


def _keeping(paper_id: str, mine: Shelved | None, place: HomePlace, where: str) -> Iterator[Block]:
    value, about = entry_value(HomeEntry(paper_id, place)), f"{paper_id}, {where}"
    if mine and mine.state:
        yield button("Remove", REMOVE, value, about=about)
    else:
        yield button("Save", SAVE, value, about=about)
    if place.view != "found" and not (mine and mine.state):
        yield button("Not for me", HIDE, value, about=about)


def _listing(mine: Shelved, paper: Paper | None, place: HomePlace, where: str) -> Iterator[Block]:
    about = f"{mine.paper_id}, {where}"
    for turn in TURNS[mine.state] if mine.state and paper else ():
        value = entry_value(HomeEntry(mine.paper_id, place, turn))
        yield button(MARK_LABELS[turn], MARKS[READ_STATES.index(turn)], value, about=about)
    if paper:
        yield button("Note and stars…", FORM, entry_value(HomeEntry(mine.paper_id, place)), about=about)
    if mine.state:
        yield button("Remove", REMOVE, entry_value(HomeEntry(mine.paper_id, place, mine.state)), about=about)
