"""A person's Home: the field to search in, what is to be read first, and one of its parts below."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, shapes
from handlers.blocks.home_state import MAIN, SEARCH, HomePlace, place_value
from handlers.blocks.inputs import heard, text_field
from handlers.blocks.shapes import Run, actions, button, divider, header, rich
from handlers.messages import Block
from handlers.windows import Home, Look

LONGEST_QUERY = 250
_HINT = "Words, a name, an arXiv id, a DOI or an address; then press Enter."


def home_page(place: HomePlace, look: Look, blocks: Sequence[Block]) -> Home:
    """The part with these blocks."""
    back = [_back()] if place.view != "main" else []
    return shapes.home([_search(place), *_noted(look), *back, *blocks], place_value(place))


def trouble_page(place: HomePlace, sentence: str, *, passing: bool = False) -> Home:
    """In the place of a part that cannot be shown; `passing` trouble is worth another try."""
    again = [actions(button("Try again", MAIN, place_value(place)))] if passing else []
    back = [_back()] if place.view != "main" else []
    blocks = [_search(place), *rich([Run(kit.cut(kit.tidy(sentence), 1_000))]), *again, *back]
    return shapes.home(blocks, place_value(place))


def section(title: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """A part of a part."""
    yield divider()
    yield header(title)
    yield from blocks


def _search(place: HomePlace) -> Block:
    found = place.text if place.view == "found" else ""
    field = heard(text_field(SEARCH, "Search papers", value=found, hint=_HINT, longest=LONGEST_QUERY))
    # Slack keeps what stands in a field as long as it has the same name: back at the beginning it is to be empty.
    return {**field, "block_id": f"{SEARCH}:{'found' if found else 'new'}"}


def _noted(look: Look) -> Iterator[Block]:
    if kit.tidy(look.note):
        yield from rich([Run(kit.cut(kit.tidy(look.note), 400))])
    if look.button:
        label, action_id, value = look.button
        yield actions(button(label, action_id, value))


def _back() -> Block:
    return actions(button("Back to my Home", MAIN, place_value(HomePlace())))
