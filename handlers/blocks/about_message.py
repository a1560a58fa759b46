"""What was found about a message, for the person who asked, with a button that shares it in the message's thread."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit, lines
from handlers.blocks.entry import Entry, entry_blocks, entry_line
from handlers.blocks.shapes import Run, actions, bold, button, context, reply, rich
from handlers.messages import Block, Reply

SHARE = "shortcut:share"
SENTENCE, TEXT_SENTENCE = 300, 240
TOOK = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Papers about a message: `took` says by what they were found, and `share` is what the button sends, where there is
    something to share."""

    took: str
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    share: str | None = None


def about_reply(about: About) -> Reply:
    """The private answer."""
    head = [bold("About this message: "), Run(kit.cut(kit.tidy(about.took), TOOK), italic=True)]
    blocks = [
        *rich(head),
        *_noted(about.notes),
        *(block for entry in about.entries for block in entry_blocks(entry, SENTENCE)),
        *_sharing(about),
    ]
    said = ("".join(run.text for run in head), *about.notes)
    return reply([*map(kit.inert, said), *(entry_line(entry, TEXT_SENTENCE) for entry in about.entries)], blocks)


def _noted(notes: Sequence[str]) -> Iterator[Block]:
    told = [kit.cut(tidied, 400) for note in notes if (tidied := kit.tidy(note))]
    if told:
        yield context(*told)


def _sharing(about: About) -> Iterator[Block]:
    if about.share and about.entries:
        first = lines.name(about.entries[0].paper, 60)
        yield actions(button("Share in thread", SHARE, about.share, about=f"this list, which begins with {first}"))
