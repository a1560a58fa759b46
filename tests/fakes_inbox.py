"""The inbox in memory, held to the same contract as the real one."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import RLock

from bot.slack.inbox import Outcome
from handlers.conversation import Question
from handlers.errors import Unavailable
from handlers.talk.pace import Lately, Taken
from tests.fakes_outbox import OPEN, MemoryOutbox
from tests.fakes_schedules import BUSY

AT_MOST, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@dataclass
class Asked:
    """A question with what only its answering needs to know."""

    question: Question
    changed: datetime
    outcome: Outcome | None = None
    attempts: int = 0
    held_until: datetime | None = None

    @property
    def thread(self) -> tuple[str, str, str]:
        return self.question.team_id, self.question.channel_id, self.question.thread_ts or self.question.ts

    def held(self, now: datetime) -> bool:
        return self.held_until is not None and now < self.held_until <= now + AT_MOST


class MemoryInbox:
    """Questions that last as long as the object, over the outbox with their answers; while `unavailable` it cannot be
    asked."""

    def __init__(self, outbox: MemoryOutbox) -> None:
        self.rows: dict[tuple[str, str, str], Asked] = {}
        self.unavailable = False
        self._outbox = outbox
        self._lock = RLock()

    def add(self, *asked: Question) -> int:
        with self._lock:
            self._reach()
            new = {(one.team_id, one.channel_id, one.ts): Asked(one, one.now) for one in reversed(asked)}
            new = {name: row for name, row in new.items() if name not in self.rows}
            self.rows |= new
            return len(new)

    def take(self, now: datetime, lease: timedelta) -> Taken | None:
        with self._lock:
            self._reach()
            waiting = [one for one in self.rows.values() if one.outcome is None]
            for one in sorted(waiting, key=lambda row: (row.question.now, row.question.ts)):
                if not one.held(now) and self._is_next(one, waiting):
                    one.held_until, one.attempts = now + min(lease, AT_MOST), one.attempts + 1
                    return self._taken(one, now)
            return None

    def hold(self, taken: Taken, now: datetime, lease: timedelta) -> bool:
        with self._lock:
            self._reach()
            question = taken.question
            row = self.rows[question.team_id, question.channel_id, question.ts]
            if row.attempts != taken.attempts or row.outcome is not None:
                return False
            row.held_until = now + min(lease, AT_MOST)
            return True

    def done(self, taken: Taken, outcome: Outcome, now: datetime) -> bool:
        with self._lock:
            self._reach()
            question = taken.question
            row = self.rows[question.team_id, question.channel_id, question.ts]
            if row.attempts != taken.attempts or row.outcome is not None:
                return False
            row.outcome, row.changed, row.held_until = outcome, now, None
            row.question = replace(row.question, text="")
            return True

    def waiting(self) -> int:
        return sum(row.outcome is None for row in self.rows.values())

    def _is_next(self, row: Asked, waiting: list[Asked]) -> bool:
        earlier = any(one.thread == row.thread and one.question.ts < row.question.ts for one in waiting)
        sent = (
            (post.team_id, post.channel_id, post.thread_ts)
            for post in (held.posting for held in self._outbox.rows.values())
            if post.kind == "answer" and post.state in OPEN
        )
        return not earlier and row.thread not in sent

    def _taken(self, row: Asked, now: datetime) -> Taken:
        ts, person = row.question.ts, (row.question.team_id, row.question.user_id)
        theirs = [one for one in self.rows.values() if (one.question.team_id, one.question.user_id) == person]
        there = [one for one in self.rows.values() if one.thread == row.thread]
        return Taken(
            question=row.question,
            attempts=row.attempts,
            first=not any(one.question.ts < ts or one.outcome for one in there),
            thread=_lately(there, now),
            person=_lately(theirs, now),
        )

    def _reach(self) -> None:
        if self.unavailable:
            raise Unavailable(BUSY)


def _lately(rows: list[Asked], now: datetime) -> Lately:
    outcomes = [row.outcome for row in rows if now - MINUTE < row.changed <= now]
    return Lately(outcomes.count("answered"), "warned" in outcomes)
