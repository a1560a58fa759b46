"""What the window in which a paper is read remembers: the paper, the channel behind it, or the place in Home."""

from dataclasses import dataclass

from handlers.blocks.state import packed, unpacked

NOTED = "reader:note"
"""What comes back when the window for a note was sent off that was opened in this one."""


@dataclass(frozen=True, slots=True)
class ReaderState:
    """`here` is the channel in which the window was opened, and `home` the place in the person's Home; empty where it
    was opened elsewhere. What was opened in it remembers its id, `window`."""

    id: str
    here: str = ""
    home: str = ""
    window: str = ""


def reader_value(state: ReaderState) -> str:
    """For the window."""
    window = {"w": state.window} if state.window else {}
    return packed(r=state.id, c=state.here, p=state.home, **window)


def reader_of(value: str) -> ReaderState | None:
    """What this window remembers; None when it is another one, or of another version."""
    fields = unpacked(value)
    match fields:
        case {"r": str(id), "c": str(here), "p": str(home)} if id.strip():
            return ReaderState(id, here, home, str(fields.get("w", "")))
    return None
