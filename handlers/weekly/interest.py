"""What shows a channel's interest in a paper: its subscriptions, searches and saves, and its votes on past picks."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from handlers.ballots import Picked, Searched
from handlers.ports import Services
from handlers.reasons import LikeAPick, Reason, SavedHere, SearchedHere, Subscribed
from handlers.weekly.desk import Heard
from search.errors import InvalidQuery
from search.grammar import parse
from search.query import Query

TOPICS, SUBSCRIPTIONS, PICKS = 20, 8, 10
"""Topics that are looked at, subscriptions among them, and past picks: the engine is asked once for each."""
LOOKED_AT, ALIKE = 30, 10
"""Papers of a topic and papers like a pick that are looked at."""
SAVES, SAVERS = 30, 2
"""Saved papers that count at most, and by how many people: what one saved stays their own."""
RECENT = 8
"""A paper should be unlike so many of the last picks."""
HALF_LIFE = timedelta(days=30)
"""After what time a search counts half."""
FULL, AGAINST = 0.6, 0.8
"""What a subscription's best paper, or one like a pick that everybody liked, has to say for it; and what a paper has
against it that is like one that nobody liked."""
HALFWAY = 10
"""The paper in this place has half the weight of the first."""


@dataclass(frozen=True, slots=True)
class Interest:
    """How much speaks for a paper and against it, each from 0 to 1, and what speaks for it most."""

    speaks_for: float = 0.0
    against: float = 0.0
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that people did, from -1 (against) to 1 (for), and the papers that it speaks of, the nearest first."""

    weight: float
    reason: Reason
    papers: tuple[str, ...]


def interests(signs: Iterable[Sign]) -> dict[str, Interest]:
    """All signs together: each takes its part of what the others left, so that none ever counts for more than all."""
    found: dict[str, Interest] = {}
    best: dict[str, float] = {}
    for sign in signs:
        for place, paper in enumerate(sign.papers):
            known, part = found.get(paper, Interest()), abs(sign.weight) * _near(place)
            if sign.weight < 0:
                found[paper] = replace(known, against=_joined(known.against, part))
                continue
            reason = sign.reason if part > best.get(paper, 0.0) else known.reason
            best[paper] = max(part, best.get(paper, 0.0))
            found[paper] = replace(known, speaks_for=_joined(known.speaks_for, part), reason=reason)
    return found


def topic_signs(
    heard: Heard, topic: Query | None, had: Collection[str], services: Services, now: datetime
) -> tuple[Sign, ...]:
    """The channel's subscriptions and searches, with the papers that have everything they ask, and the week's topic
    too, and that the channel has not had."""
    topics: dict[str, tuple[str, dict[Reason, float]]] = {}
    for each in heard.subscriptions[:SUBSCRIPTIONS]:
        topics[each.key] = each.query, {Subscribed(each.query): FULL}
    for searched in heard.told.searches[:TOPICS]:
        query, reasons = topics.setdefault(searched.key, (searched.query, {}))
        reasons[SearchedHere(searched.query, searched.count)] = _weight(searched, now)
    found: list[Sign] = []
    for query, reasons in list(topics.values())[:TOPICS]:
        papers = _matching(query, topic, had, services)
        found += [Sign(weight, reason, papers) for reason, weight in reasons.items()]
    return tuple(found)


def save_signs(heard: Heard) -> tuple[Sign, ...]:
    """What people of the channel saved, without who it was."""
    most = sorted((-people, paper) for paper, people in heard.saves.items() if people >= SAVERS)[:SAVES]
    return tuple(Sign(FULL * (1 - 0.5 ** min(-less, 10)), SavedHere(-less), (paper,)) for less, paper in most)


def pick_signs(picked: Sequence[Picked], services: Services) -> tuple[Sign, ...]:
    """The papers like past picks on which people voted, those of the last weeks first."""
    last = _last_of_each(picked)
    voted = [pick for place, pick in enumerate(last) if place < RECENT or pick.ups != pick.downs][:PICKS]
    return tuple(_sign_of(pick, _alike(pick.paper_id, services)) for pick in voted if pick.ups != pick.downs)


def likeness(picked: Sequence[Picked], services: Services) -> dict[str, float]:
    """How like a recent pick papers are, from 0 to 1."""
    alike: dict[str, float] = {}
    for weeks, pick in enumerate(_last_of_each(picked)[:RECENT]):
        for place, other in enumerate(_alike(pick.paper_id, services)):
            alike[other] = max(alike.get(other, 0.0), (1 - weeks / RECENT) * _near(place))
    return alike


def _last_of_each(picked: Sequence[Picked]) -> tuple[Picked, ...]:
    """The last time that each paper was picked, the newest first."""
    last: dict[str, Picked] = {}
    for pick in picked:
        last.setdefault(pick.paper_id, pick)
    return tuple(last.values())


def _sign_of(pick: Picked, papers: tuple[str, ...]) -> Sign:
    lead = pick.ups - pick.downs
    full = FULL if lead > 0 else AGAINST
    return Sign(full * lead / (abs(lead) + 1), LikeAPick(pick.paper_id, pick.ups, pick.downs), papers)


def _alike(paper: str, services: Services) -> tuple[str, ...]:
    return tuple(hit.id for hit in services.engine.similar(paper, ALIKE))


def _matching(typed: str, topic: Query | None, had: Collection[str], services: Services) -> tuple[str, ...]:
    try:
        query = parse(typed)
        result = services.engine.search(_within(topic, query) if topic else query, LOOKED_AT + len(had))
    except InvalidQuery:  # it could be read when it was typed
        return ()
    return tuple(hit.id for hit in result.hits[: result.complete] if hit.id not in had)[:LOOKED_AT]


def _within(topic: Query, query: Query) -> Query:
    return replace(
        query,
        wanted=(*topic.wanted, *query.wanted),
        excluded=(*topic.excluded, *query.excluded),
        filters=(*topic.filters, *query.filters),
    )


def _weight(searched: Searched, now: datetime) -> float:
    """More for what was searched often and lately. Whole days, so that processes that differ by seconds agree."""
    age = max((now - searched.latest).days, 0)
    often, lately = 1 - 0.5 ** min(searched.count, 10), 0.5 ** (age / HALF_LIFE.days)
    return float(FULL * often * lately)


def _near(place: int) -> float:
    return HALFWAY / (HALFWAY + place)


def _joined(one: float, other: float) -> float:
    return 1 - (1 - one) * (1 - other)
