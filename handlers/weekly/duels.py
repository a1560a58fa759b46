"""Duels: two papers shown to a person, an answer kept, and the next two."""

from datetime import datetime

from handlers.ballots import Comparison
from handlers.blocks import week_state
from handlers.blocks.duel import answered, duel_reply
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.messages import Reply
from handlers.ports import Services
from handlers.reasons import Again
from handlers.schedules import Schedule
from handlers.timing import standard
from handlers.weekly.pairing import pair
from handlers.weekly.picking import contenders
from handlers.weekly.switching import channel_only, week_of
from handlers.windows import Press

POOL = 12
"""Papers that are compared with each other, the first choices for the week: few, so that answers add up."""
_SLOT = "duels"


def duel(
    team_id: str, channel_id: str, user_id: str, services: Services, now: datetime, out: tuple[str, ...] = (),
    *, replaces: bool = False,
) -> Reply:  # fmt: skip
    """The next question to this person, without the papers in `out`. Raises UserError outside channels."""
    channel_only(channel_id)
    comparisons = services.week.comparisons(team_id, channel_id)
    schedule = week_of(team_id, channel_id, services) or _imagined(team_id, channel_id, now)
    had = {pick.paper_id for pick in services.week.picked(team_id, channel_id)}
    chosen = contenders(schedule, _SLOT, services, now, least=POOL + len(out))
    fresh = [one.paper_id for one in chosen if not isinstance(one.reason, Again) and one.paper_id not in had]
    pool = [paper for paper in fresh if paper not in out][:POOL]
    two = pair(pool, comparisons, user_id)
    papers = services.library.papers(two) if two else ()
    if len(papers) < 2:
        done = "You have compared all that there is to compare at the moment. "
        return notice(f"{done}{answered(len(comparisons))}; see /papers week standings", replaces=replaces)
    return duel_reply(papers[0], papers[1], len(comparisons), out, replaces=replaces)


def choose(press: Press, services: Services) -> Reply:
    """Keeps the answer, and asks again."""
    state = week_state.duel_state(press.value)
    if not state:
        return notice(OLD_BUTTON)
    services.week.compare(
        Comparison(
            team_id=press.team_id, channel_id=press.channel_id, winner=state.one, loser=state.other,
            user_id=press.user_id, at=press.now,
        )
    )  # fmt: skip
    return _next(press, state, services)


def other(press: Press, services: Services) -> Reply:
    """Two others, without an answer."""
    state = week_state.duel_state(press.value)
    return _next(press, state, services) if state else notice(OLD_BUTTON)


def _next(press: Press, state: week_state.DuelState, services: Services) -> Reply:
    return duel(
        press.team_id, press.channel_id, press.user_id, services, press.now, state.out, replaces=True
    )  # fmt: skip


def _imagined(team_id: str, channel_id: str, now: datetime) -> Schedule:
    """A channel without a paper of the week is asked about the same papers as if it had one."""
    return Schedule(
        id="", team_id=team_id, channel_id=channel_id, kind="week", query="", key="", timetable=standard("UTC"),
        creator="", created=now, since=now,
    )  # fmt: skip
