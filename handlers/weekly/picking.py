"""What counts for a paper of the week, gathered from where it is kept."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import chain
from random import Random

from handlers.once import for_one_tick
from handlers.ports import Services
from handlers.reasons import Again, Drawn
from handlers.schedules import Schedule
from handlers.weekly.choice import Ballot, Choice, ranked
from handlers.weekly.desk import Heard, heard_in
from handlers.weekly.duelling import standings
from handlers.weekly.interest import interests, likeness, pick_signs, save_signs, topic_signs
from search.grammar import parse

LOTS = 8
"""So many papers are drawn where nothing is known that speaks for any."""
WINDOW = 2_000
"""Papers of a topic that are asked for at first: more are rare."""


def pick(
    schedule: Schedule, slot_name: str, services: Services, now: datetime, heard: Heard | None = None
) -> Choice | None:
    """The paper of this week; None when the library, or the week's topic, has none. What counts of the channel is read
    where it is not given.

    `now` is the slot's moment where it is planned, so that every process chooses alike. Raises `InvalidQuery` when the
    topic cannot be read any more, and `EngineUnavailable` or `Unavailable`.
    """
    return next(iter(contenders(schedule, slot_name, services, now, heard=heard)), None)


def contenders(
    schedule: Schedule, slot_name: str, services: Services, now: datetime, *, least: int = 1, heard: Heard | None = None
) -> tuple[Choice, ...]:
    """What the week is picked from, the first choice first; some drawn by lot are among them where fewer than `least`
    papers have anything to speak for them that the channel has not had. Raises as `pick` does."""
    services = for_one_tick(services)
    pool = _of_topic(schedule.query, services) if schedule.query else None
    if heard is None:
        (heard,) = heard_in([(schedule, now)], services).values()
    ballot = _ballot(schedule, slot_name, pool, heard, services, now)
    choices = ranked(ballot)
    fresh = [choice for choice in choices if not isinstance(choice.reason, Again | Drawn)]
    if len(fresh) >= least:
        return choices
    had = {pick.paper_id for pick in ballot.picked}
    more = _lots(ballot.place, pool, had, least + LOTS, services)
    return ranked(replace(ballot, candidates=ballot.candidates | more))


def fits_topic(schedule: Schedule, paper_id: str, services: Services) -> bool:
    """Whether this week's schedule can pick the paper: a nomination outside its topic waits. Raises as `pick` does."""
    return not schedule.query or paper_id in _of_topic(schedule.query, services)


def _ballot(
    schedule: Schedule, slot_name: str, pool: frozenset[str] | None, heard: Heard, services: Services, now: datetime
) -> Ballot:
    picked, nominations = heard.told.picked, heard.told.nominations
    had = frozenset(pick.paper_id for pick in picked)
    stands = {standing.paper_id: standing for standing in standings(heard.told.comparisons)}
    topic = parse(schedule.query) if schedule.query else None
    signs = topic_signs(heard, topic, had, services, now), save_signs(heard)
    interest = interests(chain(*signs, pick_signs(picked, services)))
    # Only what speaks for a paper is weighed against its being like the last ones.
    weighed = any(each.speaks_for for each in interest.values())
    known = {each.paper_id for each in nominations} | set(stands) | set(interest) | had
    return Ballot(
        candidates=_there(known if pool is None else known & pool, services),
        nominations=nominations,
        interest=interest,
        standings=stands,
        alike=likeness(picked, services) if weighed else {},
        picked=picked,
        place=":".join((schedule.team_id, schedule.channel_id, slot_name)),
        topic=schedule.query,
    )


def _there(papers: Iterable[str], services: Services) -> frozenset[str]:
    """Those that are in the library still, and were not withdrawn."""
    return services.library.present(sorted(papers)) - services.library.withdrawn()


def _of_topic(topic: str, services: Services) -> frozenset[str]:
    """The papers that have everything the topic asks for."""
    query = parse(topic)
    result = services.engine.search(query, WINDOW)
    if result.complete > len(result.hits):
        result = services.engine.search(query, result.complete)
    return frozenset(hit.id for hit in result.hits[: result.complete])


def _lots(place: str, pool: frozenset[str] | None, had: set[str], count: int, services: Services) -> frozenset[str]:
    """Papers drawn by lot among those that the channel has not had: the same for the same channel and slot."""
    random = Random(place)  # noqa: S311 - nobody gains by guessing it
    if pool is None:
        # So many that some are left without those that it has had.
        drawn = services.library.draw(count + len(had), random)
        return frozenset(paper.id for paper in drawn if not paper.withdrawn)
    fresh = sorted(pool - had)
    return _there(random.sample(fresh, min(count, len(fresh))), services)
