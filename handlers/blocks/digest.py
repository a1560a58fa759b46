"""A digest: the papers that subscriptions bring to their channel, and the rest of them in its thread."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from handlers.blocks import kit, state
from handlers.blocks.asked import count
from handlers.blocks.items import MOST, Item, Part, fitting, short
from handlers.blocks.moments import line_said, moment
from handlers.blocks.shapes import Line, Run, actions, bold, button, code, context, reply, rich
from handlers.messages import Block, Reply

_CHANGE = "To change or stop this, type /papers subscriptions"
_MORE_WAIT = "More papers wait for the next time."


@dataclass(frozen=True, slots=True)
class Nothing:
    """A topic that has nothing new, and when it is looked at again."""

    topic: str
    again: datetime
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What a digest holds, in order, and how many `further` papers behind its button. `topics` are those that bring
    papers, `nothing` those that say that they bring none, `waiting` whether there is more than it holds, and `rhythm`
    when it comes, in words."""

    key: str
    items: tuple[Item, ...]
    topics: tuple[str, ...] = ()
    nothing: tuple[Nothing, ...] = ()
    waiting: bool = False
    rhythm: str = ""
    further: int = 0

    @property
    def papers(self) -> str:
        """How many it holds, in words."""
        return count(len(self.items) + self.further)


def digest_message(digest: Digest) -> tuple[Reply, int]:
    """The message for the channel, and how many of the items are in it; the rest is behind its button."""
    head = [*rich(_head(digest), *map(_nothing, digest.nothing))]
    foot = context(_MORE_WAIT if digest.waiting else "", digest.rhythm, _CHANGE)
    said = [line_said(line) for line in (_head(digest), *map(_nothing, digest.nothing))]
    end = [_MORE_WAIT if digest.waiting else "", kit.inert(f"{_CHANGE}.")]
    return fitting(
        Part(digest.items, digest.key, "", tuple(head), tuple(said), foot, tuple(end), further=digest.further)
    )


def rest_message(items: Sequence[Item], key: str, thread_ts: str) -> tuple[Reply, int]:
    """The next papers of a digest for its thread, and how many they are."""
    line: Line = [bold("More papers"), Run(" of this digest")]
    message, shown = fitting(Part(tuple(items), key, thread_ts, rich(line), (line_said(line),), None, ()))
    return replace(message, public=True), shown


def preview_lines(digest: Digest, at: datetime | None, zone: str) -> list[Line]:
    """What stands above a preview: how much would come, and when."""
    topic = Run(short(digest.topics[0], 200), italic=True)
    when = [Run(", "), moment(at, zone)] if at else [Run(", once it is resumed")]
    if not digest.items:
        again = [Run("I look again: "), moment(at, zone)] if at else [Run("I look again once it is resumed.")]
        return [[bold("Nothing new"), Run(" for "), topic, Run(" at the moment.")], again]
    return [[bold(digest.papers), Run(" would come for "), topic, *when, Run(".")]]


def next_line(digest: Digest, *, paused: bool = False) -> Line:
    """The same in short, where topic and time are said already."""
    if paused:
        return [Run("It brings nothing until somebody presses Resume in "), code("/papers subscriptions"), Run(".")]
    if not digest.items:
        return [Run("Nothing new fits at the moment; papers that do will come.")]
    return [Run("The next digest would hold "), bold(digest.papers), Run(":")]


def preview_message(digest: Digest, *said: Line, head: Sequence[Block] = (), most: int = MOST) -> Reply:
    """What a digest would hold, for one person, below what is said first: the lines, as blocks in `head` if these are
    more than the lines."""
    wait = _MORE_WAIT if digest.waiting else ""
    foot = context(wait) if wait else None
    lines = tuple(map(line_said, said))
    return fitting(Part(digest.items, "", "", tuple(head) or rich(*said), lines, foot, (wait,), most, digest.further))[
        0
    ]


def hidden_reply(name: str, topics: Sequence[str], hide: state.HideState) -> Reply:
    """For whoever said that a paper is not for the channel: what that changes, and how to take it back."""
    named = " and ".join(f"“{short(topic)}”" for topic in topics)
    told = (
        f"Noted for this channel’s {'subscription' if len(topics) == 1 else 'subscriptions'} to {kit.cut(named, 600)}.",
        f"Papers most like “{kit.cut(kit.tidy(name), 200)}” will come there after all others.",
    )
    undo = button("Undo", state.DIGEST_UNHIDE, state.written(hide))
    return reply(map(kit.inert, told), [*rich(*([Run(line)] for line in told)), actions(undo)])


def _head(digest: Digest) -> Line:
    if not digest.items:
        return []
    # Not "new to this channel": another of its subscriptions may have brought one at another time.
    new = [bold(digest.papers), Run(" new for ")]
    if len(digest.topics) == 1:
        return [*new, Run(short(digest.topics[0], 200), italic=True)]
    return [*new, Run(f"{len(digest.topics)} subscriptions")]


def _nothing(nothing: Nothing) -> Line:
    return [
        Run("Nothing new for "),
        Run(short(nothing.topic), italic=True),
        Run("; I look again "),
        moment(nothing.again, nothing.zone),
        Run("."),
    ]
