"""Subscriptions: the one just made, and those of a channel with what becomes of them."""

import re
from dataclasses import dataclass
from datetime import datetime

from handlers.blocks import kit, state
from handlers.blocks.asked import count
from handlers.blocks.moments import channel, line_said, moment
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, mention, reply, rich
from handlers.calendar import WEEKDAYS, said
from handlers.messages import Block, Reply
from handlers.schedules import Posting, Schedule

PAGE = 5
QUERY = 200

_MEMBER = re.compile(r"[UW][A-Z0-9]{2,20}")
_NONE_HERE = "This channel has no subscriptions yet."
_NONE_ANYWHERE = "None of the channels that you and I are in has a subscription."
_HOW = "To make one, type /papers subscribe and a topic, for example /papers subscribe kv cache weekly on Mon at 9:00"

_WHAT = "A subscription brings papers on a topic to a channel, the best first and each of them once."
_WHEN = "It comes daily, weekdays or weekly; a channel’s name before the topic sends it there."


@dataclass(frozen=True, slots=True)
class Row:
    """A subscription in the list: its last posting, when it comes next, and how many papers wait; None where that
    cannot be told."""

    schedule: Schedule
    last: Posting | None
    coming: datetime | None
    waiting: int | None


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the list; `total` subscriptions are in all of it. `notes` are to be read first."""

    rows: tuple[Row, ...]
    total: int
    page: state.ListState
    notes: tuple[str, ...] = ()


def typed(schedule: Schedule) -> str:
    """What makes this subscription: `/papers subscribe kv cache weekly on Mon at 09:00`."""
    timetable = schedule.timetable
    day = f" on {WEEKDAYS[timetable.weekday][:3]}" if timetable.rhythm == "weekly" else ""
    time = f"{timetable.hour:02}:{timetable.minute:02}"
    loud = "" if schedule.quiet else " quiet off"
    return f"/papers subscribe {schedule.query} {timetable.rhythm}{day} at {time}{loud}"


def list_reply(listing: Listing, *, replaces: bool = False) -> Reply:
    """The page of the list, with buttons for each and for the pages around it."""
    if not listing.rows:
        return _empty_reply(listing, replaces)
    blocks: list[Block] = [*_noted(listing), *rich(_head(listing))]
    text = [*map(kit.inert, listing.notes), line_said(_head(listing))]
    for number, row in enumerate(listing.rows, start=listing.page.offset + 1):
        blocks += _row_blocks(row, number, listing.page)
        text.append(_row_text(row, number, listing.page))
    return reply(text, [*blocks, *_turning(listing)], replaces=replaces)


def buttons(schedule: Schedule, page: state.ListState, *, few: bool = False) -> Block:
    """What can be done with a subscription."""
    value = state.written(state.ScheduleState(schedule.id, page))
    turn = ("Pause", state.SUB_PAUSE) if schedule.paused is None else ("Resume", state.SUB_RESUME)
    change = [("Edit", state.SUB_EDIT), ("Remove", state.SUB_REMOVE)]
    labels = change if few else [("Preview", state.SUB_PREVIEW), turn, *change]
    about = f"{schedule.id}, {_query(schedule)}"
    return actions(*(button(label, action_id, value, about=about) for label, action_id in labels))


def timing_line(schedule: Schedule, coming: datetime | None) -> Line:
    """When it comes, or why not."""
    if schedule.paused is not None:
        return [Run(f"Paused: {kit.cut(kit.tidy(schedule.paused), 300)}")]
    zone = schedule.timetable.zone
    when = [Run(", next "), moment(coming, zone)] if coming else []
    silent = "" if schedule.quiet else "; says so when there is nothing new"
    return [Run(f"Comes {said(schedule.timetable)}"), *when, Run(silent)]


def made_line(schedule: Schedule, fate: str, here: str) -> Line:
    """What was done; the channel by name where it is another one."""
    elsewhere = schedule.channel_id != here
    place = [channel(schedule.channel_id)] if elsewhere else [Run("This channel")]
    query = Run(_query(schedule), italic=True)
    match fate:
        case "new":
            return [bold("Subscribed. "), *place, Run(" gets new papers for "), query]
        case "same":
            return [*place, Run(" is already subscribed to "), query]
        case "resumed":
            return [bold("Resumed. "), *place, Run(" gets new papers for "), query, Run(" again")]
        case _:
            return [bold("Changed. "), *place, Run(" gets new papers for "), query]


def start_reply() -> Reply:
    """How to subscribe, by typing or with a window."""
    lines = (_WHAT, _HOW, _WHEN)
    return reply(map(kit.inert, lines), [*rich(*([Run(line)] for line in lines)), _start()])


def _empty_reply(listing: Listing, replaces: bool) -> Reply:
    none = _NONE_ANYWHERE if listing.page.everywhere else _NONE_HERE
    blocks = [*_noted(listing), *rich([Run(none)], [Run(_HOW)]), _start()]
    return reply(map(kit.inert, [*listing.notes, none, _HOW]), blocks, replaces=replaces)


def _start() -> Block:
    return actions(button("Subscribe to a topic", state.SUB_NEW, state.written(state.ListState())))


def _noted(listing: Listing) -> tuple[Block, ...]:
    return rich(*([Run(kit.tidy(note))] for note in listing.notes))


def _head(listing: Listing) -> Line:
    where = " in the channels that you and I are in" if listing.page.everywhere else " in this channel"
    return [bold(count(listing.total, "subscription")), Run(where)]


def _row_lines(row: Row, number: int, page: state.ListState) -> tuple[Line, Line, Line]:
    place = [Run(" in "), channel(row.schedule.channel_id)] if page.everywhere else []
    name: Line = [Run(f"{number}. "), bold(_query(row.schedule)), *place]
    return name, timing_line(row.schedule, row.coming), [Run(f"{_waiting(row)}; "), *_last(row)]


def _row_blocks(row: Row, number: int, page: state.ListState) -> list[Block]:
    schedule = row.schedule
    creator = schedule.creator if _MEMBER.fullmatch(schedule.creator) else None
    by = mention(creator, "made by ", "") if creator else context("made by somebody")
    return [*rich(*_row_lines(row, number, page)), by, buttons(schedule, page)]


def _row_text(row: Row, number: int, page: state.ListState) -> str:
    name, timing, state_of_it = _row_lines(row, number, page)
    return f"{line_said(name)}: {line_said(timing)}. {line_said(state_of_it)}."


def _waiting(row: Row) -> str:
    if row.waiting is None:
        return "How many papers wait cannot be told now"
    if not row.waiting:
        return "No paper waits"
    return f"{count(row.waiting)} {'waits' if row.waiting == 1 else 'wait'}"


def _last(row: Row) -> Line:
    last, zone = row.last, row.schedule.timetable.zone
    if last is None:
        return [Run("nothing has been due yet")]
    at = moment(last.at, zone)
    match last.state:
        case "sent":
            return [Run("last post "), at]
        case "empty":
            return [Run("nothing new "), at]
        case "missed":
            return [Run("missed "), at, Run(", because I was away")]
        case "failed":
            return [
                Run("could not be posted "),
                at,
                Run(f": {kit.cut(kit.tidy(last.error or 'no reason known'), 200)}"),
            ]
        case _:
            return [Run("being posted since "), at]


def _turning(listing: Listing) -> list[Block]:
    offset, everywhere = listing.page.offset, listing.page.everywhere
    turns = [("Back", state.SUB_BACK, offset - PAGE), ("Next", state.SUB_NEXT, offset + PAGE)]
    made = [
        button(label, action_id, state.written(state.ListState(max(0, turned), everywhere)), about="subscriptions")
        for label, action_id, turned in turns
        if -PAGE < turned < listing.total
    ]
    return [context(f"{offset + 1}–{offset + len(listing.rows)} of {listing.total}"), actions(*made)] if made else []


def _query(schedule: Schedule) -> str:
    return kit.cut(kit.tidy(schedule.query), QUERY)
