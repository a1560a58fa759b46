"""What a subscription's topic has that its channel was not shown yet, the best first."""

from dataclasses import dataclass

from handlers.ports import Services
from handlers.schedules import Schedule
from search.grammar import parse
from search.models import Hit
from search.query import Query

LOOKED_AT = 200
"""How many papers are looked at for one subscription: a digest holds fewer, but another subscription of the channel may
bring a paper that stands further down for this one."""
ALIKE = 20
"""A paper that is not for the channel sets so many of its nearest ones back."""
REMEMBERED = 30
"""So many of the papers that are not for the channel count, the newest of them."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """`hits` are papers with everything that the topic asks, at most `LOOKED_AT`; `waiting` says how many there are in
    all."""

    hits: tuple[Hit, ...]
    waiting: int


def unseen(schedule: Schedule, services: Services) -> Unseen:
    """What this subscription's next digest can hold.

    Papers that were "not for us" are left out, and those most like one of them come after all others. Raises
    `InvalidQuery`, `EngineUnavailable` and `Unavailable`.
    """
    hidden = services.schedules.hidden(schedule.id)
    barred = services.outbox.shown(schedule.id) | frozenset(hidden)
    hits, waiting = _without(barred, parse(schedule.query), services)
    unwanted = _alike(hidden, services)
    return Unseen(tuple(sorted(hits, key=lambda hit: hit.id in unwanted)), waiting)


def _without(barred: frozenset[str], query: Query, services: Services) -> tuple[tuple[Hit, ...], int]:
    result = services.engine.search(query, len(barred) + LOOKED_AT)
    found = result.hits[: result.complete]
    if len(found) < result.complete and not barred <= {hit.id for hit in found}:
        # Some of the barred ones stand further down, or fit no longer: only the whole list tells how many.
        found = services.engine.search(query, result.complete).hits[: result.complete]
    fresh = [hit for hit in found if hit.id not in barred]
    return tuple(fresh[:LOOKED_AT]), result.complete - len(found) + len(fresh)


def _alike(hidden: tuple[str, ...], services: Services) -> frozenset[str]:
    return frozenset(hit.id for paper in hidden[:REMEMBERED] for hit in services.engine.similar(paper, ALIKE))
