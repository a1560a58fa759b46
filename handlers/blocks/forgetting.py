"""What is kept of a person, and forgetting it: asked first, then told."""

from collections.abc import Sequence

from handlers.blocks import kit
from handlers.blocks.asked import count
from handlers.blocks.shapes import Line, Run, actions, bold, button, reply, rich
from handlers.blocks.shelf_state import FORGET, RESET, about_me
from handlers.messages import Block, Reply

NOTHING = "I keep nothing about you."
_WHAT = "Forgetting deletes all of this at once and for good, in every channel. Nobody can bring it back."
_STAYS = (
    "What you set up for a channel stays there and belongs to nobody. What was posted in channels stays in Slack, "
    "where you or an admin can delete it."
)


def kept_reply(kept: Sequence[tuple[str, int]], hidden: int, *, ask: bool) -> Reply:
    """What is kept; with the question whether to forget it where somebody `ask`ed for that, or else the way to it."""
    if not kept:
        return reply([NOTHING], rich([Run(NOTHING)]))
    said = [f"{name[:1].upper()}{name[1:]}: {number:,}" for name, number in kept]
    told: list[Line] = [[bold("What I keep about you")], *([Run(line)] for line in said)]
    told += [[Run(_WHAT)], [Run(_STAYS)]] if ask else [[Run("To have all of it forgotten, type /papers forget me")]]
    buttons: list[Block] = [button("Forget all of it", FORGET, about_me())] if ask else []
    if hidden:
        buttons.append(button("Bring back what is not for me", RESET, about_me(), about=count(hidden)))
    text = [kit.inert("".join(run.text for run in line)) for line in told]
    return reply(text, [*rich(*told), *([actions(*buttons)] if buttons else [])])


def forgotten_reply() -> Reply:
    """It is done."""
    told = ("Forgotten. I keep nothing about you any more.", _STAYS)
    return reply(told, rich(*([Run(line)] for line in told)), replaces=True)


def reset_reply(hidden: int, *, replaces: bool) -> Reply:
    """What was not for them is drawn for them again."""
    said = f"{count(hidden)} may be drawn for you again." if hidden else "There is no paper that is not for you."
    return reply([said], rich([Run(said)]), replaces=replaces)
