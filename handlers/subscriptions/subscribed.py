"""What is said of subscriptions: of one that was just made, and of those that there are."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from handlers.blocks.digest import next_line, preview_message
from handlers.blocks.shapes import Run, rich
from handlers.blocks.state import ListState
from handlers.blocks.subscription import PAGE, Listing, Row, buttons, list_reply, made_line, timing_line
from handlers.digests.picking import remembered
from handlers.digests.planning import upcoming
from handlers.digests.unseen import unseen
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Posting, Schedule, next_run
from handlers.subscriptions.subscribing import Subscribed, subscriptions
from search.errors import EngineUnavailable, InvalidQuery

FIRST = 3
"""Papers of the next digest that are shown when a channel is subscribed."""


def made_reply(done: Subscribed, notes: Sequence[str], here: str, services: Services, now: datetime) -> Reply:
    """What was done, when it comes, and what would come first."""
    schedule, slot = done.schedule, next_run(done.schedule, now)
    digest = upcoming(schedule, services)
    told = [made_line(schedule, done.fate, here), timing_line(schedule, slot.at if slot else None)]
    told += [[Run(note)] for note in notes]
    first = next_line(digest, paused=schedule.paused is not None)
    head = [*rich(*told), buttons(schedule, ListState(), few=True), *rich(first)]
    return preview_message(digest, *told, first, head=head, most=FIRST)


def listing(
    team_id: str, channel_ids: Sequence[str], page: ListState, services: Services, now: datetime, *notes: str,
    replaces: bool = False,
) -> Reply:  # fmt: skip
    """The page of the subscriptions of these channels, or the last page where there are fewer by now."""
    every = subscriptions(tuple(channel_ids), team_id, services)
    offset = min(page.offset, max(0, len(every) - 1)) // PAGE * PAGE
    rows = tuple(_row(schedule, services, now) for schedule in every[offset : offset + PAGE])
    shown = Listing(rows, len(every), ListState(offset, page.everywhere), tuple(filter(None, notes)))
    return list_reply(shown, replaces=replaces)


def channels(team_id: str, user_id: str, here: str, page: ListState, services: Services) -> tuple[str, ...]:
    """The channels whose subscriptions are on such a page."""
    return services.people.channels_of(team_id, user_id) if page.everywhere else (here,)


def _row(schedule: Schedule, services: Services, now: datetime) -> Row:
    slot = next_run(schedule, now)
    return Row(schedule, _last(schedule, services), slot.at if slot else None, _waiting(schedule, services))


def _last(schedule: Schedule, services: Services) -> Posting | None:
    """Its last posting; one that held papers of other subscriptions alone was empty for this one."""
    last = next(iter(services.outbox.of_schedule(schedule.id, 1)), None)
    picks = remembered(last.facts) if last else ()
    only_others = picks and not any(schedule.id in pick.schedules for pick in picks)
    return replace(last, state="empty") if last and only_others else last


def _waiting(schedule: Schedule, services: Services) -> int | None:
    try:
        return unseen(schedule, services).waiting
    except (InvalidQuery, EngineUnavailable):  # the list is of use without the number, to pause or remove one
        return None
