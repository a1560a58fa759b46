"""A note that was typed: how it stands, what it was before, and how to change it."""

from handlers.blocks import kit, lines
from handlers.blocks.moments import line_said
from handlers.blocks.shapes import Line, Run, actions, bold, code, reply, rich
from handlers.blocks.shelved import note_button, save_button
from handlers.messages import Reply
from handlers.shelves import LONGEST_NOTE, Shelved
from search.models import Paper

SHARED, REMOVE = "shared:", "remove"


def note_reply(paper: Paper, now: Shelved, before: Shelved, here: str) -> Reply:
    """For whoever typed it; `here` is the channel where it was typed, empty where others are not in it."""
    if now.note:
        told = [_kept(paper, now, before, here), [Run(kit.cut(kit.tidy(now.note), LONGEST_NOTE), italic=True)]]
    else:
        told = [_none(paper, before)]
    told += [*_before(now, before), _how(paper, now, here)]
    keep = [] if now.state else [save_button(paper.id, paper.id)]
    return reply(map(line_said, told), [*rich(*told), actions(note_button(paper.id), *keep)])


def _kept(paper: Paper, now: Shelved, before: Shelved, here: str) -> Line:
    known = "Your note on " if (now.note, now.note_channel) == (before.note, before.note_channel) else "Noted on "
    return [Run(known), bold(lines.name(paper, 150)), Run(f", for {_whom(now, here)}:")]


def _none(paper: Paper, before: Shelved) -> Line:
    said = "Your note is gone from " if before.note else "You have no note on "
    return [Run(said), bold(lines.name(paper, 150)), Run(".")]


def _before(now: Shelved, before: Shelved) -> list[Line]:
    """What is lost can be typed again."""
    if not before.note or before.note == now.note:
        return []
    return [[Run("It said before: "), Run(kit.cut(kit.tidy(before.note), LONGEST_NOTE), italic=True)]]


def _how(paper: Paper, now: Shelved, here: str) -> Line:
    typed = code(_typed(paper))
    how: Line = [Run("To write another, type " if now.note else "To write one, type "), typed, Run(" and its text")]
    if here:
        how = [*how, Run("; "), code(SHARED), Run(" before the text lets this channel read it")]
    if now.note:
        how = [*how, Run("; to take it back, "), code(f"{_typed(paper)} {REMOVE}")]
    return [*how, Run(".")]


def _typed(paper: Paper) -> str:
    return f"/papers note {paper.id}"


def _whom(now: Shelved, here: str) -> str:
    if now.note_channel is None:
        return "you alone"
    return "this channel" if now.note_channel == here else "another channel"
