"""`/papers random [words]`: one paper by chance, from all or from those with the words."""

import re
from collections.abc import Callable

from handlers.blocks.neighbours import drawn_reply, none_drawn_reply
from handlers.blocks.notice import notice
from handlers.command import Command
from handlers.messages import Reply, Request
from handlers.ports import Services
from handlers.reading_list.saving import hidden_from
from handlers.weekly.searched import noting
from search.grammar import parse
from search.models import Paper
from search.query import Phrase, Query, Word

TRIES = 3  # a drawn paper may have left the library since the index saw it
MORE_TRIES = 17
"""As many at most for papers that are not for a person."""

_NOT_FOR_YOU = (
    "What was drawn is not for you. Type the same again to draw anew, or /papers forget hidden to have it back."
)
_ANY = re.compile(r"(?:an?|one|any|some)?\s*(?:papers?|articles?|one)?", re.IGNORECASE)
"""What people add to the command without asking for anything: `random paper`."""


def _run(request: Request, words: str, services: Services) -> Reply:
    hidden = hidden_from(request.team_id, request.user_id, services)
    if words and not _ANY.fullmatch(words):
        query = parse(words)
        note = noting(request.team_id, request.channel_id, services, request.now)
        return _from_search(query, services, note, hidden)
    # So many that one is left without those that are not for this person, if there is one.
    drawn = services.library.draw(1 + len(hidden), services.random)
    wanted = next((paper for paper in drawn if paper.id not in hidden), None)
    if drawn and wanted is None:
        return notice(f"None of the {len(drawn)} papers is for you. To have them back, type /papers forget hidden")
    return drawn_reply(wanted, None, services.library.size()) if wanted else none_drawn_reply(None)


def _from_search(
    query: Query, services: Services, found: Callable[[Query], None], hidden: frozenset[str]
) -> Reply:  # fmt: skip
    """From the papers with every word, or where there are none from those with some of them."""
    result = services.engine.search(query, 1)
    several = result.complete or result.total
    if result.total > result.by_meaning:
        found(query)
    for _ in range(TRIES + min(len(hidden), MORE_TRIES) if several else 0):
        paper = _at(services.random.randrange(several), query, services)
        if paper and paper.id not in hidden:
            return drawn_reply(paper, query, several, _topic(query, services))
    return notice(_NOT_FOR_YOU) if several and hidden else none_drawn_reply(query)


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
