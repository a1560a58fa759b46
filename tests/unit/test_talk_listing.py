"""A long list of a slash command is narrowed down by a button and a chip."""

from dataclasses import replace

from handlers.actions import handle_press
from handlers.blocks import state
from handlers.dispatch import dispatch
from handlers.messages import Reply
from handlers.talk.listing import typed
from search.grammar import parse
from search.query import Phrase, Venue, Word, Years
from tests.block_rules import problems
from tests.fakes_handlers import KVFLOW, press, request, services
from tests.talk_kit import buttons

TWELVE = services(
    [
        replace(
            KVFLOW, id=f"kv-{number}", abstract="A cache. " + ("Eviction of eviction." if number % 3 else "Fusion.")
        )
        for number in range(12)
    ]
)


def pressed(action_id: str, value: str) -> Reply:
    outcome = handle_press(press(action_id, value), TWELVE)
    assert isinstance(outcome, Reply)
    assert problems(outcome) == []
    return outcome


def test_a_long_list_offers_to_be_narrowed_down_and_a_short_one_does_not() -> None:
    assert buttons(dispatch(request("cache"), TWELVE), state.NARROW)
    assert not buttons(dispatch(request("eviction"), TWELVE), state.NARROW)


def test_the_button_brings_chips_and_a_chip_the_papers_that_it_counts() -> None:
    (button,) = buttons(dispatch(request("cache"), TWELVE), state.NARROW)
    offered = pressed(button["action_id"], button["value"])
    (chip,) = [each for each in buttons(offered, "find:chip") if each["text"]["text"] == "eviction · 8"]
    narrowed = pressed(chip["action_id"], chip["value"])

    assert offered.replaces
    assert "buttons for: eviction (8)" in offered.text
    assert narrowed.replaces
    assert narrowed.text.startswith("8 papers have every word of cache eviction")


def test_where_there_is_no_room_or_nothing_parts_the_list_that_is_said() -> None:
    for text in ("cache " * 32, "zebra fusion"):
        assert "Nothing parts this list well" in pressed(state.NARROW, state.written(state.PageState(text))).text


def test_what_narrows_is_typed_as_the_search_reads_it() -> None:
    for by in (Word("kv"), Phrase(("kv", "cache")), Years(2024, 2024), Venue("NeurIPS main")):
        query = parse(f"paper {typed(by)}")
        assert by in (*query.wanted, *query.filters)
