"""Digests: what the subscriptions of a channel bring when their time has come, planned as one posting."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby

from handlers.blocks.asked import count
from handlers.blocks.digest import Digest, Nothing, digest_message, preview_lines, preview_message
from handlers.calendar import Slot, due_slot, missed_slot, next_slot, said
from handlers.digests.picking import Found, Pick, facts, items, picked, shown_for
from handlers.digests.unseen import Unseen, unseen
from handlers.errors import Unavailable
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Posting, Schedule, next_run
from search.errors import EngineUnavailable, InvalidQuery

HOLDS = 50
"""Papers a digest holds: those of its message, and the rest that its button shows; more wait for the next one."""

Find = Callable[..., Slot | None]


@dataclass(frozen=True, slots=True)
class Due:
    """The subscriptions of one channel whose slots have the same moment, the oldest first."""

    team_id: str
    channel_id: str
    at: datetime
    slots: tuple[tuple[Schedule, Slot], ...]

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """The slots as a posting names them."""
        return tuple((schedule.id, slot.name) for schedule, slot in self.slots)

    def key(self, kind: str) -> str:
        """The posting's name: the same in every process."""
        return f"{kind}:{self.channel_id}:{self.at.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


def plan_digests(now: datetime, services: Services) -> tuple[str, ...]:
    """Plans every digest that is due, and records those that it is too late for; says of each what was done.

    A channel whose digest cannot be planned holds up no other: what went wrong is raised at the end, together.
    """
    digests = tuple(schedule for schedule in services.schedules.active() if schedule.kind == "digest")
    tasks = [(_record_missed, due) for due in _together(digests, missed_slot, now)]
    tasks += [(_plan, due) for due in _together(digests, due_slot, now)]
    done: list[str] = []
    failures: list[Exception] = []
    for task, due in tasks:
        try:
            done += task(due, services)
        except (EngineUnavailable, Unavailable):  # nothing else could be planned either; the next tick tries again
            raise
        except Exception as error:
            failures.append(error)
    if failures:
        raise ExceptionGroup("Digests could not be planned", failures)
    return tuple(done)


def _together(digests: Iterable[Schedule], find: Find, now: datetime) -> Iterator[Due]:
    """The slots that `find` finds, by channel and moment; the earlier moments first."""
    found = [
        (schedule, slot)
        for schedule in digests
        if (slot := find(schedule.timetable, since=schedule.since, settled=schedule.settled, now=now))
    ]
    found.sort(key=lambda pair: (_place(pair), pair[0].created, pair[0].id))
    for (at, team_id, channel_id), slots in groupby(found, key=_place):
        yield Due(team_id, channel_id, at, tuple(slots))


def _place(pair: tuple[Schedule, Slot]) -> tuple[datetime, str, str]:
    schedule, slot = pair
    return slot.at, schedule.team_id, schedule.channel_id


def _record_missed(due: Due, services: Services) -> Iterator[str]:
    missed = Posting(
        key=_free_key(due, "missed", services),
        team_id=due.team_id,
        channel_id=due.channel_id,
        kind="digest",
        at=due.at,
        slots=due.named,
        state="missed",
    )
    if services.outbox.plan(missed):
        yield f"{missed.key}: missed, it is too late for it"


def _plan(due: Due, services: Services) -> Iterator[str]:
    found: list[tuple[Schedule, Unseen]] = []
    for schedule, _ in due.slots:
        try:
            found.append((schedule, unseen(schedule, services)))
        except InvalidQuery as told:  # it could be read when it was subscribed to
            services.schedules.change(replace(schedule, paused=str(told)))
            yield f"subscription {schedule.id} in {schedule.channel_id}: paused, {told}"
    readable = {schedule.id for schedule, _ in found}
    due = replace(due, slots=tuple((schedule, slot) for schedule, slot in due.slots if schedule.id in readable))
    if found:
        yield from _post(due, found, services)


def _post(due: Due, found: Found, services: Services) -> Iterator[str]:
    digest, picks = _held(due, found, services)
    posting, shown = _posting(due, digest, found, picks)
    if services.outbox.plan(posting, shown):
        what = count(len(digest.items)) if digest.items else "nothing new"
        yield f"{posting.key}: {what} for {count(len(due.slots), 'subscription')}"


def _held(due: Due, found: Found, services: Services) -> tuple[Digest, tuple[Pick, ...]]:
    queries = {schedule.id: schedule.query for schedule, _ in found}
    picks = picked(found, HOLDS)
    held = items(picks, queries, services)
    if len(held) < len(picks):  # the index has not caught up with papers that left
        papers = {item.entry.paper.id for item in held}
        picks = tuple(pick for pick in picks if pick.paper in papers)
        held = items(picks, queries, services)
    bringing = [schedule for schedule, _ in found if any(schedule.id in pick.schedules for pick in picks)]
    quiet = [schedule for schedule, _ in found if schedule not in bringing and not schedule.quiet]
    return Digest(
        key=_free_key(due, "digest", services),
        items=held,
        topics=tuple(schedule.query for schedule in bringing),
        nothing=tuple(_nothing(schedule, due.at) for schedule in quiet),
        waiting=any(_waits(schedule, brings, picks) for schedule, brings in found),
        rhythm=said(bringing[0].timetable) if len(bringing) == 1 else "",
    ), picks


def _nothing(schedule: Schedule, at: datetime) -> Nothing:
    return Nothing(schedule.query, next_slot(schedule.timetable, at).at, schedule.timetable.zone)


def _waits(schedule: Schedule, brings: Unseen, picks: Sequence[Pick]) -> bool:
    return brings.waiting > sum(schedule.id in pick.schedules for pick in picks)


def _posting(
    due: Due, digest: Digest, found: Found, picks: Sequence[Pick]
) -> tuple[Posting, tuple[tuple[str, str], ...]]:
    """The posting, and which papers it shows for which subscription."""
    empty = Posting(
        key=digest.key, team_id=due.team_id, channel_id=due.channel_id, kind="digest", at=due.at, slots=due.named,
        state="empty",
    )  # fmt: skip
    if not (digest.items or digest.nothing):
        return empty, ()
    message, shown = digest_message(digest)
    posting = replace(
        empty,
        state="pending",
        message={"text": message.text, "blocks": list(message.blocks)},
        papers=tuple(pick.paper for pick in picks),
        facts=facts(found, picks),
    )
    return posting, shown_for(picks[:shown])


def _free_key(due: Due, kind: str, services: Services) -> str:
    """Also where another process has planned the same moment of this channel before one of these subscriptions was
    there: theirs is a posting of its own then."""
    key = due.key(kind)
    taken = services.outbox.posting(due.team_id, key)
    return f"{key}:{due.slots[0][0].id}" if taken else key


def upcoming(schedule: Schedule, services: Services) -> Digest:
    """What this subscription alone would bring if it were due now. Raises as `unseen` does."""
    brings = unseen(schedule, services)
    picks = picked([(schedule, brings)], HOLDS)
    return Digest(
        key="",
        items=items(picks, {}, services),
        topics=(schedule.query,),
        waiting=_waits(schedule, brings, picks),
    )


def preview(schedule: Schedule, services: Services, now: datetime) -> Reply:
    """What the next digest of this subscription would hold, and when it comes."""
    digest, slot = upcoming(schedule, services), next_run(schedule, now)
    return preview_message(digest, *preview_lines(digest, slot.at if slot else None, schedule.timetable.zone))
