"""The chips of an answer: what parts its list best, and how many papers each leads to."""

from collections.abc import Iterator
from dataclasses import replace

from handlers.blocks import talk_state
from handlers.blocks.chips import Chip
from handlers.ports import Services
from handlers.talk.narrowing import LEAST, Facet, best_facets
from handlers.talk.place import Place
from handlers.talk.querying import narrowed
from handlers.talk.remembered import Topic, facts
from handlers.talk.weighing import COUNT_ONLY
from search.models import SearchResult
from search.query import Phrase, Query, Word

MANY = 3
"""Papers that have everything; with no more there is nothing to narrow down."""
READ = 100
"""Papers, the best ones, that are read to see what parts the list."""


def chips(topic: Topic, result: SearchResult, place: Place, services: Services) -> tuple[Chip, ...]:
    """Up to four chips for what is being looked for; none where few papers fit."""
    query = topic.query
    if query is None or result.complete <= MANY:
        return ()
    hits = services.engine.search(query, min(READ, result.complete)).hits
    papers = services.library.papers([hit.id for hit in hits])
    facets = best_facets(papers, query)
    return tuple(_chips(facets, topic, query, result.complete, place, services))


def _chips(
    facets: tuple[Facet, ...], topic: Topic, query: Query, complete: int, place: Place, services: Services
) -> Iterator[Chip]:
    for facet, action_id in zip(facets, talk_state.NARROW, strict=False):
        finer = narrowed(query, facet.by)
        papers = services.engine.search(finer, COUNT_ONLY).complete
        words = (*topic.words, facet.label) if isinstance(facet.by, Word | Phrase) else topic.words
        about = replace(topic, query=finer, words=words, shown=(), upto=0, looked="")
        value = talk_state.written(talk_state.TalkState(place.thread_ts, facts(about)))
        if value and LEAST <= papers < complete:
            yield Chip(facet.label, papers, action_id, value)
