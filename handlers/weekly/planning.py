"""Papers of the week that are due: picked, written and planned, one for each channel that wants one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

from handlers.blocks.regrets import unreadable
from handlers.blocks.weekly import Past, WeekPost, no_paper_message, paper_name, preview_reply, week_message
from handlers.blocks.why import Why, reason_said
from handlers.calendar import Slot, due_slot, missed_slot, said
from handlers.drafts import Draft, few_by_few, keep
from handlers.errors import Unavailable
from handlers.messages import Reply
from handlers.notices import tell
from handlers.once import for_one_tick
from handlers.ports import Services
from handlers.reasons import LikeAPick
from handlers.schedules import Posting, Schedule
from handlers.weekly.choice import Choice
from handlers.weekly.coming import coming
from handlers.weekly.desk import Desk, desk_for
from handlers.weekly.looking_back import Replies, past
from handlers.weekly.picking import pick
from handlers.weekly.questions import questions
from search.errors import EngineUnavailable, InvalidQuery

Find = Callable[..., Slot | None]


def plan_weeks(now: datetime, services: Services) -> tuple[str, ...]:
    """Plans every paper of the week that is due, and records those that are left out or that it is too late for; says
    of each what was done. A channel whose paper cannot be planned holds up no other: what went wrong is raised at the
    end, together."""
    services = for_one_tick(services)
    weeks = tuple(schedule for schedule in services.schedules.active() if schedule.kind == "week")
    due = [(schedule, found) for schedule in weeks if (found := _slot(schedule, now))]
    replies = Replies(services)
    done: list[str] = []
    failures: list[Exception] = []
    for few in few_by_few(due):
        desk = desk_for([(schedule, slot) for schedule, (slot, _) in few], services)
        drafts: list[Draft] = []
        for schedule, (slot, missed) in few:
            try:
                for made in _plan(schedule, slot, missed, desk, services, replies):
                    drafts += [made] if isinstance(made, Draft) else []
                    done += [made] if isinstance(made, str) else []
            except (EngineUnavailable, Unavailable):  # nothing else could be planned either; the next tick tries again
                raise
            except Exception as error:
                failures.append(error)
        done += keep(drafts, services, failures)
    if failures:
        raise ExceptionGroup("Papers of the week could not be planned", failures)
    return tuple(done)


def preview(schedule: Schedule, services: Services, now: datetime) -> Reply:
    """The paper that would be picked now, for the next slot that is not left out."""
    slot = coming(schedule, now).slot
    name = slot.name if slot else now.date().isoformat()
    choice = pick(schedule, name, services, now)
    post = _post("", schedule, choice, services) if choice else None
    at = slot.at if slot else None
    return preview_reply(post, at) if post else no_paper_message(schedule.query, at, schedule.timetable.zone)


def _slot(schedule: Schedule, now: datetime) -> tuple[Slot, bool] | None:
    """The slot that something is to be done about, and whether it is too late for it."""
    missed, due = _found(schedule, missed_slot, now), _found(schedule, due_slot, now)
    if missed:
        return missed, True
    return (due, False) if due else None


def _found(schedule: Schedule, find: Find, now: datetime) -> Slot | None:
    return find(schedule.timetable, since=schedule.since, settled=schedule.settled, now=now)


def _plan(
    schedule: Schedule, slot: Slot, missed: bool, desk: Desk, services: Services, replies: Replies
) -> Iterator[Draft | str]:
    if missed:
        posting = _posting(schedule, slot, desk, "missed")
        yield Draft(replace(posting, state="missed"), f"{posting.key}: missed, it is too late for it")
    elif slot.name == schedule.skip:
        posting = replace(_posting(schedule, slot, desk), state="empty", facts={"skipped": True})
        yield Draft(posting, f"{posting.key}: left out, as somebody asked")
    else:
        try:
            choice = pick(schedule, slot.name, services, slot.at, desk.of(schedule))
        except InvalidQuery as told:  # it could be read when it was set
            _put_aside(schedule, slot, str(told), services)
            yield f"paper of the week in {schedule.channel_id}: paused, {told}"
            return
        yield _draft(schedule, slot, choice, desk, services, replies)


def _put_aside(schedule: Schedule, slot: Slot, why: str, services: Services) -> None:
    """Told first: whoever is interrupted in between leaves both to the next tick, and the key keeps it from being told
    twice."""
    key = f"unreadable:{schedule.id}:{slot.name}"
    tell(schedule.creator, key, unreadable(schedule, why), team_id=schedule.team_id, at=slot.at, services=services)
    services.schedules.change(replace(schedule, paused=why))


def _draft(
    schedule: Schedule, slot: Slot, choice: Choice | None, desk: Desk, services: Services, replies: Replies
) -> Draft:
    empty = _posting(schedule, slot, desk)
    post = _post(empty.key, schedule, choice, services) if choice else None
    if choice and post:
        last = _last(schedule, desk, services, replies)
        posting = _with(empty, week_message(replace(post, last=last)))
        facts = {"reason": reason_said(post.why), "questions": list(post.questions)}
        posting = replace(posting, papers=(choice.paper_id,), facts=facts)
        return Draft(posting, f"{posting.key}: {choice.paper_id}")
    if schedule.quiet:
        posting = replace(empty, state="empty")
    else:
        again = coming(schedule, slot.at).slot
        posting = _with(empty, no_paper_message(schedule.query, again.at if again else None, schedule.timetable.zone))
    return Draft(posting, f"{posting.key}: no paper to pick")


def _posting(schedule: Schedule, slot: Slot, desk: Desk, kind: str = "week") -> Posting:
    return Posting(
        key=desk.key(schedule, slot, kind),
        team_id=schedule.team_id,
        channel_id=schedule.channel_id,
        kind="week",
        at=slot.at,
        slots=((schedule.id, slot.name),),
    )


def _with(posting: Posting, message: Reply) -> Posting:
    return replace(posting, message={"text": message.text, "blocks": list(message.blocks)})


def _post(key: str, schedule: Schedule, choice: Choice, services: Services) -> WeekPost | None:
    """None when the paper has left the library since it was chosen."""
    liked = choice.reason.paper_id if isinstance(choice.reason, LikeAPick) else ""
    papers = {paper.id: paper for paper in services.library.papers(filter(None, [choice.paper_id, liked]))}
    paper = papers.get(choice.paper_id)
    if paper is None:
        return None
    zone = schedule.timetable.zone
    named = paper_name(papers[liked]) if liked in papers else liked
    return WeekPost(
        key=key,
        paper=paper,
        why=Why(reason=choice.reason, liked=named, zone=zone),
        questions=questions(paper),
        rhythm=f"Comes {said(schedule.timetable)}",
    )


def _last(schedule: Schedule, desk: Desk, services: Services, replies: Replies) -> Past | None:
    """The last one that was sent."""
    sent = [pick for pick in desk.of(schedule).told.picked if pick.ts][:1]
    told = past(sent, schedule.team_id, schedule.channel_id, schedule.timetable.zone, services, replies)
    return next(iter(told), None)
