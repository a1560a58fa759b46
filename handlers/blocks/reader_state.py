"""What the window in which a paper is read remembers: the paper, the channel behind it, or the place in Home."""

from dataclasses import dataclass

from handlers.blocks.state import packed, unpacked


@dataclass(frozen=True, slots=True)
class ReaderState:
    """`here` is the channel in which the window was opened, and `home` the place in the person's Home; empty where it
    was opened elsewhere."""

    id: str
    here: str = ""
    home: str = ""


def reader_value(state: ReaderState) -> str:
    """For the window."""
    return packed(r=state.id, c=state.here, p=state.home)


def reader_of(value: str) -> ReaderState | None:
    """What this window remembers; None when it is another one, or of another version."""
    match unpacked(value):
        case {"r": str(id), "c": str(here), "p": str(home)} if id.strip():
            return ReaderState(id, here, home)
    return None
