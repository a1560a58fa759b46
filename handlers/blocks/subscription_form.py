"""The windows in which a subscription is made and changed."""

from handlers.blocks import kit, state
from handlers.blocks.inputs import Option, channel_field, choice, form, text_field, time_field
from handlers.blocks.shapes import context
from handlers.calendar import WEEKDAYS, Rhythm, Timetable
from handlers.messages import Block
from handlers.schedules import Schedule
from handlers.windows import Modal
from search.grammar import LONGEST

CHANNEL, QUERY, RHYTHM, WEEKDAY, TIME, QUIET = "channel", "query", "rhythm", "weekday", "time", "quiet"

RHYTHMS: tuple[tuple[str, Rhythm], ...] = (
    ("Every week", "weekly"), ("Monday to Friday", "weekdays"), ("Every day", "daily")
)  # fmt: skip
_DAYS: tuple[Option, ...] = tuple((day, str(number)) for number, day in enumerate(WEEKDAYS))
_SILENCE: tuple[Option, ...] = (("Post nothing", "on"), ("Say so in the channel", "off"))
_SYNTAX = "As in a search: words, “a phrase”, -word, one OR two, author:name, year:2025"


def new_form(channel_id: str, timetable: Timetable) -> Modal:
    """For a subscription that is to be made, in this channel if nobody chooses another one."""
    fields = [channel_field(CHANNEL, "Channel", channel_id), *_fields("", timetable, True)]
    return form(
        "Subscribe to a topic", fields, submit="Subscribe", callback_id=state.SUB_NEW,
        state=state.written(state.PlaceState(channel_id, timetable.zone)),
    )  # fmt: skip


def edit_form(schedule: Schedule) -> Modal:
    """For one that is there; what has been shown for it stays known."""
    fields = _fields(schedule.query, schedule.timetable, schedule.quiet)
    return form(
        "Change a subscription", fields, submit="Save", callback_id=state.SUB_EDIT,
        state=state.written(state.ScheduleState(schedule.id)),
    )  # fmt: skip


def _fields(query: str, timetable: Timetable, quiet: bool) -> list[Block]:
    time = f"{timetable.hour:02}:{timetable.minute:02}"
    return [
        text_field(QUERY, "Topic", value=query, hint=_SYNTAX, longest=LONGEST),
        choice(RHYTHM, "How often", RHYTHMS, timetable.rhythm),
        choice(WEEKDAY, "Day", _DAYS, str(timetable.weekday), hint="Counts where it comes every week."),
        time_field(TIME, "Time", time, timetable.zone),
        choice(QUIET, "When there is nothing new", _SILENCE, "on" if quiet else "off"),
        context(f"Times are those of {kit.tidy(timetable.zone)}."),
    ]
