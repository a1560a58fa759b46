"""A page of what a search finds, for windows and for Home, where it is shown in place."""

from handlers.blocks.entry import Entry
from handlers.blocks.found import Found
from handlers.finding import entries, nearest
from handlers.ports import Services
from search.language.snippet import snippet
from search.query import Query


def page_of(query: Query, offset: int, size: int, services: Services) -> Found:
    """The paper that the query names, else that page of papers, or the last one where the list has become shorter, or
    what comes nearest where nothing fits. Raises what the engine and the ports raise."""
    paper = services.library.identified(query.identifier) if query.identifier else None
    if paper:
        return Found(entries=(Entry(paper, 1, snippet(paper, frozenset())),), notes=("This is the paper.",))
    result = services.engine.search(query, size, offset)
    if not result.hits and 0 < result.total <= offset:
        offset = (result.total - 1) // size * size
        result = services.engine.search(query, size, offset)
    if not result.total:
        reasons, near = nearest(query, result, services)
        return Found(query=query, result=result, entries=near, notes=tuple(reasons))
    shown = entries(result.hits, services, offset=offset, query=query, result=result)
    return Found(query=query, result=result, entries=shown, offset=offset)
