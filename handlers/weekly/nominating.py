"""Nominating papers for a channel's paper of the week: from a command, a button and a window."""

import re
from dataclasses import dataclass
from datetime import datetime

from handlers.ballots import Nomination
from handlers.blocks import week_state
from handlers.blocks.moments import day_said
from handlers.blocks.nomination import BECAUSE, LONGEST_BECAUSE, PAPER, nominated_reply
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.blocks.weekly import paper_name
from handlers.errors import UserError
from handlers.finding import named_paper
from handlers.messages import Reply, Whisper
from handlers.ports import Services
from handlers.typed import as_meant, said
from handlers.weekly.picking import fits_topic
from handlers.weekly.switching import channel_only, week_of
from handlers.windows import Mend, Submission, Submitted
from search.errors import InvalidQuery
from search.grammar import parse
from search.models import Paper

_BECAUSE = re.compile(r"[\s,;:]+because\b(?:[\s,]|:(?![\w+'-]+:))*", re.IGNORECASE)
"""The colon of an emoji, `:tada:`, is its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Who nominates, where and when."""

    team_id: str
    channel_id: str
    user_id: str
    now: datetime


def nominate_typed(words: str, place: Place, services: Services) -> Reply:
    """`KVFlow because it halves the cost`. The whole may be a paper's name too. Raises UserError."""
    channel_only(place.channel_id)
    parted = _BECAUSE.split(words, maxsplit=1)
    whole = _named(words, services)
    if whole or len(parted) == 1:
        return nominate(whole or _wanted(words, services), "", place, services)
    return nominate(_wanted(parted[0], services), as_meant(parted[1]), place, services)


def nominate(paper: Paper, because: str, place: Place, services: Services) -> Reply:
    """Keeps the nomination. Raises UserError for a paper that the channel had already."""
    channel_only(place.channel_id)
    team_id, channel_id = place.team_id, place.channel_id
    schedule = week_of(team_id, channel_id, services)
    had = next((pick for pick in services.week.picked(team_id, channel_id) if pick.paper_id == paper.id), None)
    if had:
        day = day_said(had.at, schedule.timetable.zone if schedule else "UTC")
        raise UserError(
            f"That was this channel’s paper of the week on {day}; it comes again once all others were here."
        )
    reason = said(because)[:LONGEST_BECAUSE]
    new = services.week.nominate(
        Nomination(
            team_id=team_id, channel_id=channel_id, paper_id=paper.id, user_id=place.user_id, because=reason,
            at=place.now,
        )
    )  # fmt: skip
    people = sum(each.paper_id == paper.id for each in services.week.nominations(team_id, channel_id))
    topic = "" if schedule is None or fits_topic(schedule, paper.id, services) else schedule.query
    return nominated_reply(paper, reason, new=new, people=people, is_on=schedule is not None, outside=topic)


def withdraw(paper_id: str, place: Place, services: Services) -> Reply:
    """Takes a nomination back."""
    gone = services.week.withdraw(place.team_id, place.channel_id, paper_id, place.user_id)
    papers = services.library.papers([paper_id])
    name = paper_name(papers[0]) if papers else paper_id
    return notice(
        f"Taken back: you no longer nominate “{name}”."
        if gone
        else f"Your nomination of “{name}” does not stand any more.",
        replaces=True,
    )


def handle_nomination(submission: Submission, services: Services) -> Submitted:
    """The window for a nomination was sent off. Raises UserError, which is to be said at its first field."""
    channel_id = week_state.channel_of(submission.state)
    if not channel_id:
        return Mend({PAPER: OLD_BUTTON})
    place = Place(
        team_id=submission.team_id, channel_id=channel_id, user_id=submission.user_id, now=submission.now
    )  # fmt: skip
    paper = _wanted(submission.values.get(PAPER, ""), services)
    told = nominate(paper, submission.values.get(BECAUSE, ""), place, services)
    return Whisper(channel_id, submission.user_id, told)


def _named(words: str, services: Services) -> Paper | None:
    try:
        return named_paper(words, services) if words.strip() else None
    except InvalidQuery:  # signs without a word name nothing
        return None


def _wanted(words: str, services: Services) -> Paper:
    """The paper that is meant. Raises UserError, with the nearest one where there is one."""
    found = _named(words.strip(), services)
    if found:
        return found
    near = _nearest(words, services)
    hint = f"Do you mean “{paper_name(near)}”? Its handle is {near.id}." if near else "Look it up with /papers first."
    raise UserError(f"I know no paper called “{words.strip()[:200]}”. {hint}")


def _nearest(words: str, services: Services) -> Paper | None:
    try:
        hits = services.engine.search(parse(words), 1).hits
    except InvalidQuery:
        return None
    return next(iter(services.library.papers([hit.id for hit in hits])), None)
