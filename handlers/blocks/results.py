"""What a search found: how many, what was relaxed, and a page of papers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit, state
from handlers.blocks.asked import as_typed, count, found_line, quoted, typed
from handlers.blocks.entry import Entry, entry_blocks, entry_line
from handlers.blocks.shapes import Run, actions, bold, button, context, divider, reply, rich, whole_reply
from handlers.messages import Block, Reply
from search.models import Hit, SearchResult
from search.query import Query

PAGE = 5
MANY = 2 * PAGE
"""Papers that have everything; of more it is worth to choose what to narrow them down to."""
ROOMS = (400, 250, 150, 80)  # characters a sentence may take; the first with which the whole page fits is used
TEXT_ROOMS = (240, 100, 0)  # the same for the plain text


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a search: `entries` are those papers of the window that the library still has, `offset` papers come
    before it and `gone` of its papers have left. `notes` are sentences to be read first."""

    query: Query
    result: SearchResult
    entries: tuple[Entry, ...]
    offset: int = 0
    gone: int = 0
    notes: tuple[str, ...] = ()


def relaxed_sentence(query: Query, result: SearchResult, shown: Sequence[Hit], offset: int = 0) -> str | None:
    """Says which of the hits shown lack some of what was asked, and why; None when none of them does.

    `offset` is how many hits of the ranked list come before `shown`.
    """
    partial = offset + len(shown) > result.complete
    if not shown or not partial or not query.wanted:
        return None
    if result.complete > offset:
        return f"From number {result.complete + 1:,} on, papers {_less(result)}."
    if result.complete:
        return f"These papers {_less(result)}."
    if not _some(result):
        none = _the_word(result.missing) if result.missing else "enough of the words"
        return f"No paper has {none}; these mean something like it."
    meant = ", or mean something like it" if result.by_meaning else ""
    if result.missing:
        return f"No paper has {_the_word(result.missing)}; these have some of the other words{meant}."
    return f"No paper has all the words together; these have some of them{meant}."


def page_reply(page: Page, *, replaces: bool = False) -> Reply:
    """The page, with sentences as long as fit on it."""
    for room in ROOMS[:-1]:
        made = whole_reply(_text(page), _blocks(page, room), replaces=replaces)
        if made:
            return made
    return reply(_text(page), _blocks(page, ROOMS[-1]), replaces=replaces)


def nothing_reply(page: Page, reasons: Sequence[str], *, replaces: bool = False) -> Reply:
    """Nothing was found: why, and the nearest papers, which the last reason announces."""
    near = [block for entry in page.entries for block in entry_blocks(entry, ROOMS[1])]
    why, announced = (reasons[:-1], reasons[-1:]) if near else (reasons, ())
    blocks = [
        *rich([bold("No paper"), Run(" fits "), as_typed(page.query)]),
        *_noted(page),
        *rich(*([Run(reason)] for reason in why)),
        *_suggested(page.result),
        *rich(*([Run(reason)] for reason in announced)),
        *near,
    ]
    text = [
        _ended(f"No paper fits {typed(page.query)}"),
        *page.notes,
        *page.query.notes,
        *why,
        _suggestion(page.result),
        *announced,
    ]
    return reply([*map(kit.inert, text), *map(entry_line, page.entries), *_way_on(page)], blocks, replaces=replaces)


def _less(result: SearchResult) -> str:
    """What is said of papers that do not have everything."""
    if not _some(result):
        return "are only like it in meaning"
    return f"have only some of the words{' or are like it in meaning' if result.by_meaning else ''}"


def _some(result: SearchResult) -> int:
    """How many papers have some of the words."""
    return result.total - result.complete - result.by_meaning


def _the_word(missing: tuple[str, ...]) -> str:
    return f"the word {quoted(missing)}"


def _blocks(page: Page, room: int) -> list[Block]:
    return [
        *rich(found_line(page.query, page.result)),
        *_noted(page),
        *_relaxed(page),
        *_suggested(page.result),
        *_entries(page, room),
        *_turning(page),
    ]


def _noted(page: Page) -> Iterator[Block]:
    notes = (*page.notes, *page.query.notes)
    if notes:
        yield context(*(kit.cut(kit.tidy(note), 400) for note in notes))
    if page.gone:
        yield context(_gone(page))


def _gone(page: Page) -> str:
    return f"{count(page.gone)} that stood here {'has' if page.gone == 1 else 'have'} left the library since."


def _relaxed(page: Page) -> Iterator[Block]:
    """The sentence at the head of the page; below complete papers it stands at the dividing line instead."""
    if page.result.complete <= page.offset and (sentence := _sentence(page)):
        yield context(sentence)


def _sentence(page: Page) -> str | None:
    return relaxed_sentence(page.query, page.result, page.result.hits, page.offset)


def _suggested(result: SearchResult) -> Iterator[Block]:
    suggested = state.PageState(result.suggestion or "")
    if suggested.query.strip() and state.fits(suggested):
        yield context(_suggestion(result))
        yield actions(button("Search for it", state.SUGGEST, state.written(suggested), about=suggested.query))


def _suggestion(result: SearchResult) -> str:
    return f"Did you mean “{kit.cut(kit.tidy(result.suggestion), 300)}”?" if result.suggestion else ""


def _entries(page: Page, room: int) -> Iterator[Block]:
    """The papers, with a line before the first that lacks some of the words."""
    first = page.result.complete + 1
    parted = page.offset >= page.result.complete
    for entry in page.entries:
        if not parted and entry.number >= first:
            parted = True
            yield divider()
            yield context(f"From here on papers {_less(page.result)}.")
        yield from entry_blocks(entry, room)


def _turning(page: Page) -> Iterator[Block]:
    """Where in the list this page is, and the buttons to the pages before and after it."""
    turns = [("Back", state.PAGE_BACK, page.offset - PAGE), ("Next", state.PAGE_NEXT, page.offset + PAGE)]
    possible = [turn for turn in turns if -PAGE < turn[2] < page.result.total]
    if not possible:
        return
    yield divider()
    yield context(_range(page))
    yield actions(*_narrowing(page), *(_turn(page, *turn) for turn in possible))


def _turn(page: Page, label: str, action_id: str, offset: int) -> Block:
    turned = state.PageState(page.query.typed, max(0, offset))
    return button(label, action_id, state.written(turned), about=f"page of results for {typed(page.query)}")


def _narrowing(page: Page) -> Iterator[Block]:
    if page.result.complete > MANY and not page.offset:
        value = state.written(state.PageState(page.query.typed))
        yield button("Narrow down", state.NARROW, value, about=f"the results for {typed(page.query)}")


def _range(page: Page) -> str:
    last = min(page.offset + PAGE, page.result.total)
    return f"{page.offset + 1:,}–{last:,} of {page.result.total:,}"


def _text(page: Page) -> list[str]:
    """The page in lines, with sentences as long as let every paper be named."""
    text: list[str] = []
    for room in TEXT_ROOMS:
        text = [*_said(page), *(entry_line(entry, room) for entry in page.entries), *_way_on(page)]
        if sum(map(len, text)) < kit.TEXT - len(text):
            break
    return text


def _said(page: Page) -> Iterator[str]:
    said = "".join(run.text for run in found_line(page.query, page.result))
    yield kit.inert(_ended(said))
    yield from map(kit.inert, (*page.notes, *page.query.notes))
    yield kit.inert(_gone(page) if page.gone else "")
    yield kit.inert(_sentence(page) or "")
    yield kit.inert(_suggestion(page.result))


def _ended(sentence: str) -> str:
    """With a full stop, unless what was typed ends it: `... papers have what is dropout?`."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _way_on(page: Page) -> Iterator[str]:
    if page.result.total > PAGE:
        yield f"This is {_range(page)}."
    if page.entries:
        first = page.entries[0].paper.id
        yield kit.inert(f"To read one, type /papers show and the name in brackets, for example /papers show {first}")
