"""What the people of channels say about papers, read in SQL for several channels at once."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, func, select

from bot.store.differences import one_of, these
from bot.store.keeping import row
from bot.store.tables.posts import postings
from bot.store.tables.week import comparisons, nominations, week_votes
from handlers.ballots import Comparison, Nomination, Picked
from handlers.schedules import PostingState

COUNTED: tuple[PostingState, ...] = ("pending", "sending", "unknown", "sent")
"""A paper whose posting failed was not picked."""

Said = TypeVar("Said", Nomination, Comparison)


def picked_in(connection: Connection, team_id: str, channel_ids: Sequence[str]) -> dict[str, tuple[Picked, ...]]:
    """The papers of the week of these channels, the newest first, with their votes."""
    votes = select(week_votes.c.posting_key, week_votes.c.up, func.count().label("count"))
    counted = votes.where(_of(week_votes, team_id)).group_by(week_votes.c.posting_key, week_votes.c.up)
    of = {(each[0], bool(each[1])): int(each[2]) for each in connection.execute(counted, these(channel_ids))}
    found: dict[str, list[Picked]] = {channel_id: [] for channel_id in channel_ids}
    for pick in connection.execute(_picks(team_id), these(channel_ids)):
        if pick.papers:
            ups, downs = of.get((pick.key, True), 0), of.get((pick.key, False), 0)
            found[pick.channel_id].append(Picked(pick.papers[0], pick.key, pick.at, pick.ts, ups, downs))
    # Sorted here, since databases differ in how they sort text.
    return {
        channel_id: tuple(sorted(picks, key=lambda pick: (pick.at, pick.posting_key), reverse=True))
        for channel_id, picks in found.items()
    }


def nominated_in(connection: Connection, team_id: str, channel_ids: Sequence[str]) -> dict[str, tuple[Nomination, ...]]:
    """The nominations of papers that were not picked since, the oldest first."""
    rows = connection.execute(select(nominations).where(_of(nominations, team_id)), these(channel_ids)).mappings()
    found = sorted(
        _standing(connection, team_id, [Nomination(**each) for each in rows]),
        key=lambda each: (each.at, each.user_id, each.paper_id),
    )
    return _by_channel(found, channel_ids)


def compared_in(connection: Connection, team_id: str, channel_ids: Sequence[str]) -> dict[str, tuple[Comparison, ...]]:
    """The comparisons, the oldest first."""
    rows = connection.execute(select(comparisons).where(_of(comparisons, team_id)), these(channel_ids)).mappings()
    found = sorted(map(_comparison, rows), key=lambda each: (each.at, each.user_id, each.winner, each.loser))
    return _by_channel(found, channel_ids)


def stands(connection: Connection, key: Mapping[str, str]) -> bool:
    """Whether this nomination is there, and its paper was not picked since."""
    rows = connection.execute(select(nominations).where(row(nominations, **key))).mappings()
    return bool(_standing(connection, key["team_id"], [Nomination(**each) for each in rows]))


def _standing(connection: Connection, team_id: str, found: Sequence[Nomination]) -> list[Nomination]:
    """Those of papers that were not picked since."""
    channels = these(sorted({each.channel_id for each in found}))
    last: dict[tuple[str, str], datetime] = {}
    for pick in connection.execute(_picks(team_id), channels) if found else ():
        for paper in pick.papers[:1]:
            # It was picked between the slot's moment and the time when it was sent.
            last[pick.channel_id, paper] = max(pick.changed, last.get((pick.channel_id, paper), pick.changed))
    moments = ((each, last.get((each.channel_id, each.paper_id))) for each in found)
    return [each for each, moment in moments if moment is None or moment < each.at]


def _picks(team_id: str) -> Select[Any]:
    # Without their messages: a channel has hundreds over the years.
    told = postings.c
    wanted = select(told.channel_id, told.papers, told.key, told.at, told.ts, told.changed)
    return wanted.where(_of(postings, team_id), told.kind == "week", told.state.in_(COUNTED))


def _of(table: Table, team_id: str) -> ColumnElement[bool]:
    return (table.c.team_id == team_id) & one_of(table.c.channel_id)


def _comparison(values: Mapping[Any, Any]) -> Comparison:
    given = {name: values[name] for name in ("team_id", "channel_id", "user_id", "winner", "at")}
    loser = values["other"] if values["winner"] == values["one"] else values["one"]
    return Comparison(loser=loser, **given)


def _by_channel(said: Iterable[Said], channel_ids: Iterable[str]) -> dict[str, tuple[Said, ...]]:
    found: dict[str, list[Said]] = {channel_id: [] for channel_id in channel_ids}
    for each in said:
        found[each.channel_id].append(each)
    return {channel_id: tuple(each) for channel_id, each in found.items()}
