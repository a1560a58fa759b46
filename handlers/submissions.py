"""Windows that were sent off: what comes of them, or what has to be mended in them."""

from dataclasses import replace

from handlers.blocks import state
from handlers.blocks.notice import OLD_BUTTON
from handlers.blocks.subscription_form import CHANNEL, QUERY, QUIET, RHYTHM, RHYTHMS, TIME, WEEKDAY
from handlers.calendar import Timetable
from handlers.dispatch import UNAVAILABLE
from handlers.errors import Unavailable, UserError
from handlers.messages import Mend, Submission, Submitted, Whisper
from handlers.ports import Services
from handlers.subscriptions.buttons import GONE
from handlers.subscriptions.subscribed import made_reply
from handlers.subscriptions.subscribing import Subscribed, Wish, in_place, rescheduled, subscribe, topic
from handlers.subscriptions.topics import topic_key
from search.errors import EngineUnavailable, InvalidQuery

CALLBACK_IDS = (state.SUB_NEW, state.SUB_EDIT)
"""Every callback id that our windows carry."""


def handle_submission(submission: Submission, services: Services) -> Submitted:
    """What sending off the window leads to. What a person can mend is said at the field; the window stays open."""
    try:
        if submission.callback_id == state.SUB_NEW:
            return _new(submission, services)
        if submission.callback_id == state.SUB_EDIT:
            return _edited(submission, services)
    except (UserError, InvalidQuery, Unavailable) as told:
        return Mend({QUERY: str(told)})
    except EngineUnavailable:
        return Mend({QUERY: UNAVAILABLE})
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
