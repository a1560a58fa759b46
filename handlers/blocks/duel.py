"""A duel: two papers, and which of them a person would rather read."""

from collections.abc import Iterator

from handlers.blocks import kit, lines, state, week_state
from handlers.blocks.entry import NO_ABSTRACT
from handlers.blocks.shapes import Run, actions, bold, button, context, reply, rich
from handlers.blocks.week_state import DuelState
from handlers.messages import Block, Reply
from search.language.clean import clean
from search.language.sentences import sentences
from search.language.summary import summary
from search.models import Paper

SENTENCE = 400
_QUESTION = "Which would you rather read?"
_TYPED = "To choose without buttons, open the papers with /papers show and nominate one with /papers nominate"


def duel_reply(one: Paper, other: Paper, answers: int, out: tuple[str, ...] = (), *, replaces: bool = False) -> Reply:
    """The question to one person; `out` are the papers that they are not asked about in this sitting."""
    neither = DuelState(one.id, other.id, (*out, one.id, other.id))
    about = f"instead of {one.id} and {other.id}"
    blocks = [
        *rich([bold(_QUESTION)]),
        *_side(one, DuelState(one.id, other.id, out)),
        *_side(other, DuelState(other.id, one.id, out)),
        actions(button("Neither, other two", week_state.OTHER, week_state.duel_value(neither), about=about)),
        context(answered(answers), "Answers count when the paper of the week is picked"),
    ]
    text = [_QUESTION, _line("1", one), _line("2", other), kit.inert(f"{answered(answers)}. {_TYPED}.")]
    return reply(text, blocks, replaces=replaces)


def answered(answers: int) -> str:
    """How many duels were answered in the channel."""
    return f"This channel has {'1 answer' if answers == 1 else f'{answers:,} answers'}"


def _side(paper: Paper, chosen: DuelState) -> Iterator[Block]:
    yield from rich([lines.linked_name(paper)], [Run(_sentence(paper))])
    yield context(*lines.facts(paper), handle=paper.id)
    read = state.written(state.PaperState(paper.id))
    yield actions(
        button("This one", week_state.CHOOSE, week_state.duel_value(chosen), about=paper.id),
        button("Read", state.READ, read, about=paper.id),
    )


def _sentence(paper: Paper) -> str:
    """What it contributes, or else how it begins."""
    stated = summary(paper.abstract)
    said = stated.idea or next(iter(sentences(clean(paper.abstract))), "")
    return kit.cut(kit.tidy(said) or NO_ABSTRACT, SENTENCE)


def _line(number: str, paper: Paper) -> str:
    return kit.inert(f"{number}. {lines.name(paper)} [{paper.id}]: {_sentence(paper)}")
