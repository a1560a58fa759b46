"""The window in which a person writes a note on a paper, gives it stars, and says who may see them."""

from handlers.blocks import lines
from handlers.blocks.inputs import choice, form, text_field
from handlers.blocks.shapes import Run, bold, rich
from handlers.blocks.shelf_state import FORM, FormState, form_value
from handlers.blocks.shelved import stars
from handlers.messages import Block
from handlers.shelves import LONGEST_NOTE, MOST_STARS, READ_STATES, Shelved
from handlers.windows import Modal
from search.models import Paper

STATE, STARS, NOTE, WHO, LISTED = "state", "stars", "note", "who", "listed"
NOT_LISTED, NO_STARS = "none", "none"
ME, HERE, AS_NOW = "me", "here", "as-now"
ALONE, OTHERS = "alone", "others"
_STATES = [(state.capitalize(), state) for state in READ_STATES]
_STARS = [("No stars", NO_STARS), *((stars(number), str(number)) for number in range(1, MOST_STARS + 1))]
_LISTED = [("Me alone", ALONE), ("Whoever looks at my list, with its stars", OTHERS)]
_SEEN = "People of the channel see it where they read about the paper here"


def note_form(paper: Paper, shelved: Shelved, channel_id: str) -> Modal:
    """For this paper, as it stands; `channel_id` is where a note may be for others, empty where it may not."""
    listed = [] if shelved.state else [("Not on it", NOT_LISTED)]
    rating = NO_STARS if shelved.rating is None else str(shelved.rating)
    fields: list[Block] = [
        *rich([bold(lines.name(paper, 150)), Run(f"  {paper.id}")]),
        choice(STATE, "On my reading list", [*listed, *_STATES], shelved.state or NOT_LISTED),
        choice(STARS, "Stars", _STARS, rating),
        text_field(NOTE, "Note", value=shelved.note, longest=LONGEST_NOTE, optional=True, several=True),
        *_who(shelved, channel_id),
        choice(LISTED, "Who sees it on my list", _LISTED, OTHERS if shelved.shared else ALONE),
    ]
    state = form_value(FormState(paper.id, channel_id))
    return form("Note and stars", fields, submit="Keep", callback_id=FORM, state=state)


def _who(shelved: Shelved, channel_id: str) -> list[Block]:
    options = [("Me alone", ME)]
    chosen = ME
    if channel_id:
        options.append(("This channel", HERE))
    if shelved.note_channel and shelved.note_channel == channel_id:
        chosen = HERE
    elif shelved.note_channel:
        options.append(("The other channel that sees it now", AS_NOW))
        chosen = AS_NOW
    return [choice(WHO, "Who sees the note", options, chosen, hint=_SEEN)] if len(options) > 1 else []
