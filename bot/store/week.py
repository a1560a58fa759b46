"""What people say about papers, in SQL: votes, nominations and comparisons, and which papers were picked."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.joining import led
from bot.store.keeping import keep, row
from bot.store.searches import SearchCounts
from bot.store.tables.week import comparisons, nominations, week_votes
from bot.store.transactions import Transactions
from bot.store.week_rows import compared_in, nominated_in, picked_in, stands
from handlers.ballots import Comparison, Nomination, Picked, Searched, Told, Vote
from search.record import writable


class SqlWeek:
    """Stands behind `handlers.ports.week.Week`."""

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
        of_channel = select(week_votes).where(row(week_votes, team_id=team_id, channel_id=channel_id))
        with self._transactions.reading() as connection:
            found = [Vote(**one) for one in connection.execute(of_channel).mappings()]
        # Sorted here, since databases differ in how they sort text.
        return tuple(sorted(found, key=lambda vote: (vote.at, vote.posting_key, vote.user_id)))

    def nominate(self, nomination: Nomination) -> bool:
        """False when this person's nomination of the paper stands already; its reason is the new one then."""
        one = nomination
        key = {"team_id": one.team_id, "channel_id": one.channel_id, "paper_id": one.paper_id, "user_id": one.user_id}
        values = {"because": writable(one.because), "at": one.at}
        with self._transactions.writing() as connection:
            known = stands(connection, key)
            keep(connection, nominations, key, values, {"because": values["because"]} if known else None)
        return not known

    def withdraw(self, team_id: str, channel_id: str, paper_id: str, user_id: str) -> bool:
        """Takes a nomination back; False when there was none."""
        with self._transactions.writing() as connection:
            paper_id = led(connection, [paper_id]).get(paper_id, paper_id)
            key = {"team_id": team_id, "channel_id": channel_id, "paper_id": paper_id, "user_id": user_id}
            known = stands(connection, key)
            connection.execute(delete(nominations).where(row(nominations, **key)))
        return known

    def nominations(self, team_id: str, channel_id: str) -> tuple[Nomination, ...]:
        """Those of papers that were not picked since, the oldest first."""
        with self._transactions.reading() as connection:
            return nominated_in(connection, team_id, [channel_id])[channel_id]

    def compare(self, comparison: Comparison) -> None:
        """Keeps this person's last word on two papers, in whichever order they were shown."""
        one, other = sorted((comparison.winner, comparison.loser))
        place = {name: getattr(comparison, name) for name in ("team_id", "channel_id", "user_id")}
        values = {"winner": comparison.winner, "at": comparison.at}
        with self._transactions.writing() as connection:
            keep(connection, comparisons, place | {"one": one, "other": other}, values)

    def comparisons(self, team_id: str, channel_id: str) -> tuple[Comparison, ...]:
        """All of the channel, the oldest first."""
        with self._transactions.reading() as connection:
            return compared_in(connection, team_id, [channel_id])[channel_id]

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
        with self._transactions.reading() as connection:
            return picked_in(connection, team_id, [channel_id])[channel_id]

    def told(self, team_id: str, since: Mapping[str, datetime]) -> dict[str, Told]:
        """The same of several channels, each with the moment since when its searches count."""
        channels = tuple(since)
        with self._transactions.reading() as connection:
            nominated = nominated_in(connection, team_id, channels)
            compared = compared_in(connection, team_id, channels)
            searched = self._searches.among(connection, team_id, since)
            picked = picked_in(connection, team_id, channels)
        return {
            channel: Told(nominated[channel], compared[channel], searched[channel], picked[channel])
            for channel in channels
        }
