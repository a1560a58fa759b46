"""Digests: what the subscriptions of a channel bring when their time has come, planned as one posting."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from handlers.blocks.asked import count
from handlers.blocks.digest import Digest, Nothing, digest_message, preview_lines, preview_message
from handlers.blocks.items import MOST, Item
from handlers.blocks.regrets import unreadable
from handlers.calendar import Slot, due_slot, missed_slot, next_slot, said
from handlers.digests.desk import Desk, desk_for
from handlers.digests.due import Due, together
from handlers.digests.picking import Found, Pick, facts, items, picked, shown_for
from handlers.digests.unseen import Unseen, unseen
from handlers.drafts import Draft, few_by_few, keep
from handlers.errors import Unavailable
from handlers.messages import Reply
from handlers.notices import tell
from handlers.once import for_one_tick
from handlers.ports import Services
from handlers.schedules import Posting, Schedule, next_run
from search.errors import EngineUnavailable, InvalidQuery

HOLDS = 50
"""Papers a digest holds: those of its message, and the rest that its button shows; more wait for the next one."""


def plan_digests(now: datetime, services: Services) -> tuple[str, ...]:
    """Plans every digest that is due, and records those that it is too late for; says of each what was done.

    A channel whose digest cannot be planned holds up no other: what went wrong is raised at the end, together.
    """
    services = for_one_tick(services)
    digests = tuple(schedule for schedule in services.schedules.active() if schedule.kind == "digest")
    done: list[str] = []
    failures: list[Exception] = []
    for draft, find in ((_missed, missed_slot), (_draft, due_slot)):
        for few in few_by_few(tuple(together(digests, find, now))):
            done += _plan(draft, few, services, failures)
    if failures:
        raise ExceptionGroup("Digests could not be planned", failures)
    return tuple(done)


def _plan(
    drafted: Callable[[Due, Desk], Iterator[Draft | str]], few: Sequence[Due], services: Services,
    failures: list[Exception],
) -> list[str]:  # fmt: skip
    """Drafts these one by one and keeps them together. What could not be asked for one could not be for the others
    either: the next tick tries again, with what was kept behind it."""
    desk = desk_for(few, services)
    drafts: list[Draft] = []
    done: list[str] = []
    for due in few:
        try:
            for made in drafted(due, desk):
                drafts += [made] if isinstance(made, Draft) else []
                done += [made] if isinstance(made, str) else []
        except (EngineUnavailable, Unavailable):
            raise
        except Exception as error:
            failures.append(error)
    return done + keep(drafts, services, failures)


def _missed(due: Due, desk: Desk) -> Iterator[Draft | str]:
    missed = _empty(due, desk.key(due, "missed"))
    yield Draft(replace(missed, state="missed"), f"{missed.key}: missed, it is too late for it")


def _draft(due: Due, desk: Desk) -> Iterator[Draft | str]:
    found: list[tuple[Schedule, Unseen]] = []
    for schedule, slot in due.slots:
        try:
            found.append((schedule, unseen(schedule, desk.services, desk.known)))
        except InvalidQuery as told:  # it could be read when it was subscribed to
            _put_aside(schedule, slot, str(told), desk.services)
            yield f"subscription {schedule.id} in {schedule.channel_id}: paused, {told}"
    readable = {schedule.id for schedule, _ in found}
    due = replace(due, slots=tuple((schedule, slot) for schedule, slot in due.slots if schedule.id in readable))
    if found:
        digest, picks = _held(due, found, desk)
        posting, shown = _posting(due, digest, found, picks)
        what = digest.papers if digest.items else "nothing new"
        yield Draft(posting, f"{posting.key}: {what} for {count(len(due.slots), 'subscription')}", shown)


def _put_aside(schedule: Schedule, slot: Slot, why: str, services: Services) -> None:
    """Told first: whoever is interrupted in between leaves both to the next tick, and the key keeps it from being told
    twice."""
    key = f"unreadable:{schedule.id}:{slot.name}"
    tell(schedule.creator, key, unreadable(schedule, why), team_id=schedule.team_id, at=slot.at, services=services)
    services.schedules.change(replace(schedule, paused=why))


def _held(due: Due, found: Found, desk: Desk) -> tuple[Digest, tuple[Pick, ...]]:
    queries = {schedule.id: schedule.query for schedule, _ in found}
    picks, held = _there(picked(found, HOLDS), queries, desk.services)
    bringing = [schedule for schedule, _ in found if any(schedule.id in pick.schedules for pick in picks)]
    quiet = [schedule for schedule, _ in found if schedule not in bringing and not schedule.quiet]
    return Digest(
        key=desk.key(due, "digest"),
        items=held,
        topics=tuple(schedule.query for schedule in bringing),
        nothing=tuple(_nothing(schedule, due.at) for schedule in quiet),
        further=len(picks) - len(held),
        waiting=any(_waits(schedule, brings, picks) for schedule, brings in found),
        rhythm=said(bringing[0].timetable) if len(bringing) == 1 else "",
    ), picks


def _there(
    picks: tuple[Pick, ...], queries: Mapping[str, str], services: Services
) -> tuple[tuple[Pick, ...], tuple[Item, ...]]:
    """The picks, and as many of them as a message can show, as they are shown."""
    held = items(picks, queries, services, MOST)
    if len(held) < len(picks[:MOST]):  # the index has not caught up with papers that left
        papers = {paper.id for paper in services.library.papers([pick.paper for pick in picks])}
        picks = tuple(pick for pick in picks if pick.paper in papers)
        held = items(picks, queries, services, MOST)
    return picks, held


def _nothing(schedule: Schedule, at: datetime) -> Nothing:
    return Nothing(schedule.query, next_slot(schedule.timetable, at).at, schedule.timetable.zone)


def _waits(schedule: Schedule, brings: Unseen, picks: Sequence[Pick]) -> bool:
    return brings.waiting > sum(schedule.id in pick.schedules for pick in picks)


def _posting(
    due: Due, digest: Digest, found: Found, picks: Sequence[Pick]
) -> tuple[Posting, tuple[tuple[str, str], ...]]:
    """The posting, and which papers it shows for which subscription."""
    empty = _empty(due, digest.key)
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


def _empty(due: Due, key: str) -> Posting:
    return Posting(
        key=key, team_id=due.team_id, channel_id=due.channel_id, kind="digest", at=due.at, slots=due.named,
        state="empty",
    )  # fmt: skip


def upcoming(schedule: Schedule, services: Services) -> Digest:
    """What this subscription alone would bring if it were due now. Raises as `unseen` does."""
    brings = unseen(schedule, services)
    picks, held = _there(picked([(schedule, brings)], HOLDS), {}, services)
    return Digest(
        key="",
        items=held,
        further=len(picks) - len(held),
        topics=(schedule.query,),
        waiting=_waits(schedule, brings, picks),
    )


def preview(schedule: Schedule, services: Services, now: datetime) -> Reply:
    """What the next digest of this subscription would hold, and when it comes."""
    digest, slot = upcoming(schedule, services), next_run(schedule, now)
    return preview_message(digest, *preview_lines(digest, slot.at if slot else None, schedule.timetable.zone))
