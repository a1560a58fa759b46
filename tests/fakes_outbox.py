"""The outbox in memory, held to the same contracts as the real one."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import RLock

from handlers.calendar import lies_ahead
from handlers.errors import Unavailable
from handlers.schedules import Posting, PostingKind, PostingState
from tests.fakes_schedules import BUSY, MemorySchedules

OPEN: tuple[PostingState, ...] = ("pending", "sending", "unknown")
ON_ITS_WAY: tuple[PostingState, ...] = ("sending", "unknown")
AT_MOST = timedelta(hours=1)
MINUTE, LATE, WEEK = timedelta(minutes=1), timedelta(minutes=10), timedelta(days=7)
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass
class Row:
    """A posting with what only its sending needs to know."""

    posting: Posting
    changed: datetime
    held_until: datetime = NEVER
    looked: datetime | None = None

    def held(self, now: datetime) -> bool:
        return now < self.held_until <= now + AT_MOST

    def move(self, state: PostingState, now: datetime, **other: str | None) -> bool:
        self.posting = replace(self.posting, state=state, **other)  # type: ignore[arg-type]
        self.changed, self.held_until, self.looked = now, NEVER, None
        return True


class MemoryOutbox:
    """What is to be posted, over the schedules that it settles; while `unavailable` it cannot be asked."""

    def __init__(self, schedules: MemorySchedules) -> None:
        self.rows: dict[tuple[str, str], Row] = {}
        self.unavailable = False
        self._schedules = schedules
        self._shown: dict[tuple[str, str], tuple[str, str]] = {}
        self._settled: set[tuple[str, str]] = set()
        self._lock = RLock()

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:
        with self._lock:
            named = [self._schedules.schedule(posting.team_id, schedule_id) for schedule_id, _ in posting.slots]
            if self._row(posting.team_id, posting.key) or self._settled & set(posting.slots):
                self._go_on(posting)
                return False
            if any(schedule is None or schedule.paused is not None for schedule in named):
                return False
            for schedule_id, slot in posting.slots:
                held = self._schedules.held
                held[schedule_id] = replace(held[schedule_id], settled=slot)
            self._settled |= set(posting.slots)
            self.rows[posting.team_id, posting.key] = Row(posting, posting.at)
            self.also_shown(posting.team_id, posting.key, shown)
            return True

    def plan_all(self, plans: Sequence[tuple[Posting, Iterable[tuple[str, str]]]]) -> bool:
        with self._lock:
            before = dict(self.rows), dict(self._shown), set(self._settled), dict(self._schedules.held)
            if all(self.plan(posting, shown) for posting, shown in plans):
                return True
            self.rows, self._shown, self._settled, self._schedules.held = before
            return False

    def _go_on(self, posting: Posting) -> None:
        for schedule_id, slot in self._settled & set(posting.slots):
            held = self._schedules.held.get(schedule_id)
            if held and held.settled and lies_ahead(held.settled, posting.at):
                self._schedules.held[schedule_id] = replace(held, settled=slot)

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        with self._lock:
            for schedule_id, paper_id in shown:
                if self._row(team_id, key) and self._schedules.schedule(team_id, schedule_id):
                    self._shown.setdefault((schedule_id, paper_id), (team_id, key))

    def shown(self, schedule_id: str) -> frozenset[str]:
        with self._lock:
            self._reach()
            known = schedule_id in self._schedules.held
            return frozenset(paper for schedule, paper in self._shown if known and schedule == schedule_id)

    def shown_by(self, schedule_ids: Iterable[str]) -> dict[str, frozenset[str]]:
        return {schedule_id: self.shown(schedule_id) for schedule_id in schedule_ids}

    def taken(self, team_id: str, keys: Iterable[str]) -> frozenset[str]:
        return frozenset(key for key in keys if self._row(team_id, key))

    def posting(self, team_id: str, key: str) -> Posting | None:
        row = self._row(team_id, key)
        return row.posting if row else None

    def latest(self, team_id: str, channel_id: str, kind: PostingKind, limit: int) -> tuple[Posting, ...]:
        asked = (team_id, channel_id, kind)
        return self._newest(limit, lambda row: (row.posting.team_id, row.posting.channel_id, row.posting.kind) == asked)

    def of_schedule(self, schedule_id: str, limit: int) -> tuple[Posting, ...]:
        known = schedule_id in self._schedules.held
        return self._newest(limit, lambda row: known and schedule_id in dict(row.posting.slots))

    def take(
        self, owner: str, now: datetime, lease: timedelta, apart: timedelta = timedelta(seconds=1)
    ) -> Posting | None:
        with self._lock:
            self._reach()
            for row in sorted(self._in("pending"), key=_urgency):
                if not row.held(now) and self._is_next(row, now, apart):
                    row.move("sending", now)
                    row.posting = replace(row.posting, attempts=row.posting.attempts + 1)
                    row.held_until = now + lease
                    return row.posting
            return None

    def sent(self, posting: Posting, ts: str, now: datetime) -> bool:
        row = self._taken(posting, OPEN)
        return row is not None and row.move("sent", now, ts=ts, error=None)

    def failed(self, posting: Posting, error: str, now: datetime) -> bool:
        with self._lock:
            row = self._taken(posting, ON_ITS_WAY)
            if row is None:
                return False
            of_it = (posting.team_id, posting.key)
            self._shown = {paper: by for paper, by in self._shown.items() if by != of_it}
            return row.move("failed", now, error=error)

    def wait(self, posting: Posting, until: datetime, error: str, now: datetime) -> bool:
        row = self._taken(posting, ("sending",))
        if row is None:
            return False
        row.move("pending", now, error=error)
        row.held_until = min(until, now + AT_MOST)
        return True

    def unknown(self, posting: Posting, error: str, now: datetime) -> bool:
        row = self._taken(posting, ("sending",))
        return row is not None and row.move("unknown", now, error=error)

    def unclear(self, now: datetime) -> tuple[Posting, ...]:
        self._reach()
        lost = (row for row in self._in(*ON_ITS_WAY) if row.posting.state == "unknown" or not row.held(now))
        rested = (row for row in lost if row.looked is None or not now - MINUTE < row.looked <= now)
        return tuple(row.posting for row in sorted(rested, key=_order))

    def looked(self, posting: Posting, found_ts: str | None, now: datetime) -> bool:
        with self._lock:
            if found_ts is not None:
                row = self._row(posting.team_id, posting.key)
                found = row is not None and row.posting.state in OPEN
                return found and row is not None and row.move("sent", now, ts=found_ts, error=None)
            row = self._taken(posting, ON_ITS_WAY)
            if row is None or row.posting not in self.unclear(now):
                return False
            if row.looked is not None and row.looked <= now:
                return row.move("pending", now)
            row.move("unknown", now)
            row.looked = now
            return True

    def counts(self) -> dict[PostingState, int]:
        self._reach()
        return dict(Counter(row.posting.state for row in self.rows.values()))

    def problems(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        return self._newest(
            limit,
            lambda row: (
                (row.posting.state == "failed" and row.changed > now - WEEK and row.posting.kind != "answer")
                or (row.posting.state in OPEN and row.posting.at <= now - LATE)
            ),
        )

    def left_out(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        states = {("digest", "missed"), ("week", "missed"), ("week", "empty")}
        return self._newest(
            limit,
            lambda row: (row.posting.kind, row.posting.state) in states and now - WEEK < row.posting.at <= now,
        )

    def last_sent(self, limit: int) -> tuple[Posting, ...]:
        self._reach()
        regular = [row for row in self._in("sent") if row.posting.kind != "answer"]
        return tuple(row.posting for row in sorted(regular, key=lambda row: row.changed, reverse=True)[:limit])

    def _is_next(self, row: Row, now: datetime, apart: timedelta) -> bool:
        others = [other for other in self.rows.values() if other is not row and _channel(other) == _channel(row)]
        return not any(
            other.posting.state in ON_ITS_WAY
            or (other.posting.state == "pending" and _urgency(other) < _urgency(row))
            or (other.posting.state == "sent" and now - apart < other.changed <= now)
            for other in others
        )

    def _taken(self, posting: Posting, states: tuple[PostingState, ...]) -> Row | None:
        with self._lock:
            row = self._row(posting.team_id, posting.key)
            stands = row and row.posting.attempts == posting.attempts and row.posting.state in states
            return row if stands else None

    def _row(self, team_id: str, key: str) -> Row | None:
        self._reach()
        return self.rows.get((team_id, key))

    def _in(self, *states: PostingState) -> tuple[Row, ...]:
        return tuple(row for row in self.rows.values() if row.posting.state in states)

    def _newest(self, limit: int, wanted: Callable[[Row], bool]) -> tuple[Posting, ...]:
        self._reach()
        rows = sorted(filter(wanted, self.rows.values()), key=_order, reverse=True)
        return tuple(row.posting for row in rows[:limit])

    def _reach(self) -> None:
        if self.unavailable:
            raise Unavailable(BUSY)


def _order(row: Row) -> tuple[datetime, str]:
    return row.posting.at, row.posting.key


def _urgency(row: Row) -> tuple[bool, datetime, str]:
    """Answers come first."""
    return row.posting.kind != "answer", *_order(row)


def _channel(row: Row) -> tuple[str, str]:
    return row.posting.team_id, row.posting.channel_id
