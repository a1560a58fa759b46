"""What a channel's paper of the week is set to, what it is picked from, and those that the channel had."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from handlers.blocks import kit, state, week_state
from handlers.blocks.moments import line_said, moment
from handlers.blocks.shapes import Line, Run, actions, bold, button, code, reply, rich
from handlers.blocks.weekly import Past, past_line
from handlers.calendar import said
from handlers.messages import Reply
from handlers.schedules import Schedule

HOW_ON = "/papers week on Mon 09:00"
OFF = "/papers week topic off"

_WHAT = (
    "Once a week I pick one paper for a channel: what it says, why it was picked, votes, and questions to begin a talk."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What there is to pick from: nominated papers, and how many more of them are `outside` of the topic; numbers of
    subscriptions, searched topics, votes and answers in duels."""

    nominated: tuple[str, ...] = ()
    outside: int = 0
    subscriptions: int = 0
    searches: int = 0
    votes: int = 0
    duels: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekView:
    """The week's schedule with its next moment (None: nothing comes), a slot that is left out, the latest pick with the
    paper's handle, what comes of sources, and notes to be read first."""

    schedule: Schedule
    coming: datetime | None
    left_out: datetime | None = None
    latest: Past | None = None
    paper_id: str = ""
    sources: Sources = Sources()
    notes: tuple[str, ...] = ()


def off_reply(*notes: str, replaces: bool = False) -> Reply:
    """The channel has none: what it is, and how to have it."""
    lines: list[Line] = [
        *([Run(note)] for note in notes),
        [Run("This channel has no paper of the week.")],
        [Run(_WHAT)],
        [Run("Press the button for Mondays at 9:00, or choose the time: "), code(HOW_ON)],
    ]
    on = actions(button("Switch it on", week_state.ON, week_state.empty()))
    return reply(map(line_said, lines), [*rich(*lines), on], replaces=replaces)


def week_reply(view: WeekView, *, replaces: bool = False) -> Reply:
    """How the channel's paper of the week is set, this week's one, and what the next one is picked from."""
    lines = [*([Run(kit.cut(kit.tidy(note), 600))] for note in view.notes), *_setting(view)]
    if view.latest:
        lines.append(past_line("The latest: ", view.latest))
    lines += [
        *_from(view),
        *_outside(view.sources),
        [Run("More: "), code("/papers week preview"), Run(", history, standings, skip, off")],
    ]
    buttons = []
    if view.paper_id:
        buttons.append(button("Read", state.READ, state.written(state.PaperState(view.paper_id)), about=view.paper_id))
    if view.left_out and view.schedule.skip:
        slot = week_state.slot_value(week_state.SlotState(view.schedule.id, view.schedule.skip))
        buttons.append(button("Do not leave it out", week_state.UNSKIP, slot))
    buttons.append(button("Nominate a paper…", week_state.NOMINATION, week_state.empty()))
    return reply(map(line_said, lines), [*rich(*lines), actions(*buttons)], replaces=replaces)


def history_reply(picks: Sequence[Past], skipped: int, total: int) -> Reply:
    """The papers that the channel had, the newest first; `skipped` weeks were left out."""
    if not picks:
        return reply(*_alone("This channel has had no paper of the week yet."))
    more = f", the latest {len(picks)} of them" if total > len(picks) else ""
    count = "1 paper of the week" if total == 1 else f"{total} papers of the week"
    lines: list[Line] = [[bold(count), Run(f" in this channel{more}")]]
    lines += [past_line(f"{number}. ", past) for number, past in enumerate(picks, start=1)]
    if skipped:
        lines.append([Run("1 week was left out." if skipped == 1 else f"{skipped} weeks were left out.")])
    return reply(map(line_said, lines), rich(*lines))


def _alone(sentence: str) -> tuple[list[str], tuple[dict[str, object], ...]]:
    return [kit.inert(sentence)], rich([Run(sentence)])


def _setting(view: WeekView) -> list[Line]:
    schedule = view.schedule
    if schedule.paused is not None:
        why = kit.cut(kit.tidy(schedule.paused), 300)
        return [[bold("Paper of the week: paused. "), Run(f"{why}. To go on, type "), code("/papers week on")]]
    zone = schedule.timetable.zone
    coming = [Run(", next "), moment(view.coming, zone)] if view.coming else []
    lines: list[Line] = [[bold("Paper of the week: "), Run(said(schedule.timetable)), *coming]]
    if view.left_out:
        lines.append([Run("Left out: "), moment(view.left_out, zone)])
    return lines


def _from(view: WeekView) -> list[Line]:
    topic, sources = view.schedule.query, view.sources
    among = [Run(" from papers on "), Run(kit.cut(kit.tidy(topic), 200), italic=True)] if topic else []
    if sources.nominated:
        named = kit.cut(", ".join(sources.nominated), 400)
        return [[Run("The next one is picked"), *among, Run(f": nominated ones first, at the moment {named}.")]]
    known = _known(sources)
    if known:
        return [
            [Run("The next one is picked"), *among, Run(f" by what you like here: {known}. A nomination goes first.")]
        ]
    lot = "by lot, until searches, subscriptions, votes, duels or nominations here tell what you like."
    return [[Run("The next one is picked"), *among, Run(f" {lot}")]]


def _outside(sources: Sources) -> list[Line]:
    if not sources.outside:
        return []
    waiting = "1 nominated paper waits" if sources.outside == 1 else f"{sources.outside} nominated papers wait"
    return [[Run(f"{waiting}, not being on this topic. To have all topics again, type "), code(OFF)]]


def _known(sources: Sources) -> str:
    counted = (
        (sources.subscriptions, "subscription", "subscriptions"),
        (sources.searches, "searched topic", "searched topics"),
        (sources.votes, "vote", "votes"),
        (sources.duels, "answer in duels", "answers in duels"),
    )
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in counted if number)
