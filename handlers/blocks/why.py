"""Why a paper became the paper of the week, in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.items import short
from handlers.blocks.moments import day_said
from handlers.blocks.shapes import Run, bold, mention, rich
from handlers.messages import Block
from handlers.reasons import Again, Drawn, LikeAPick, Nominated, Reason, SavedHere, SearchedHere, Subscribed, WonDuels

BECAUSE = 300
REASONS = 3
"""Nominations whose reasons are repeated, the earliest."""

_LABEL = "Why this paper  "
_MEMBER = re.compile(r"[UW][A-Z0-9]{2,20}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """A reason, with the name of the paper that it may speak of and the channel's time zone."""

    reason: Reason
    liked: str = ""
    zone: str = "UTC"


def why_blocks(why: Why) -> Iterator[Block]:
    """The reason. Only who nominated the paper first is named so that Slack could notify them."""
    if isinstance(why.reason, Nominated):
        yield from _nominated_blocks(why.reason)
    else:
        yield from rich([bold(_LABEL), Run(reason_said(why))])


def why_text(why: Why) -> Iterator[str]:
    """The same in lines, ready for mrkdwn."""
    if isinstance(why.reason, Nominated):
        yield f"Why this paper: {_nominators(why.reason)}"
        yield from map(kit.inert, _because(why.reason))
    else:
        yield kit.inert(f"Why this paper: {reason_said(why)}")


def reason_said(why: Why) -> str:
    """The reason in a sentence that names nobody."""
    match why.reason:
        case Nominated(by):
            return f"Nominated by {_people(len(by))} of this channel."
        case LikeAPick(paper_id, ups, downs):
            return f"It is like “{short(why.liked or paper_id)}”, which you gave 👍 {ups} and 👎 {downs}."
        case SavedHere(people):
            return f"{_people(people)} saved it from this channel."
        case WonDuels(won, lost):
            duels = won + lost
            return f"It won {won} of {duels} duels here." if duels > 1 else "It won its only duel here."
        case Again(last):
            return f"This channel has had every other paper since this one came, on {day_said(last, why.zone)}."
        case _:
            return _by_topic(why.reason)


def _by_topic(reason: Subscribed | SearchedHere | Drawn) -> str:
    match reason:
        case Subscribed(query):
            return f"It has all that this channel’s subscription to “{short(query)}” asks for."
        case SearchedHere(query, times):
            return f"“{short(query)}” was searched here {_times(times)} in the last 90 days."
        case Drawn(topic):
            among = f"the papers on “{short(topic)}”" if topic else "the library"
            return f"Drawn by lot from {among}: nothing in this channel speaks for one paper more than for another yet."


def _nominated_blocks(reason: Nominated) -> Iterator[Block]:
    first, others = _first(reason)
    yield from rich([bold(_LABEL.strip())])
    if first:
        yield mention(first, "Nominated by ", others)
    else:
        yield from rich([Run(f"Nominated by {_people(len(reason.by))} of this channel.")])
    yield from rich(*([Run(said, italic=True)] for said in _because(reason)))


def _nominators(reason: Nominated) -> str:
    first, others = _first(reason)
    return f"nominated by <@{first}>{others}" if first else f"nominated by {_people(len(reason.by))} of this channel."


def _first(reason: Nominated) -> tuple[str | None, str]:
    """Who nominated it first, where Slack knows them, and how many others did."""
    user_id, others = reason.by[0][0], len(reason.by) - 1
    more = f" and {others} other{'s' * (others > 1)}." if others else "."
    return user_id if _MEMBER.fullmatch(user_id) else None, more


def _because(reason: Nominated) -> Iterator[str]:
    given = [kit.tidy(because) for _, because in reason.by]
    for because in list(filter(None, given))[:REASONS]:
        yield f"“{kit.cut(because, BECAUSE)}”"


def _people(number: int) -> str:
    return "one person" if number == 1 else f"{number} people"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")
