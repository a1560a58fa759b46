"""Papers in a person's Home that are not theirs as yet: what a search found, what is like one, what is new."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from handlers.blocks import kit, lines
from handlers.blocks.asked import count
from handlers.blocks.entry import Entry
from handlers.blocks.found import Found, found_head, suggestion
from handlers.blocks.home_papers import PAGE, found_blocks, in_range, turning
from handlers.blocks.home_parts import NEW_MOST
from handlers.blocks.home_state import SUGGEST, HomePlace, place_value
from handlers.blocks.shapes import Line, Run, actions, bold, button, rich
from handlers.errors import UserError
from handlers.finding import entries
from handlers.home.shelf import by_paper, mine
from handlers.messages import Block
from handlers.paging import page_of
from handlers.ports import Services
from handlers.shelves import Shelved
from handlers.visits import Visit
from handlers.windows import Look
from search.grammar import parse
from search.language.snippet import snippet
from search.models import Paper

Shown = tuple[HomePlace, Sequence[Block]]


def found(place: HomePlace, look: Look, _visit: Visit, services: Services) -> Shown:
    """A page of what was searched. Raises InvalidQuery and what the engine and the ports raise."""
    page = page_of(parse(place.text), place.offset, PAGE, services)
    place = replace(place, offset=page.offset)
    blocks = [*found_head(page), *_meant(page), *_papers(page.entries, place, look, services)]
    return place, [*blocks, *turning(place, page.result.total if page.result else 0)]


def like(place: HomePlace, look: Look, _visit: Visit, services: Services) -> Shown:
    """Papers like one. Raises UserError when it has left the library."""
    paper = next(iter(services.library.papers([place.text])), None)
    if not paper:
        raise UserError(f"The paper {kit.cut(kit.tidy(place.text), 100)} is no longer in the library.")
    hidden = _hidden(mine(look, services))
    # A few more than are shown: some may not be for this person.
    hits = [hit for hit in services.engine.similar(paper.id, PAGE + len(hidden)) if hit.id not in hidden][:PAGE]
    head: Line = [bold("Most like " if hits else "Nothing is much like "), lines.linked_name(paper)]
    return place, [*rich(head), *_papers(entries(hits, services), place, look, services)]


def new(place: HomePlace, look: Look, visit: Visit, services: Services) -> Shown:
    """A page of what has come since the last visit."""
    arrived = news(visit, mine(look, services), services)
    place = in_range(place, min(len(arrived), NEW_MOST))
    more = f"The newest {NEW_MOST} papers" if len(arrived) > NEW_MOST else count(len(arrived))
    shown = arrived[:NEW_MOST]
    page = entries_of(shown[place.offset : place.offset + PAGE], place.offset)
    head = rich([bold(more), Run(" since your last visit")])
    return place, [*head, *_papers(page, place, look, services), *turning(place, len(shown))]


def news(visit: Visit, own: Iterable[Shelved], services: Services) -> tuple[Paper, ...]:
    """What has come, without what is not for this person; more than are shown where there is more."""
    hidden = _hidden(own)
    arrived = services.library.added_since(visit.seen, NEW_MOST + 1 + len(hidden))
    return tuple(paper for paper in arrived if paper.id not in hidden)


def entries_of(papers: Iterable[Paper], offset: int = 0) -> tuple[Entry, ...]:
    """The papers with their first sentences."""
    return tuple(Entry(paper, number, snippet(paper, frozenset())) for number, paper in enumerate(papers, offset + 1))


def _papers(shown: Iterable[Entry], place: HomePlace, look: Look, services: Services) -> Iterator[Block]:
    own = by_paper(mine(look, services))
    for entry in shown:
        yield from found_blocks(entry, own.get(entry.paper.id), place, place.view)


def _meant(page: Found) -> Iterator[Block]:
    meant = suggestion(page)
    if meant:
        yield actions(button("Search for it", SUGGEST, place_value(HomePlace("found", meant))))


def _hidden(own: Iterable[Shelved]) -> frozenset[str]:
    return frozenset(one.paper_id for one in own if one.hidden)
