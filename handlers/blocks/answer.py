"""An answer in a thread: what was understood, the best papers with the sentence that answers, and how to go on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.asked import count
from handlers.blocks.chips import Chip, chips_line, chips_row
from handlers.blocks.entry import Entry, entry_blocks, entry_line, paper_buttons
from handlers.blocks.paper import about, about_text
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, reply, rich
from handlers.messages import Block, Reply
from search.models import Paper, SearchResult

SENTENCE, TEXT_SENTENCE = 420, 300
TOOK = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list of papers as an answer: `took` says what was looked for, `found` how much there is, `notes` what has to be
    known before reading, `ways` what can be said next. `suggestion` is a button to a corrected search."""

    took: str
    lead: str = "Searched: "
    found: str = ""
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    suggestion: tuple[str, str, str] | None = None
    chips: tuple[Chip, ...] = ()
    ways: str = ""


def listed_reply(listed: Listed) -> Reply:
    """The message."""
    blocks = [
        *rich(_head(listed)),
        *_noted(listed.notes),
        *_suggested(listed),
        *(block for entry in listed.entries for block in entry_blocks(entry, SENTENCE)),
        *chips_row(listed.chips),
        *_noted((listed.ways,)),
    ]
    before = ("".join(run.text for run in _head(listed)), *listed.notes)
    papers = [entry_line(entry, TEXT_SENTENCE) for entry in listed.entries]
    after = (chips_line(listed.chips), listed.ways)
    return reply([*map(kit.inert, before), *papers, *map(kit.inert, after)], blocks)


def paper_answer(paper: Paper, notes: Sequence[str], ways: str) -> Reply:
    """One paper in three sentences."""
    blocks = [*_noted(notes), *about(paper), paper_buttons(paper), *_noted((ways,))]
    return reply([*map(kit.inert, notes), *about_text(paper, hint=False), kit.inert(ways)], blocks)


def counted(result: SearchResult, words: int) -> str:
    """How many papers have how much of what was asked, in a sentence."""
    some = result.total - result.complete - result.by_meaning
    all_of = "all of it" if words > 1 else "it"
    parts = [f"{count(result.complete)} {_have(result.complete)} {all_of}" if result.complete else ""]
    others = f"{some:,} more" if result.complete else count(some)
    parts.append(f"{others} {_have(some)} some of it" if some else "")
    parts.append(f"{result.by_meaning:,} found by meaning" if result.by_meaning else "")
    return ", ".join(filter(None, parts))


def _have(number: int) -> str:
    return "has" if number == 1 else "have"


def _head(listed: Listed) -> Line:
    found = f" · {listed.found}" if listed.found else ""
    return [bold(listed.lead), Run(kit.cut(kit.tidy(listed.took), TOOK), italic=True), Run(found)]


def _noted(notes: Sequence[str]) -> Iterator[Block]:
    told = [kit.cut(tidied, TOOK) for note in notes if (tidied := kit.tidy(note))]
    if told:
        yield context(*told)


def _suggested(listed: Listed) -> Iterator[Block]:
    if listed.suggestion:
        label, action_id, value = listed.suggestion
        yield actions(button("Search for it", action_id, value, about=label))
