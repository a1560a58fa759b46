"""A channel's paper of the week as it is: how it is set, its latest one, and what the next one is picked from."""

from collections import Counter
from datetime import datetime

from handlers.ballots import Standing
from handlers.blocks.standings import SHOWN, Place, standings_reply
from handlers.blocks.week import Sources, WeekView, history_reply, off_reply, week_reply
from handlers.blocks.weekly import paper_name
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Schedule
from handlers.subscriptions.subscribing import subscriptions
from handlers.weekly.coming import coming
from handlers.weekly.desk import SEARCHED_SINCE
from handlers.weekly.duelling import expected_wins, standings
from handlers.weekly.looking_back import past
from handlers.weekly.picking import fits_topic
from handlers.weekly.switching import week_of
from search.errors import EngineUnavailable, InvalidQuery
from search.models import Paper

NOMINATED = 5
"""Nominated papers that are named, those that most people want."""
HISTORY = 12
"""Papers that the history shows; a message has room for them with their votes."""
REMEMBERED = 400
"""Posts among which weeks that were left out are counted."""


def overview(
    team_id: str, channel_id: str, services: Services, now: datetime, *notes: str, replaces: bool = False
) -> Reply:
    """What `/papers week` shows."""
    schedule = week_of(team_id, channel_id, services)
    if schedule is None:
        return off_reply(*notes, replaces=replaces)
    next_one = coming(schedule, now)
    latest = services.week.picked(team_id, channel_id)[:1]
    told = past(latest, team_id, channel_id, schedule.timetable.zone, services)
    there = services.library.papers([pick.paper_id for pick in latest])
    view = WeekView(
        schedule=schedule,
        coming=next_one.slot.at if next_one.slot else None,
        left_out=next_one.left_out.at if next_one.left_out else None,
        latest=next(iter(told), None),
        paper_id=there[0].id if there else "",
        sources=_sources(schedule, services, now),
        notes=tuple(filter(None, notes)),
    )
    return week_reply(view, replaces=replaces)


def history(team_id: str, channel_id: str, services: Services) -> Reply:
    """The papers that the channel had."""
    schedule = week_of(team_id, channel_id, services)
    zone = schedule.timetable.zone if schedule else "UTC"
    picks = services.week.picked(team_id, channel_id)
    posts = services.outbox.latest(team_id, channel_id, "week", REMEMBERED)
    left_out = sum(bool(post.facts.get("skipped")) for post in posts)
    return history_reply(past(picks[:HISTORY], team_id, channel_id, zone, services), left_out, len(picks))


def standing(team_id: str, channel_id: str, services: Services) -> Reply:
    """How the papers stand that were compared in the channel, without those that have left the library."""
    comparisons = services.week.comparisons(team_id, channel_id)
    found = {each.paper_id: each for each in standings(comparisons)}
    papers = services.library.papers(list(found))
    places = [_place(paper, found[paper.id]) for paper in papers[:SHOWN]]
    return standings_reply(places, len(comparisons), len(papers))


def _place(paper: Paper, found: Standing) -> Place:
    return Place(
        paper,
        share=expected_wins(found.strength),
        low=expected_wins(found.low),
        high=expected_wins(found.high),
        won=found.won,
        lost=found.lost,
    )


def _sources(schedule: Schedule, services: Services, now: datetime) -> Sources:
    place = schedule.team_id, schedule.channel_id
    nominated, outside = _nominated(schedule, services)
    return Sources(
        nominated=nominated,
        outside=outside,
        subscriptions=len([one for one in subscriptions([place[1]], place[0], services) if one.paused is None]),
        searches=len(services.week.searches(*place, now - SEARCHED_SINCE)),
        votes=len(services.week.votes(*place)),
        duels=len(services.week.comparisons(*place)),
    )


def _nominated(schedule: Schedule, services: Services) -> tuple[tuple[str, ...], int]:
    """The papers that most people want, with how many; of those that the week's topic lets come. And how many wait."""
    nominations = services.week.nominations(schedule.team_id, schedule.channel_id)
    wanted = Counter(each.paper_id for each in nominations).most_common(NOMINATED)
    papers = services.library.papers([paper for paper, _ in wanted])
    people = dict(wanted)
    try:
        fitting = [paper for paper in papers if fits_topic(schedule, paper.id, services)]
    except (InvalidQuery, EngineUnavailable):  # all the rest can be told
        fitting = list(papers)
    named = tuple(f"“{paper_name(paper)}” ({people[paper.id]})" for paper in fitting)
    return named, len(papers) - len(fitting)
