"""Papers in a person's Home that are not theirs as yet: what a search found, what is like one, what is new."""

from collections.abc import Iterable, Iterator, Sequence

from handlers.blocks import kit, lines
from handlers.blocks.asked import count, found_line, quoted
from handlers.blocks.entry import Entry
from handlers.blocks.home_papers import PAGE, found_blocks, in_range, turning
from handlers.blocks.home_parts import NEW_MOST
from handlers.blocks.home_state import SUGGEST, HomePlace, place_value
from handlers.blocks.results import relaxed_sentence
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, rich
from handlers.errors import UserError
from handlers.finding import entries, nearest
from handlers.home.shelf import by_paper, mine
from handlers.messages import Block, Look
from handlers.ports import Services
from handlers.shelves import Shelved
from handlers.visits import Visit
from search.grammar import parse
from search.language.snippet import snippet
from search.models import Paper, SearchResult
from search.query import Query

Shown = tuple[HomePlace, Sequence[Block]]


def found(place: HomePlace, look: Look, _visit: Visit, services: Services) -> Shown:
    """A page of what was searched. Raises InvalidQuery and what the engine and the ports raise."""
    query = parse(place.text)
    if query.identifier:
        paper = services.library.identified(query.identifier)
        if paper:
            one = [Entry(paper, 1, snippet(paper, frozenset()))]
            return place, [*rich([Run("This is the paper.")]), *_papers(one, place, look, services)]
    result = services.engine.search(query, PAGE, place.offset)
    if not result.hits and 0 < result.total <= place.offset:
        place = in_range(place, result.total)
        result = services.engine.search(query, PAGE, place.offset)
    if not result.total:
        return place, _nothing(query, result, place, look, services)
    shown = entries(result.hits, services, offset=place.offset, query=query, result=result)
    said = relaxed_sentence(query, result, result.hits, place.offset) or ""
    head = [*rich(found_line(query, result)), *_noted(*query.notes, said), *_meant(result)]
    return place, [*head, *_papers(shown, place, look, services), *turning(place, result.total)]


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
    """What has come, without what is not for this person; one more than is shown at most, or a few."""
    hidden = _hidden(own)
    return tuple(paper for paper in services.library.added_since(visit.seen, NEW_MOST + 1) if paper.id not in hidden)


def entries_of(papers: Iterable[Paper], offset: int = 0) -> tuple[Entry, ...]:
    """The papers with their first sentences."""
    return tuple(Entry(paper, number, snippet(paper, frozenset())) for number, paper in enumerate(papers, offset + 1))


def _papers(shown: Iterable[Entry], place: HomePlace, look: Look, services: Services) -> Iterator[Block]:
    own = by_paper(mine(look, services))
    for entry in shown:
        yield from found_blocks(entry, own.get(entry.paper.id), place, place.view)


def _nothing(
    query: Query, result: SearchResult, place: HomePlace, look: Look, services: Services
) -> list[Block]:  # fmt: skip
    reasons, near = nearest(query, result, services)
    told = [*rich([bold("No paper"), Run(" fits.")]), *_noted(*query.notes, *reasons), *_meant(result)]
    return [*told, *_papers(near, place, look, services)]


def _meant(result: SearchResult) -> Iterator[Block]:
    if result.suggestion and kit.tidy(result.suggestion):
        yield from _noted(f"Did you mean {quoted((result.suggestion,))}?")
        yield actions(button("Search for it", SUGGEST, place_value(HomePlace("found", result.suggestion))))


def _noted(*notes: str) -> Iterator[Block]:
    said = [kit.cut(tidied, 400) for note in notes if (tidied := kit.tidy(note))]
    if said:
        yield context(*said)


def _hidden(own: Iterable[Shelved]) -> frozenset[str]:
    return frozenset(one.paper_id for one in own if one.hidden)
