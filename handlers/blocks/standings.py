"""How papers stand in a channel's duels: what share each would win against an average one, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass

from handlers.blocks import kit, lines
from handlers.blocks.shapes import Line, Run, bold, context, reply, rich
from handlers.messages import Reply
from search.models import Paper

SHOWN = 15
FEW = 4
"""Duels of a paper up to which its place says little."""

_MORE = "The range holds the true share nineteen times in twenty; every duel makes it narrower: /papers duel"


@dataclass(frozen=True, slots=True)
class Place:
    """A paper in the standings; the shares of duels it is expected to win against an average one, from 0 to 1."""

    paper: Paper
    share: float
    low: float
    high: float
    won: int
    lost: int


def standings_reply(places: Sequence[Place], answers: int, compared: int) -> Reply:
    """The strongest first; `compared` papers were compared in `answers` answers."""
    if not places:
        return reply(["Nobody here has answered a duel yet. Begin with /papers duel"], _begin())
    papers = "1 paper" if compared == 1 else f"{compared:,} papers"
    head: Line = [bold(f"{answers:,} answer{'s' * (answers != 1)}"), Run(f" in this channel, about {papers}")]
    told = [_line(number, place) for number, place in enumerate(places[:SHOWN], start=1)]
    rest = f"And {compared - len(told):,} more below." if compared > len(told) else ""
    said = ["".join(run.text for run in line) for line in (head, *told)]
    return reply(map(kit.inert, [*said, rest, f"{_MORE}."]), [*rich(head, *told), context(rest, _MORE)])


def _begin() -> tuple[dict[str, object], ...]:
    return rich([Run("Nobody here has answered a duel yet. Begin with "), Run("/papers duel", code=True)])


def _line(number: int, place: Place) -> Line:
    duels = place.won + place.lost
    sure = "" if duels > FEW else ", few duels yet"
    return [
        Run(f"{number}. "),
        bold(lines.name(place.paper, 120)),
        Run(f" [{place.paper.id}]: would win {_percent(place.share)} against an average paper, "),
        Run(f"between {_percent(place.low)} and {_percent(place.high)} (won {place.won} of {duels}{sure})"),
    ]


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
