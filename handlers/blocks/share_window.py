"""The window in which a channel is chosen for a paper to be shared with."""

from handlers.blocks import lines, state
from handlers.blocks.inputs import channel_field, form
from handlers.blocks.shapes import rich
from handlers.windows import Modal
from search.models import Paper

SHARING = "share:window"
"""What comes back when the window is sent off."""
CHANNEL = "channel"


def share_window(paper: Paper) -> Modal:
    """The window."""
    blocks = [*rich([lines.linked_name(paper)]), channel_field(CHANNEL, "Share with", "")]
    remembered = state.written(state.PaperState(paper.id))
    return form("Share a paper", blocks, submit="Share", callback_id=SHARING, state=remembered)
