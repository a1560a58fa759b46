"""Which papers a digest holds and in which order, when several subscriptions of a channel bring their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from handlers.blocks.entry import Entry
from handlers.blocks.items import Item
from handlers.digests.unseen import Unseen
from handlers.finding import entries
from handlers.ports import Services
from handlers.schedules import Schedule
from search.models import Hit

Found = Sequence[tuple[Schedule, Unseen]]
"""The subscriptions of a channel, and what each would bring."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One paper, the subscriptions that bring it, and the words that it matched."""

    paper: str
    schedules: tuple[str, ...]
    terms: frozenset[str]


def picked(found: Found, most: int) -> tuple[Pick, ...]:
    """The papers in the order of their best place in any of the lists, so that each subscription has its turn; a paper
    of several lists once, with all the subscriptions that bring it."""
    places: dict[str, int] = {}
    picks: dict[str, Pick] = {}
    for schedule, brings in found:
        for place, hit in enumerate(brings.hits):
            places[hit.id] = min(place, places.get(hit.id, place))
            known = picks.get(hit.id, Pick(hit.id, (), frozenset()))
            picks[hit.id] = replace(known, schedules=(*known.schedules, schedule.id), terms=known.terms | hit.terms)
    return tuple(sorted(picks.values(), key=lambda pick: places[pick.paper])[:most])


def items(
    picks: Sequence[Pick], queries: Mapping[str, str], services: Services, most: int | None = None
) -> tuple[Item, ...]:
    """The first `most` picks as they are shown, without those whose papers have left the library; `queries` are those
    of the subscriptions by id. Only where several of them bring papers, each paper says for which it is there."""
    by_id = {pick.paper: pick for pick in picks}
    several = len({schedule for pick in picks for schedule in pick.schedules}) > 1
    return tuple(
        _item(entry, by_id[entry.paper.id], queries if several else {})
        for entry in entries([Hit(pick.paper, 0.0, pick.terms) for pick in picks[:most]], services)
    )


def shown_for(picks: Sequence[Pick]) -> tuple[tuple[str, str], ...]:
    """Each subscription with each of these papers that it brings."""
    return tuple((schedule, pick.paper) for pick in picks for schedule in pick.schedules)


def facts(found: Found, picks: Sequence[Pick]) -> dict[str, Any]:
    """What a posting remembers of its picks, as JSON: the rest of a digest is shown as it was found, whatever becomes
    of the subscriptions."""
    return {
        "queries": {schedule.id: schedule.query for schedule, _ in found},
        "picks": [[pick.paper, list(pick.schedules), sorted(pick.terms)] for pick in picks],
    }


def remembered(facts: Mapping[str, Any]) -> tuple[Pick, ...]:
    """The picks of a posting."""
    return tuple(Pick(paper, tuple(ids), frozenset(terms)) for paper, ids, terms in facts.get("picks", ()))


def _item(entry: Entry, pick: Pick, queries: Mapping[str, str]) -> Item:
    return Item(entry, pick.schedules, tuple(queries[schedule] for schedule in pick.schedules if schedule in queries))
