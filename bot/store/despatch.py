"""Sending what was planned, in SQL: each post is taken by one process at a time, and what became of it is kept."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.posting_rows import newest, posting_of, this
from bot.store.tables.posts import postings, shown_papers
from bot.store.transactions import Transactions
from handlers.schedules import Posting, PostingState

ON_ITS_WAY: tuple[PostingState, ...] = ("sending", "unknown")
OPEN: tuple[PostingState, ...] = ("pending", *ON_ITS_WAY)
ANSWER = "answer"
"""The kind of the posts that somebody waits for."""
A_SECOND, A_MINUTE = timedelta(seconds=1), timedelta(minutes=1)
LONGEST = timedelta(hours=1)
"""Nobody holds a posting for longer. What seems to be held for longer was so before the clock was set back."""
LATE, RECENT = timedelta(minutes=10), timedelta(days=7)


class SqlDespatch:
    """Stands behind `bot.slack.despatch.Despatch`."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def take(self, owner: str, now: datetime, lease: timedelta, apart: timedelta = A_SECOND) -> Posting | None:
        """The oldest pending posting that can be sent now; nobody else gets it while the lease lasts."""
        try:
            with self._transactions.writing() as connection:
                found = _first(connection, now, apart)
                if found is None:
                    return None
                free = this(found.team_id, found.key) & (postings.c.state == "pending")
                held = {"state": "sending", "owner": owner, "held_until": now + min(lease, LONGEST)}
                taken = update(postings).where(free).values(**held, attempts=postings.c.attempts + 1, changed=now)
                row = connection.execute(taken.returning(*postings.c)).mappings().first()
        except IntegrityError:
            # Another process has just taken a post of the same channel: the table lets one be on its way.
            return None
        return posting_of(row) if row else None

    def sent(self, posting: Posting, ts: str, now: datetime) -> bool:
        """Slack took it. It counts also after the lease, as long as nobody took it again."""
        return self._moved(posting, OPEN, now, state="sent", ts=ts, error=None)

    def failed(self, posting: Posting, error: str, now: datetime) -> bool:
        """Slack will never take it; what it was to show counts as not shown."""
        shown = (shown_papers.c.team_id == posting.team_id) & (shown_papers.c.posting_key == posting.key)
        with self._transactions.writing() as connection:
            moved = _move(posting, ON_ITS_WAY, now, state="failed", error=error)
            if connection.execute(moved).rowcount != 1:
                return False
            connection.execute(delete(shown_papers).where(shown))
        return True

    def wait(self, posting: Posting, until: datetime, error: str, now: datetime) -> bool:
        """Slack did not take it and asks to wait: it is pending again, and its channel waits."""
        until = min(until, now + LONGEST)
        return self._moved(posting, ("sending",), now, state="pending", held_until=until, error=error)

    def unknown(self, posting: Posting, error: str, now: datetime) -> bool:
        """There was no clear answer: it may have been taken. Its channel waits until that is found out."""
        return self._moved(posting, ("sending",), now, state="unknown", error=error)

    def unclear(self, now: datetime) -> tuple[Posting, ...]:
        """Those to look for in their channels, the oldest first."""
        lost = select(postings).where(_lost(now), or_(postings.c.looked.is_(None), ~_just_looked(now)))
        with self._transactions.reading() as connection:
            return tuple(map(posting_of, connection.execute(lost.order_by(postings.c.at, postings.c.key)).mappings()))

    def looked(self, posting: Posting, found_ts: str | None, now: datetime) -> bool:
        """It was looked for at `now`. Found: it is sent. Not found: it is unknown, then pending again."""
        if found_ts is not None:
            found = this(posting.team_id, posting.key) & postings.c.state.in_(OPEN)
            values = {"state": "sent", "ts": found_ts, "error": None, "held_until": None, "looked": None}
            with self._transactions.writing() as connection:
                return connection.execute(update(postings).where(found).values(**values, changed=now)).rowcount == 1
        lost = _move(posting, ON_ITS_WAY, now, state="pending").where(_lost(now))
        again = lost.where(postings.c.looked <= now, ~_just_looked(now))
        first = lost.where(or_(postings.c.looked.is_(None), postings.c.looked > now))
        with self._transactions.writing() as connection:
            if connection.execute(again).rowcount == 1:
                return True
            return connection.execute(first.values(state="unknown", looked=now)).rowcount == 1

    def counts(self) -> dict[PostingState, int]:
        """How many postings are in each state; states that none is in are missing."""
        counted = select(postings.c.state, func.count().label("held")).group_by(postings.c.state)
        with self._transactions.reading() as connection:
            return {row.state: row.held for row in connection.execute(counted)}

    def problems(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those that failed lately, and those that should have been sent by now; the newest first."""
        # Of an answer that failed the person who asked is told.
        failed = (postings.c.state == "failed") & (postings.c.changed > now - RECENT) & (postings.c.kind != ANSWER)
        late = postings.c.state.in_(OPEN) & (postings.c.at <= now - LATE)
        with self._transactions.reading() as connection:
            return newest(connection, select(postings).where(failed | late), limit)

    def left_out(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Those of the last week whose moment brought nothing that people expect: missed, and papers of the week that
        were left out; the newest first."""
        nothing = (postings.c.state == "missed") | ((postings.c.state == "empty") & (postings.c.kind == "week"))
        lately = (postings.c.at > now - RECENT) & (postings.c.at <= now)
        with self._transactions.reading() as connection:
            return newest(connection, select(postings).where(nothing, lately), limit)

    def last_sent(self, limit: int) -> tuple[Posting, ...]:
        """Those that were sent last, the newest first."""
        regular = (postings.c.state == "sent") & (postings.c.kind != ANSWER)
        sent = select(postings).where(regular).order_by(postings.c.changed.desc()).limit(limit)
        with self._transactions.reading() as connection:
            return tuple(map(posting_of, connection.execute(sent).mappings()))

    def _moved(self, posting: Posting, states: Sequence[PostingState], now: datetime, **values: Any) -> bool:
        with self._transactions.writing() as connection:
            return connection.execute(_move(posting, states, now, **values)).rowcount == 1


def _move(posting: Posting, states: Sequence[PostingState], now: datetime, **values: Any) -> Update:
    """From one of these states to another one, unless the posting was taken again since it was given out."""
    stands = (postings.c.attempts == posting.attempts) & postings.c.state.in_(states)
    cleared = {"held_until": None, "looked": None, "changed": now}
    return update(postings).where(this(posting.team_id, posting.key), stands).values(cleared | values)


def _first(connection: Connection, now: datetime, apart: timedelta) -> Any:
    """An answer that somebody waits for, or else another posting. Where many processes take at once, one that another
    is just taking is passed over."""
    for answers in (True, False):
        asked = _next(now, apart, answers).with_for_update(skip_locked=True)
        if found := connection.execute(asked).first():
            return found
    return None


def _next(now: datetime, apart: timedelta, answers: bool) -> Select[Any]:
    """The oldest posting that is pending and not held, in a channel where nothing stands in its way."""
    other = postings.alias()
    earlier = (other.c.at < postings.c.at) | ((other.c.at == postings.c.at) & (other.c.key < postings.c.key))
    same_channel = (other.c.team_id == postings.c.team_id) & (other.c.channel_id == postings.c.channel_id)
    other_answer = other.c.kind == ANSWER
    # Each by itself, so that each can use an index and none reads what the channel was sent over the years.
    in_the_way = (
        other.c.state.in_(ON_ITS_WAY),
        (other.c.state == "pending") & (other_answer & earlier if answers else other_answer | earlier),
        (other.c.state == "sent") & (other.c.changed > now - apart) & (other.c.changed <= now),
    )
    kind = postings.c.kind == ANSWER if answers else postings.c.kind != ANSWER
    free = (postings.c.state == "pending") & kind & ~_held(now)
    stopped = (select(other.c.key).where(same_channel, reason).exists() for reason in in_the_way)
    return (
        select(postings.c.team_id, postings.c.key)
        .where(free, *(~stop for stop in stopped))
        .order_by(postings.c.at, postings.c.key)
        .limit(1)
    )


def _held(now: datetime) -> ColumnElement[bool]:
    until = postings.c.held_until
    return until.is_not(None) & (until > now) & (until <= now + LONGEST)


def _lost(now: datetime) -> ColumnElement[bool]:
    """It may have been sent, and nobody is about to tell."""
    return or_(postings.c.state == "unknown", (postings.c.state == "sending") & ~_held(now))


def _just_looked(now: datetime) -> ColumnElement[bool]:
    """Less than a minute ago. A look that lies ahead was before the clock was set back, and does not count."""
    return (postings.c.looked > now - A_MINUTE) & (postings.c.looked <= now)
