"""A list that a slash command found, with chips that narrow it down."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, state
from handlers.blocks.chips import Chip, chips_line, chips_row
from handlers.blocks.shapes import context, reply
from handlers.finding import search_reply
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.chipping import READ
from handlers.talk.narrowing import LEAST, Facet, best_facets
from handlers.talk.weighing import COUNT_ONLY
from search.errors import InvalidQuery
from search.grammar import parse
from search.query import Clause, Filter, Phrase, Query, Venue, Word, Years

ALIKE = "Nothing parts this list well; another word may."


def narrow_reply(text: str, services: Services) -> Reply:
    """The first page of the search, below the chips. Raises what `search_reply` raises."""
    page = search_reply(text, services, replaces=True)
    query = parse(text)
    result = services.engine.search(query, READ)
    papers = services.library.papers([hit.id for hit in result.hits[: result.complete]])
    chips = tuple(_chips(best_facets(papers, query), query, result.complete, services))
    said = chips_line(chips) or ALIKE
    blocks = [*page.blocks[:1], *(chips_row(chips) if chips else [context(ALIKE)]), *page.blocks[1:]]
    return reply([kit.inert(said), *page.text.split("\n")], blocks, replaces=True)


def _chips(facets: Sequence[Facet], query: Query, complete: int, services: Services) -> Iterator[Chip]:
    for facet, action_id in zip(facets, state.CHIPS, strict=False):
        finer = state.PageState(f"{query.typed} {typed(facet.by)}")
        try:
            papers = services.engine.search(parse(finer.query), COUNT_ONLY).complete
        except InvalidQuery:  # a long search has no room for one more word
            continue
        if LEAST <= papers < complete and state.fits(finer):
            yield Chip(facet.label, papers, action_id, state.written(finer))


def typed(by: Clause | Filter) -> str:
    """What narrows a list down, as it is typed in a search."""
    match by:
        case Word(text):
            return text
        case Phrase(words):
            return f'"{" ".join(words)}"'
        case Years(first, last):
            return f"year:{first}" if first == last else f"year:{first or ''}..{last or ''}"
        case Venue(name):
            return f'venue:"{name.replace(chr(34), " ")}"'
    return ""
