"""A reading list: one's own with all its buttons, or what another person shares of theirs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from handlers.blocks import kit, lines, state
from handlers.blocks.asked import count
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, reply, rich
from handlers.blocks.shelf_state import BACK, FILTERS, NEXT, ShelfPage, page_value
from handlers.blocks.shelved import entry_buttons, note_said, person, save_button, standing, whose_list
from handlers.messages import Block, Reply
from handlers.shelves import READ_STATES, Shelved
from search.models import Paper

PAGE = 5
NOTE = 300
EMPTY = "Your reading list is empty."
HOW = "To put a paper on it, press Save wherever you see one, or type /papers save and its name."
_PRIVATE = "Only you see this. What others may see of it you choose for each paper, with Note and stars."
_FILE = "To have it as a file, type /papers export"
_FILTER_LABELS = {None: "All", "to read": "To read", "reading": "Reading", "read": "Already read"}
_IN_STATE = {None: "", "to read": " to read", "reading": " that you are reading", "read": " that you have read"}


@dataclass(frozen=True, slots=True)
class Row:
    """A paper on a list; None in its place when it has left the library."""

    shelved: Shelved
    paper: Paper | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A page of a list. `total` papers are in all that it is a page of; `counts` are those of each state, all first.
    `notes` are to be read first."""

    rows: tuple[Row, ...]
    page: ShelfPage
    total: int
    counts: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def own_list(shown: Shown, *, replaces: bool = False) -> Reply:
    """One's own."""
    noted = [context(*shown.notes)] if any(shown.notes) else []
    head = _head(shown)
    if not shown.total:
        told = [head, [Run(HOW if not any(shown.counts) else "To see all of it, press All.")]]
        return reply(_text(shown, *told), [*noted, *rich(*told), *_filters(shown)], replaces=replaces)
    blocks: list[Block] = [*noted, *rich(head), *_filters(shown)]
    for number, row in _numbered(shown):
        blocks += _row(row, number)
        blocks.append(actions(*_reading(row), *entry_buttons(row.shelved, shown.page)))
    return reply(_text(shown, head), [*blocks, *_turning(shown), context(_PRIVATE, _FILE)], replaces=replaces)


def shared_list(shown: Shown, *, replaces: bool = False) -> Reply:
    """What another person shares."""
    user_id = shown.page.user_id
    if not shown.total:
        told: Line = [Run("They share nothing of their reading list here.")]
        return reply(
            [f"{person(user_id)} shares nothing here."], [*whose_list(user_id), *rich(told)], replaces=replaces
        )
    blocks: list[Block] = [*whose_list(user_id)]
    for number, row in _numbered(shown):
        blocks += _row(row, number, own=False)
        blocks.append(actions(*_reading(row), *_saving(row)))
    text = [f"From the reading list of {person(user_id)}:", *_entries(shown, own=False)]
    return reply(text, [*blocks, *_turning(shown)], replaces=replaces)


def _head(shown: Shown) -> Line:
    if not any(shown.counts):
        return [bold(EMPTY)]
    return [bold(count(shown.total)), Run(f"{_IN_STATE[shown.page.state]} on your reading list")]


def _text(shown: Shown, *told: Line) -> Iterator[str]:
    yield from map(kit.inert, shown.notes)
    yield from map(line_said, told)
    yield from _entries(shown)
    if shown.rows:
        yield "To read one, type /papers show and the name in brackets."


def _entries(shown: Shown, *, own: bool = True) -> Iterator[str]:
    for number, row in _numbered(shown):
        yield kit.inert(f"{number}. {_name(row)} [{row.shelved.paper_id}] ({'; '.join(_known(row))}) {_note(row, own)}")


def _numbered(shown: Shown) -> Iterator[tuple[int, Row]]:
    return enumerate(shown.rows, start=shown.page.offset + 1)


def _row(row: Row, number: int, *, own: bool = True) -> Iterator[Block]:
    name = lines.linked_name(row.paper) if row.paper else Run(_name(row), bold=True)
    yield from rich([Run(f"{number}. "), name], [Run(_note(row, own), italic=True)])
    yield context(*_known(row), handle=row.shelved.paper_id)


def _known(row: Row) -> tuple[str, ...]:
    facts = (lines.authors(row.paper), lines.published(row.paper)) if row.paper else ("left the library",)
    return tuple(filter(None, (*standing(row.shelved), *facts)))


def _note(row: Row, own: bool) -> str:
    if own:
        return note_said(row.shelved, NOTE)
    text = kit.cut(kit.tidy(row.shelved.note), NOTE)
    return f"Note: {text}" if text else ""


def _name(row: Row) -> str:
    return lines.name(row.paper, 150) if row.paper else f"Paper {row.shelved.paper_id}"


def _reading(row: Row) -> Iterator[Block]:
    if row.paper:
        yield button("Read", state.READ, state.written(state.PaperState(row.paper.id)), about=row.paper.id)


def _saving(row: Row) -> Iterator[Block]:
    yield save_button(row.shelved.paper_id, row.shelved.paper_id)


def _filters(shown: Shown) -> Iterator[Block]:
    """To see those of one state, where there are several."""
    if sum(map(bool, shown.counts[1:])) < 2 and shown.page.state is None:
        return
    wanted = zip(FILTERS, (None, *READ_STATES), shown.counts, strict=True)
    yield actions(
        *(
            button(f"{_FILTER_LABELS[one]} ({held})", action_id, page_value(ShelfPage(state=one)), about="papers")
            for action_id, one, held in wanted
            if held and one != shown.page.state
        )
    )


def _turning(shown: Shown) -> Iterator[Block]:
    offset = shown.page.offset
    turns = [("Back", BACK, offset - PAGE), ("Next", NEXT, offset + PAGE)]
    made = [
        button(label, action_id, page_value(replace(shown.page, offset=max(0, turned))), about="page of the list")
        for label, action_id, turned in turns
        if -PAGE < turned < shown.total
    ]
    if made:
        yield context(f"{offset + 1}–{offset + len(shown.rows)} of {shown.total}")
        yield actions(*made)
