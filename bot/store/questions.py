"""What people asked the bot, in SQL: each question is kept once, taken by one process at a time, and dealt with."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Insert, Select, Table, and_, func, or_, select, update

from bot.store.tables.people import questions
from bot.store.tables.posts import postings
from bot.store.transactions import Transactions
from handlers.conversation import Question
from handlers.talk.pace import Lately, Taken

OPEN, ANSWERED, WARNED = "open", "answered", "warned"
ON_ITS_WAY = ("pending", "sending", "unknown")
"""States of an answer that is not there yet."""
A_MINUTE = timedelta(minutes=1)
LONGEST = timedelta(hours=1)
"""Nobody holds a question for longer. What seems to be held for longer was so before the clock was set back."""


class SqlInbox:
    """Stands behind `bot.slack.inbox.Inbox`. `insert_new` makes an insertion that passes over rows that are there."""

    def __init__(self, transactions: Transactions, insert_new: Callable[[Table], Insert]) -> None:
        self._transactions = transactions
        self._insert_new = insert_new

    def add(self, *asked: Question) -> int:
        """Keeps questions, all or none; how many of them are new."""
        # Some drivers' counts are forgotten unless somebody asks for them.
        counted = self._insert_new(questions).execution_options(preserve_rowcount=True)
        with self._transactions.writing() as connection:
            return connection.execute(counted, list(map(_row_of, asked))).rowcount

    def take(self, now: datetime, lease: timedelta) -> Taken | None:
        """The oldest question that can be answered now; nobody else gets it while the lease lasts."""
        with self._transactions.reading() as connection:
            # Mostly there is none, which is found out without holding up those who write.
            if connection.execute(_next(now)).first() is None:
                return None
        with self._transactions.writing() as connection:
            # Where many processes take at once, one that another is just taking is passed over.
            found = connection.execute(_next(now).with_for_update(skip_locked=True)).first()
            if found is None:
                return None
            held = {"held_until": now + min(lease, LONGEST), "attempts": questions.c.attempts + 1}
            taken = update(questions).where(_this(found), questions.c.state == OPEN).values(held)
            row = connection.execute(taken.returning(*questions.c)).first()
            return _taken(connection, row, now) if row else None

    def hold(self, taken: Taken, now: datetime, lease: timedelta) -> bool:
        """Nobody else gets it for longer. False when another process has taken it since."""
        held = {"held_until": now + min(lease, LONGEST)}
        with self._transactions.writing() as connection:
            return connection.execute(update(questions).where(*_stands(taken)).values(held)).rowcount == 1

    def done(self, taken: Taken, outcome: str, now: datetime) -> bool:
        """It is dealt with, and its words are forgotten. False when another process has taken it since."""
        ended = {"state": outcome, "text": "", "held_until": None, "changed": now}
        with self._transactions.writing() as connection:
            return connection.execute(update(questions).where(*_stands(taken)).values(ended)).rowcount == 1

    def waiting(self) -> int:
        """How many questions are not dealt with yet."""
        counted = select(func.count()).select_from(questions).where(questions.c.state == OPEN)
        with self._transactions.reading() as connection:
            return connection.execute(counted).scalar_one()


def _row_of(question: Question) -> dict[str, Any]:
    return {
        "team_id": question.team_id,
        "channel_id": question.channel_id,
        "ts": question.ts,
        "thread": question.thread_ts or question.ts,
        "thread_ts": question.thread_ts,
        "user_id": question.user_id,
        "direct": question.direct,
        "text": question.text,
        "asked": question.now,
        "state": OPEN,
        "attempts": 0,
        "changed": question.now,
    }


def _this(of: Any) -> ColumnElement[bool]:
    """The row of a question, or of a row that names one."""
    named = ((questions.c[name], getattr(of, name)) for name in ("team_id", "channel_id", "ts"))
    return and_(*(column == value for column, value in named))


def _stands(taken: Taken) -> tuple[ColumnElement[bool], ...]:
    """The row of a question that is still ours."""
    return _this(taken.question), questions.c.attempts == taken.attempts, questions.c.state == OPEN


def _next(now: datetime) -> Select[Any]:
    """The oldest open question that is not held, and that nothing in its thread has to come before."""
    other = questions.alias()
    until = questions.c.held_until
    held = until.is_not(None) & (until > now) & (until <= now + LONGEST)
    same_thread = (
        (other.c.team_id == questions.c.team_id)
        & (other.c.channel_id == questions.c.channel_id)
        & (other.c.thread == questions.c.thread)
    )
    earlier = select(other.c.ts).where(same_thread, other.c.state == OPEN, other.c.ts < questions.c.ts)
    answer = select(postings.c.key).where(
        postings.c.team_id == questions.c.team_id,
        postings.c.channel_id == questions.c.channel_id,
        postings.c.state.in_(ON_ITS_WAY),
        postings.c.kind == "answer",
        postings.c.thread_ts == questions.c.thread,
    )
    return (
        select(questions.c.team_id, questions.c.channel_id, questions.c.ts)
        .where(questions.c.state == OPEN, ~held, ~earlier.exists(), ~answer.exists())
        .order_by(questions.c.asked, questions.c.ts)
        .limit(1)
    )


def _taken(connection: Connection, row: Any, now: datetime) -> Taken:
    thread = (
        (questions.c.team_id == row.team_id)
        & (questions.c.channel_id == row.channel_id)
        & (questions.c.thread == row.thread)
    )
    person = (questions.c.team_id == row.team_id) & (questions.c.user_id == row.user_id)
    before = select(questions.c.ts).where(thread, or_(questions.c.ts < row.ts, questions.c.state != OPEN)).limit(1)
    return Taken(
        question=Question(
            text=row.text,
            user_id=row.user_id,
            team_id=row.team_id,
            channel_id=row.channel_id,
            ts=row.ts,
            thread_ts=row.thread_ts,
            direct=row.direct,
            now=row.asked,
        ),
        attempts=row.attempts,
        first=connection.execute(before).first() is None,
        thread=_lately(connection, thread, now),
        person=_lately(connection, person, now),
    )


def _lately(connection: Connection, whose: ColumnElement[bool], now: datetime) -> Lately:
    """What lies ahead was before the clock was set back, and does not count."""
    within = (questions.c.changed > now - A_MINUTE) & (questions.c.changed <= now)
    ended = questions.c.state.in_((ANSWERED, WARNED)) & within
    counted = select(questions.c.state, func.count().label("held")).where(whose, ended).group_by(questions.c.state)
    counts: dict[str, int] = {row.state: row.held for row in connection.execute(counted)}
    return Lately(counts.get(ANSWERED, 0), WARNED in counts)
