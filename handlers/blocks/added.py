"""Papers that were looked up: shown before they are added, and told of when they are."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, lines
from handlers.blocks.entry import paper_buttons
from handlers.blocks.intake_state import ADD, ADD_CANCEL, UNDO, Way, undo_value
from handlers.blocks.moments import line_said
from handlers.blocks.paper import about, about_text
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, reply, rich
from handlers.intake import Looked, Sighting
from handlers.messages import Block, Reply

TEXT = 150
TROUBLE = 600


def found_reply(sightings: Sequence[Sighting], value: str | None) -> Reply:
    """What was found, with the button that adds it; `value` is what this button remembers."""
    adding = [each for each in sightings if each.adds]
    blocks = [block for each in sightings for block in _shown(each, alone=len(sightings) == 1)]
    text = [line for each in sightings for line in _text(each, alone=len(sightings) == 1)]
    if adding and value:
        label = "Add to the library" if len(adding) == 1 else f"Add {len(adding)} papers to the library"
        name = lines.name(adding[0].paper, 100) if adding[0].paper else ""
        blocks.append(actions(button(label, ADD, value, about=name), button("Cancel", ADD_CANCEL, value, about=name)))
    return reply(text, blocks)


def added_reply(looked: Looked, user_id: str) -> Reply:
    """What became of each paper, and the way back; in the place of what was shown, unless nothing changed: then the
    press may be a second one, and the way back from the first must stay."""
    done = [_done(each) for each in looked.sightings]
    blocks = list(rich(*done))
    added = [each for each in looked.sightings if each.adds and each.handle and each.paper]
    if len(added) == 1 and added[0].paper:
        blocks.append(paper_buttons(added[0].paper))
    if looked.number is not None:
        undo = button(
            "Undo", UNDO, undo_value(Way(looked.number, user_id, public=False)), about="adding to the library"
        )
        blocks.append(actions(undo))
    return reply(map(line_said, done), blocks, replaces=looked.number is not None)


def _shown(each: Sighting, *, alone: bool) -> Iterator[Block]:
    if each.paper is None:
        yield from rich(_trouble(each))
        return
    if alone:
        yield from about(each.paper)
    else:
        yield from rich([lines.linked_name(each.paper)])
        yield context(*lines.facts(each.paper), handle=each.paper.id or None)
    yield context(_stands(each))
    if alone and each.fate == "held" and each.paper.id:
        yield paper_buttons(each.paper)


def _text(each: Sighting, *, alone: bool) -> Iterator[str]:
    if each.paper is None:
        yield line_said(_trouble(each))
        return
    if alone:
        yield from about_text(each.paper)
    else:
        yield kit.inert("; ".join((lines.name(each.paper), *lines.facts(each.paper))))
    yield kit.inert(_stands(each))


def _stands(each: Sighting) -> str:
    """How the library and the paper stand to one another."""
    whence = f"Found at {each.service}. " if each.service else ""
    match each.fate:
        case "new":
            return f"{whence}It is not in the library yet."
        case "completes":
            return f"{whence}It is in the library as {each.handle}; adding it fills in what is missing there."
        case "held":
            return (
                f"It is in the library already, as {each.handle}." if each.handle else "It is in the library already."
            )


def _done(each: Sighting) -> Line:
    if each.paper is None:
        return _trouble(each)
    name = bold(lines.name(each.paper, TEXT))
    match each.fate:
        case "new":
            return [Run("You added "), name, Run(f" as {each.handle}; searches find it from now on.")]
        case "completes":
            return [Run("You completed "), name, Run(f", which is in the library as {each.handle}.")]
        case "held":
            return [name, Run(f" is in the library already{f', as {each.handle}' if each.handle else ''}.")]


def _trouble(each: Sighting) -> Line:
    said = kit.cut(kit.tidy(each.trouble), TROUBLE)
    return [bold(kit.cut(kit.tidy(each.text), TEXT)), Run(f": {said}{'' if said.endswith(('.', '?')) else '.'}")]
