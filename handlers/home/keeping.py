"""A person's reading list and notes in their Home, page by page."""

from collections.abc import Sequence

from handlers.blocks.asked import count
from handlers.blocks.home_papers import PAGE, in_range, listed_blocks, turning
from handlers.blocks.home_parts import list_tabs
from handlers.blocks.home_state import HomePlace
from handlers.blocks.shapes import Run, bold, rich
from handlers.blocks.shelf import HOW
from handlers.blocks.shelved import MARK_LABELS
from handlers.home.shelf import counts, in_state, mine, rows, with_notes
from handlers.messages import Block
from handlers.ports import Services
from handlers.shelves import READ_STATES, ReadState, Shelved
from handlers.visits import Visit
from handlers.windows import Look

Shown = tuple[HomePlace, Sequence[Block]]
_NEXT = "Papers come here when you press {} at them."
SAID: dict[ReadState, str] = {"to read": " to read", "reading": " that you are reading", "read": " that you have read"}


def listed(place: HomePlace, look: Look, _visit: Visit, services: Services) -> Shown:
    """The papers of the list in one state."""
    own = mine(look, services)
    wanted = in_state(own, place.state)
    head = [*rich([bold(count(len(wanted))), Run(SAID[place.state])]), list_tabs(counts(own))]
    how = HOW if place.state == READ_STATES[0] else _NEXT.format(MARK_LABELS[place.state])
    return _page(place, wanted, [*head, *(() if wanted else rich([Run(how)]))], services)


def noted(place: HomePlace, look: Look, _visit: Visit, services: Services) -> Shown:
    """All that they noted."""
    wanted = with_notes(mine(look, services))
    head = rich(
        [bold(count(len(wanted), "note"))], [Run("A note is yours alone unless it says that it is for a channel.")]
    )
    return _page(place, wanted, head, services)


def _page(place: HomePlace, wanted: Sequence[Shelved], head: Sequence[Block], services: Services) -> Shown:
    place = in_range(place, len(wanted))
    blocks = list(head)
    for row in rows(wanted[place.offset : place.offset + PAGE], services):
        blocks += listed_blocks(row.shelved, row.paper, place, "here")
    return place, [*blocks, *turning(place, len(wanted))]
