"""The parts with which a person's Home begins: tips, the week, what is new, their list, notes and channels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from handlers.blocks import kit, lines, state
from handlers.blocks.asked import count
from handlers.blocks.entry import Entry
from handlers.blocks.home import section
from handlers.blocks.home_papers import found_blocks, listed_blocks
from handlers.blocks.home_state import LISTS, NEW, NOTES, SAVE, HomeEntry, HomePlace, entry_value, place_value
from handlers.blocks.moments import channel, moment
from handlers.blocks.shapes import Line, Run, actions, bold, button, code, context, rich
from handlers.blocks.shelf import EMPTY, HOW
from handlers.blocks.shelved import note_said
from handlers.blocks.subscription import timing_line
from handlers.blocks.weekly import Past, past_line
from handlers.messages import Block
from handlers.schedules import Schedule
from handlers.shelves import READ_STATES, ReadState, Shelved
from search.models import Paper

FIRST = 3
"""Papers of each part that the beginning shows."""
CHANNELS = 5
"""Channels whose paper of the week is shown, and subscriptions that are named."""
NEW_MOST = 50
NOTE = 200
LABELS: dict[ReadState, str] = {"to read": "To read", "reading": "Reading", "read": "Already read"}
_MAIN = HomePlace()
_NEW = "New since your last visit"
_AWAY = "Slack did not tell which channels you are in. Press Home again in a minute."
_ALONE = "We are in no channel together yet. To bring me into one, type /invite @paperboy there."


@dataclass(frozen=True, slots=True)
class Pick:
    """A channel's paper of the week; `saved` says whether it is on the person's list, and `there` in the library."""

    channel_id: str
    past: Past
    paper_id: str
    there: bool
    saved: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A paper that the person has said something of; None in its place when it has left the library."""

    shelved: Shelved
    paper: Paper | None


@dataclass(frozen=True, slots=True)
class Subscription:
    """A schedule of one of their channels, and when it comes next."""

    schedule: Schedule
    coming: datetime | None


def tips() -> Iterator[Block]:
    """For a first visit."""
    yield from section(
        "Welcome",
        rich(
            [Run("This page is yours: nobody else sees it.")],
            [bold("Search: "), Run("type a few words above. In a channel, type "), code("/papers"), Run(" and words.")],
            [bold("Ask: "), Run("send me a question as a message, or name me in a channel with one.")],
            [bold("Keep: "), Run("press Save at a paper. It waits here, with your notes and stars.")],
            [bold("Follow: "), code("/papers subscribe"), Run(" and a topic brings its papers to a channel.")],
        ),
    )


def week_part(picks: Sequence[Pick], channels: int | None) -> Iterator[Block]:
    """The papers of the week; `channels` is how many they share with us, None where that cannot be told."""
    if channels is None:
        return section("This week", rich([Run(_AWAY)]))
    if not channels:
        return section("This week", rich([Run(_ALONE)]))
    if not picks:
        none = [Run("None of your channels has a paper of this week. To have one, type "), code("/papers week")]
        return section("This week", rich([*none, Run(" in a channel.")]))
    return section("This week", [block for pick in picks for block in _pick(pick)])


def new_part(entries: Sequence[Entry], mine: dict[str, Shelved], total: int, since: datetime) -> Iterator[Block]:
    """What has come since the last visit."""
    at = moment(since, "UTC")
    if not entries:
        return section(_NEW, rich([Run("Nothing has come to the library since "), at, Run(".")]))
    more = f"More than {NEW_MOST} papers" if total > NEW_MOST else count(total)
    blocks = list(rich([bold(more), Run(" since "), at, Run(".")]))
    for entry in entries[:FIRST]:
        blocks += found_blocks(entry, mine.get(entry.paper.id), _MAIN, "new")
    if len(entries) > FIRST:
        blocks.append(actions(button("Show all that is new", NEW, place_value(HomePlace("new")))))
    return section(_NEW, blocks)


def list_part(rows: Sequence[Row], counts: dict[ReadState, int]) -> Iterator[Block]:
    """The beginning of the reading list."""
    if not any(counts.values()):
        return section("My reading list", rich([bold(EMPTY)], [Run(HOW)]))
    blocks = [list_tabs(counts)]
    for row in rows:
        blocks += listed_blocks(row.shelved, row.paper, _MAIN, "your list")
    return section("My reading list", blocks)


def list_tabs(counts: dict[ReadState, int]) -> Block:
    """The ways to the papers of each state."""
    return actions(
        *(
            button(f"{LABELS[one]} ({counts[one]:,})", action_id, place_value(HomePlace("list", one)), about="papers")
            for one, action_id in zip(READ_STATES, LISTS, strict=True)
        )
    )


def notes_part(rows: Sequence[Row], total: int) -> Iterator[Block]:
    """The latest notes, a line each."""
    if not rows:
        how = "You have none yet. Press Note and stars… at a paper on your list to write one."
        return section("My notes", rich([Run(how)]))
    named = [[bold(row_name(row)), Run(f"  {note_said(row.shelved, NOTE)}")] for row in rows]
    more = actions(button(f"Show all notes ({total:,})", NOTES, place_value(HomePlace("notes"))))
    return section("My notes", [*rich(*named), more])


def subscriptions_part(held: Sequence[Subscription], total: int) -> Iterator[Block]:
    """What comes to their channels, and when."""
    if not held:
        none = [Run("No subscriptions yet. To make one, type "), code("/papers subscribe"), Run(" and a topic there.")]
        return section("In my channels", rich(none))
    named = rich(*(_comes(one) for one in held))
    rest = [context(f"And {total - len(held)} more.")] if total > len(held) else []
    how: Line = [Run("To change them, type "), code("/papers subscriptions"), Run(" or "), code("/papers week")]
    how = [*how, Run(" in their channel.")]
    return section("In my channels", [*named, *rest, *rich(how)])


def row_name(row: Row) -> str:
    """What its paper is called."""
    return lines.name(row.paper, 150) if row.paper else f"Paper {row.shelved.paper_id}"


def _pick(pick: Pick) -> Iterator[Block]:
    yield from rich([channel(pick.channel_id), *past_line(": ", pick.past)])
    if pick.there:
        read = button("Read", state.READ, state.written(state.PaperState(pick.paper_id)), about=_about(pick))
        kept = button("Save", SAVE, entry_value(HomeEntry(pick.paper_id, _MAIN)), about=_about(pick))
        yield actions(read, *([] if pick.saved else [kept]))


def _about(pick: Pick) -> str:
    return f"{pick.paper_id}, paper of the week in {pick.channel_id}"


def _comes(one: Subscription) -> Line:
    schedule = one.schedule
    topic = kit.cut(kit.tidy(schedule.query), 150)
    what = topic if schedule.kind == "digest" else f"Paper of the week{f' on {topic}' if topic else ''}"
    # Whether it speaks when there is nothing is said where that can be changed.
    timing = timing_line(replace(schedule, quiet=True), one.coming)
    return [bold(what), Run(" in "), channel(schedule.channel_id), Run(": "), *timing]
