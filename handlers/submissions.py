"""Windows that were sent off: what comes of them, or what has to be mended in them."""

from collections.abc import Callable
from dataclasses import replace

from handlers.blocks import (
    home_state,
    nomination,
    note_form,
    reader_state,
    search_state,
    share_window,
    shelf_state,
    state,
    week_state,
)
from handlers.blocks.notice import OLD_BUTTON
from handlers.blocks.subscription_form import CHANNEL, QUERY, QUIET, RHYTHM, RHYTHMS, TIME, WEEKDAY
from handlers.calendar import Timetable
from handlers.errors import Unavailable, UserError
from handlers.home.buttons import handle_home_note
from handlers.mending import UNAVAILABLE
from handlers.messages import Whisper
from handlers.ports import Services
from handlers.reading_list.notes import handle_note
from handlers.reading_list.reading import handle_noted
from handlers.shortcuts.searching import sent_search
from handlers.shortcuts.sharing import sent_share
from handlers.subscriptions.buttons import GONE
from handlers.subscriptions.subscribed import made_reply
from handlers.subscriptions.subscribing import Subscribed, Wish, in_place, rescheduled, subscribe, topic
from handlers.subscriptions.topics import topic_key
from handlers.weekly.nominating import handle_nomination
from handlers.windows import Mend, Submission, Submitted
from search.errors import EngineUnavailable, InvalidQuery

Handle = Callable[[Submission, Services], Submitted]


def handle_submission(submission: Submission, services: Services) -> Submitted:
    """What sending off the window leads to. What a person can mend is said at the field; the window stays open."""
    first, handle = _WINDOWS.get(submission.callback_id, (QUERY, _of_another_version))
    try:
        return handle(submission, services)
    except (UserError, InvalidQuery, Unavailable) as told:
        return Mend({first: str(told)})
    except EngineUnavailable:
        return Mend({first: UNAVAILABLE})


def _of_another_version(_submission: Submission, _services: Services) -> Mend:
    return Mend({QUERY: OLD_BUTTON})


def _new(submission: Submission, services: Services) -> Submitted:
    place = state.place_state(submission.state)
    timetable = _timetable(submission, place.zone) if place else None
    if not place or not timetable:
        return Mend({QUERY: OLD_BUTTON})
    channel_id = submission.values.get(CHANNEL, place.channel_id)
    try:
        note = in_place(channel_id, place.channel_id, submission.team_id, submission.user_id, services)
    except UserError as told:
        return Mend({CHANNEL: str(told)})
    wish = Wish(
        team_id=submission.team_id,
        channel_id=channel_id,
        user_id=submission.user_id,
        topic=topic(submission.values.get(QUERY, ""), services),
        timetable=timetable,
        quiet=_quiet(submission),
        now=submission.now,
    )
    return _told(subscribe(wish, services), (note, *wish.topic.notes), submission, services)


def _edited(submission: Submission, services: Services) -> Submitted:
    named = state.schedule_state(submission.state)
    schedule = services.schedules.schedule(submission.team_id, named.id) if named else None
    if not schedule:
        return Mend({QUERY: GONE})
    timetable = _timetable(submission, schedule.timetable.zone)
    if not timetable:
        return Mend({QUERY: OLD_BUTTON})
    query = topic(submission.values.get(QUERY, ""), services)
    timed = rescheduled(schedule, timetable, submission.now)
    changed = replace(timed, query=query.typed, key=topic_key(query), quiet=_quiet(submission))
    if not services.schedules.change(changed):
        return Mend({QUERY: "This channel is subscribed to that topic already, or this subscription was removed."})
    return _told(Subscribed(changed, "changed"), query.notes, submission, services)


def _told(done: Subscribed, notes: tuple[str, ...], submission: Submission, services: Services) -> Whisper:
    channel_id = done.schedule.channel_id
    message = made_reply(done, tuple(filter(None, notes)), channel_id, services, submission.now)
    return Whisper(channel_id, submission.user_id, message)


def _quiet(submission: Submission) -> bool:
    return submission.values.get(QUIET) != "off"


def _timetable(submission: Submission, zone: str) -> Timetable | None:
    """When it shall come; None where the fields are not those of our window."""
    values = submission.values
    rhythm = next((known for _, known in RHYTHMS if known == values.get(RHYTHM)), None)
    hour, _, minute = values.get(TIME, "").partition(":")
    day = values.get(WEEKDAY, "")
    if not (rhythm and hour.isdecimal() and minute.isdecimal() and day.isdecimal()):
        return None
    if int(hour) > 23 or int(minute) > 59 or int(day) > 6:
        return None
    return Timetable(rhythm=rhythm, weekday=int(day), hour=int(hour), minute=int(minute), zone=zone)


_WINDOWS: dict[str, tuple[str, Handle]] = {
    state.SUB_NEW: (QUERY, _new),
    state.SUB_EDIT: (QUERY, _edited),
    week_state.NOMINATION: (nomination.PAPER, handle_nomination),
    shelf_state.FORM: (note_form.STATE, handle_note),
    reader_state.NOTED: (note_form.STATE, handle_noted),
    home_state.FORM: (note_form.STATE, handle_home_note),
    search_state.WINDOW: (search_state.QUERY, sent_search),
    share_window.SHARING: (share_window.CHANNEL, sent_share),
}
"""What comes of each window, and its first field, where what is wrong with all of it can be said."""
CALLBACK_IDS = tuple(_WINDOWS)
"""Every callback id that our windows carry."""
