"""Why papers were found: the words that were asked for, how rare each is, and which of them each paper has."""

from collections.abc import Sequence
from dataclasses import dataclass

from handlers.blocks import kit, lines
from handlers.blocks.asked import count
from handlers.blocks.shapes import Line, Run, bold, code, context, reply, rich
from handlers.messages import Reply
from search.models import Paper

WORDS = 12


@dataclass(frozen=True, slots=True)
class Weight:
    """A word, how many of how many papers have it, and what it weighs in the ranking."""

    word: str
    papers: int
    size: int
    weight: float


@dataclass(frozen=True, slots=True)
class Reason:
    """A paper at its number, the words that it has and those that it lacks; with neither it was found by meaning."""

    number: int
    paper: Paper
    has: tuple[str, ...]
    lacks: tuple[str, ...] = ()


def why_reply(head: str, weights: Sequence[Weight], reasons: Sequence[Reason], note: str, ways: str) -> Reply:
    """The words first, the most telling one on top, then the papers."""
    known = [_weight(weight) for weight in sorted(weights, key=lambda each: (-each.weight, each.word))[:WORDS]]
    told = [_reason(reason) for reason in reasons]
    blocks = [*rich([bold(head)], *known), *rich(*told), context(*filter(None, (note, ways)))]
    said = ["".join(run.text for run in line) for line in (*known, *told)]
    return reply(map(kit.inert, [head, *said, note, ways]), blocks)


def _weight(weight: Weight) -> Line:
    where = f"in {weight.papers:,} of {count(weight.size)}" if weight.papers else "in no paper"
    said = f" – {_rarity(weight)}, {where}" + (f": weighs {weight.weight:.1f}" if weight.papers else "")
    return [code(kit.cut(kit.tidy(weight.word), 60)), Run(said)]


def _rarity(weight: Weight) -> str:
    share = weight.papers / max(1, weight.size)
    if not weight.papers:
        return "unknown"
    return "rare" if share <= 0.02 or weight.papers <= 2 else "telling" if share <= 0.15 else "common"


def _reason(reason: Reason) -> Line:
    has = f"has {', '.join(reason.has)}" if reason.has else "has none of the words; it means something like them"
    lacks = f"; lacks {', '.join(reason.lacks)}" if reason.lacks and reason.has else ""
    said = kit.cut(kit.tidy(f"{has}{lacks}"), 400)
    return [Run(f"{reason.number:,}. "), bold(lines.name(reason.paper, 100)), Run(f": {said}.")]
