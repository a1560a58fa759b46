"""`/papers random [words]`: one paper by chance, from all or from those with the words."""

import re

from handlers.blocks.neighbours import drawn_reply, none_drawn_reply
from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services
from search.grammar import parse
from search.models import Paper
from search.query import Phrase, Query, Word

TRIES = 3  # a drawn paper may have left the library since the index saw it


_ANY = re.compile(r"(?:an?|one|any|some)?\s*(?:papers?|articles?|one)?", re.IGNORECASE)
"""What people add to the command without asking for anything: `random paper`."""


def _run(_request: Request, words: str, services: Services) -> Reply:
    if words and not _ANY.fullmatch(words):
        return _from_search(parse(words), services)
    drawn = services.library.draw(1, services.random)
    return drawn_reply(drawn[0], None, services.library.size()) if drawn else none_drawn_reply(None)


def _from_search(query: Query, services: Services) -> Reply:
    """From the papers with every word, or where there are none from those with some of them."""
    found = services.engine.search(query, 1)
    several = found.complete or found.total
    for _ in range(TRIES if several else 0):
        paper = _at(services.random.randrange(several), query, services)
        if paper:
            return drawn_reply(paper, query, several, _topic(query, services))
    return none_drawn_reply(query)


def _topic(query: Query, services: Services) -> str:
    """`random forests`, where papers of the library speak of such a thing."""
    word = query.typed.partition(" ")[0]
    if query.wanted[:1] != (Word(word),):
        return ""
    named = Query(f'"random {word}"', wanted=(Phrase(("random", word)),))
    return f"random {query.typed}" if services.engine.search(named, 1).total else ""


def _at(place: int, query: Query, services: Services) -> Paper | None:
    hits = services.engine.search(query, 1, place).hits
    papers = services.library.papers([hit.id for hit in hits])
    return papers[0] if papers else None


RANDOM = Command(
    name="random",
    usage="[words]",
    summary="shows one paper drawn at random, from all or from those with the words.",
    example="random",
    run=_run,
)
