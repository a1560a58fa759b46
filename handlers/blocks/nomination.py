"""The window in which a paper is nominated, and what is said of a nomination."""

from handlers.blocks import kit, lines, state, week_state
from handlers.blocks.inputs import form, text_field
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, button, reply, rich
from handlers.messages import Reply
from handlers.windows import Modal
from search.models import Paper

PAPER, BECAUSE = "paper", "because"
LONGEST_NAME, LONGEST_BECAUSE = 300, 280
_WHICH = "Its handle, its name, its arXiv id, its DOI or its address"
_FIRST = "Nominated papers go first; the more people nominate one, the sooner it comes."
_REASON = "Why others should read it; may be shown with the paper"


def nomination_form(channel_id: str) -> Modal:
    """For the paper of the week of this channel."""
    fields = [
        text_field(PAPER, "Paper", hint=_WHICH, longest=LONGEST_NAME),
        text_field(BECAUSE, "Because", hint=_REASON, longest=LONGEST_BECAUSE, optional=True),
    ]
    return form(
        "Nominate a paper", fields, submit="Nominate", callback_id=week_state.NOMINATION,
        state=week_state.channel_value(channel_id),
    )  # fmt: skip


def nominated_reply(paper: Paper, because: str, *, new: bool, people: int, is_on: bool, outside: str = "") -> Reply:
    """To who nominated it: what that means, and how to take it back; `outside` is the week's topic that it does not
    fit."""
    others = people - 1
    also = f" {others} other{'s' * (others > 1)} nominated it too." if others else ""
    first = "Nominated for this channel’s paper of the week: " if new else "You had nominated this already: "
    told: list[Line] = [[Run(first), bold(lines.name(paper, 150)), Run(f".{also}")]]
    if because:
        told.append([Run(f"Because: {kit.cut(kit.tidy(because), LONGEST_BECAUSE)}")])
    told.append([Run(_waits(outside) if outside else _FIRST)])
    if not is_on:
        told.append([Run("This channel has no paper of the week yet. To have it, type /papers week on")])
    undo = button("Take it back", week_state.WITHDRAW, state.written(state.PaperState(paper.id)), about=paper.id)
    return reply(map(line_said, told), [*rich(*told), actions(undo)])


def _waits(topic: str) -> str:
    named = kit.cut(kit.tidy(topic), 200)
    return f"It is not among the papers on “{named}”, this channel’s topic, so it waits until the topic is another one."
