"""What a subscription's topic has that its channel was not shown yet, the best first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from handlers.ports import Services
from handlers.schedules import Schedule
from search.grammar import parse
from search.models import Hit
from search.query import Query

LOOKED_AT = 100
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


@dataclass(frozen=True, slots=True)
class Known:
    """What subscriptions have shown, and what is not for their channels, by their ids."""

    shown: Mapping[str, frozenset[str]]
    hidden: Mapping[str, tuple[str, ...]]


def known_of(schedules: Iterable[Schedule], services: Services) -> Known:
    """Of all these, in two reads. Raises `Unavailable`."""
    ids = [schedule.id for schedule in schedules]
    return Known(services.outbox.shown_by(ids), services.schedules.hidden_by(ids))


def unseen(schedule: Schedule, services: Services, known: Known | None = None) -> Unseen:
    """What this subscription's next digest can hold; what is known of it is read where it is not given.

    Papers that were "not for us" are left out, and those most like one of them come after all others. Raises
    `InvalidQuery`, `EngineUnavailable` and `Unavailable`.
    """
    known = known or known_of([schedule], services)
    hidden = known.hidden.get(schedule.id, ())
    barred = known.shown.get(schedule.id, frozenset()) | frozenset(hidden)
    hits, waiting = _without(barred, parse(schedule.query), services)
    unwanted = _alike(hidden, services)
    return Unseen(tuple(sorted(hits, key=lambda hit: hit.id in unwanted)), waiting)


def _without(barred: frozenset[str], query: Query, services: Services) -> tuple[tuple[Hit, ...], int]:
    result = services.engine.search(query, len(barred) + LOOKED_AT)
    found = result.hits[: result.complete]
    if len(found) < result.complete and not barred <= {hit.id for hit in found}:
        # Some of the barred ones stand further down, or fit no longer: only the whole list tells how many.
        found = services.engine.search(query, result.complete).hits[: result.complete]
    kept_back = barred | services.library.withdrawn()
    fresh = [hit for hit in found if hit.id not in kept_back]
    return tuple(fresh[:LOOKED_AT]), result.complete - len(found) + len(fresh)


def _alike(hidden: tuple[str, ...], services: Services) -> frozenset[str]:
    return frozenset(hit.id for paper in hidden[:REMEMBERED] for hit in services.engine.similar(paper, ALIKE))
