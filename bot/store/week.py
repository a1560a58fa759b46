"""What people say about papers, in SQL: votes, nominations and comparisons, and which papers were picked."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, select

from bot.store.joining import led
from bot.store.keeping import keep, row
from bot.store.searches import SearchCounts
from bot.store.tables import comparisons, nominations, postings, week_votes
from bot.store.transactions import Transactions
from handlers.ballots import Comparison, Nomination, Picked, Searched, Vote
from handlers.schedules import PostingState
from search.record import writable

COUNTED: tuple[PostingState, ...] = ("pending", "sending", "unknown", "sent")
"""A paper whose posting failed was not picked."""


class SqlWeek:
    """Stands behind `handlers.ports.Week`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._searches = SearchCounts(transactions)

    def vote(self, vote: Vote) -> None:
        """Keeps this person's last word on a pick."""
        key = {"team_id": vote.team_id, "posting_key": vote.posting_key, "user_id": vote.user_id}
        values = {"channel_id": vote.channel_id, "paper_id": vote.paper_id, "up": vote.up, "at": vote.at}
        with self._transactions.writing() as connection:
            keep(connection, week_votes, key, values)

    def unvote(self, team_id: str, posting_key: str, user_id: str) -> bool:
        """Takes it back; False when there was none."""
        of_person = row(week_votes, team_id=team_id, posting_key=posting_key, user_id=user_id)
        with self._transactions.writing() as connection:
            return connection.execute(delete(week_votes).where(of_person)).rowcount == 1

    def votes(self, team_id: str, channel_id: str) -> tuple[Vote, ...]:
        """All of the channel, the oldest first."""
        rows = self._rows(select(week_votes).where(row(week_votes, team_id=team_id, channel_id=channel_id)))
        # Sorted here, since databases differ in how they sort text.
        return tuple(sorted((Vote(**one) for one in rows), key=lambda vote: (vote.at, vote.posting_key, vote.user_id)))

    def nominate(self, nomination: Nomination) -> bool:
        """False when this person's nomination of the paper stands already; its reason is the new one then."""
        one = nomination
        key = {"team_id": one.team_id, "channel_id": one.channel_id, "paper_id": one.paper_id, "user_id": one.user_id}
        values = {"because": writable(one.because), "at": one.at}
        with self._transactions.writing() as connection:
            stands = _stands(connection, key)
            keep(connection, nominations, key, values, {"because": values["because"]} if stands else None)
        return not stands

    def withdraw(self, team_id: str, channel_id: str, paper_id: str, user_id: str) -> bool:
        """Takes a nomination back; False when there was none."""
        with self._transactions.writing() as connection:
            paper_id = led(connection, [paper_id]).get(paper_id, paper_id)
            key = {"team_id": team_id, "channel_id": channel_id, "paper_id": paper_id, "user_id": user_id}
            stands = _stands(connection, key)
            connection.execute(delete(nominations).where(row(nominations, **key)))
        return stands

    def nominations(self, team_id: str, channel_id: str) -> tuple[Nomination, ...]:
        """Those of papers that were not picked since, the oldest first."""
        of_channel = row(nominations, team_id=team_id, channel_id=channel_id)
        with self._transactions.reading() as connection:
            found = _standing(connection, of_channel)
        return tuple(sorted(found, key=lambda each: (each.at, each.user_id, each.paper_id)))

    def compare(self, comparison: Comparison) -> None:
        """Keeps this person's last word on two papers, in whichever order they were shown."""
        one, other = sorted((comparison.winner, comparison.loser))
        place = {name: getattr(comparison, name) for name in ("team_id", "channel_id", "user_id")}
        values = {"winner": comparison.winner, "at": comparison.at}
        with self._transactions.writing() as connection:
            keep(connection, comparisons, place | {"one": one, "other": other}, values)

    def comparisons(self, team_id: str, channel_id: str) -> tuple[Comparison, ...]:
        """All of the channel, the oldest first."""
        rows = self._rows(select(comparisons).where(row(comparisons, team_id=team_id, channel_id=channel_id)))
        found = (_comparison(one) for one in rows)
        return tuple(sorted(found, key=lambda each: (each.at, each.user_id, each.winner, each.loser)))

    def searched(self, team_id: str, channel_id: str, query: str, key: str, now: datetime) -> None:
        """Notes that a topic was searched in a channel; kept by the next `flush`, and never in the way of an answer."""
        self._searches.add(team_id, channel_id, query, key, now)

    def flush(self) -> None:
        """Writes what was searched. Raises `handlers.errors.Unavailable`; the next call tries again then."""
        self._searches.flush()

    def searches(self, team_id: str, channel_id: str, since: datetime) -> tuple[Searched, ...]:
        """What was searched, the latest first; of the first day, searches before `since` may count too."""
        return self._searches.since(team_id, channel_id, since)

    def picked(self, team_id: str, channel_id: str) -> tuple[Picked, ...]:
        """All papers of the week that the channel had or that are on their way, the newest first, with their votes."""
        votes = select(week_votes.c.posting_key, week_votes.c.up, func.count().label("count"))
        of_channel = row(week_votes, team_id=team_id, channel_id=channel_id)
        with self._transactions.reading() as connection:
            picks = connection.execute(_picks(team_id, channel_id)).all()
            counted = connection.execute(votes.where(of_channel).group_by(week_votes.c.posting_key, week_votes.c.up))
            of = {(each.posting_key, bool(each.up)): int(each[2]) for each in counted}
        found = (
            Picked(
                pick.papers[0], pick.key, pick.at, pick.ts, of.get((pick.key, True), 0), of.get((pick.key, False), 0)
            )
            for pick in picks
            if pick.papers
        )
        return tuple(sorted(found, key=lambda pick: (pick.at, pick.posting_key), reverse=True))

    def _rows(self, wanted: Select[Any]) -> Iterable[dict[str, Any]]:
        with self._transactions.reading() as connection:
            return [dict(each) for each in connection.execute(wanted).mappings()]


def _picks(team_id: str, channel_id: str) -> Select[Any]:
    of_channel = row(postings, team_id=team_id, channel_id=channel_id, kind="week")
    # Without their messages: a channel has hundreds over the years.
    told = postings.c
    return select(told.papers, told.key, told.at, told.ts, told.changed).where(
        and_(of_channel, postings.c.state.in_(COUNTED))
    )


def _stands(connection: Connection, key: Mapping[str, str]) -> bool:
    return bool(_standing(connection, row(nominations, **key)))


def _standing(connection: Connection, wanted: ColumnElement[bool]) -> list[Nomination]:
    """Those of papers that were not picked since."""
    found = [Nomination(**each) for each in connection.execute(select(nominations).where(wanted)).mappings()]
    picked: dict[tuple[str, ...], datetime] = {}
    for team_id, channel_id in {(each.team_id, each.channel_id) for each in found}:
        for pick in connection.execute(_picks(team_id, channel_id)):
            # It was picked between the slot's moment and the time when it was sent.
            paper = team_id, channel_id, *pick.papers[:1]
            picked[paper] = max(pick.changed, picked.get(paper, pick.changed))
    last = ((each, picked.get((each.team_id, each.channel_id, each.paper_id))) for each in found)
    return [each for each, moment in last if moment is None or moment < each.at]


def _comparison(values: Mapping[str, Any]) -> Comparison:
    given = {name: values[name] for name in ("team_id", "channel_id", "user_id", "winner", "at")}
    loser = values["other"] if values["winner"] == values["one"] else values["one"]
    return Comparison(loser=loser, **given)
