"""Typed text finds its command, and what a person can mend comes back as a sentence."""

import pytest

from handlers.command import Command
from handlers.commands import COMMANDS
from handlers.dispatch import chosen, dispatch
from handlers.mending import UNAVAILABLE
from tests.block_rules import problems
from tests.fakes import BrokenLibrary
from tests.fakes_handlers import BrokenEngine, request, services


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "help", ""),
        ("   ", "help", ""),
        ("\u200b\x00", "search", "\u200b"),
        ("help", "help", ""),
        ("HELP show", "help", "show"),
        ("help Find", "help", "Find"),
        ("help me with attention", "search", "help me with attention"),
        ("kv cache", "search", "kv cache"),
        ("search kv cache", "search", "kv cache"),
        ("Find: kv cache", "search", "kv cache"),
        ("search", "search", ""),
        ("show kvflow", "show", "kvflow"),
        ("SHOW:  kvflow", "show", "kvflow"),
        ("show", "show", ""),
        ("showing results", "search", "showing results"),
        ("similar tasks transfer", "similar", "tasks transfer"),
        ("random", "random", ""),
        ("random forests", "random", "forests"),
        ("random-walk", "search", "random-walk"),
        ("status", "status", ""),
        ("status:", "status", ""),
        ("status quo bias", "search", "status quo bias"),
        ("author:smith", "search", "author:smith"),
    ],
)
def test_the_first_word_decides_by_the_written_rule(text: str, name: str, words: str) -> None:
    command, rest = chosen(text)

    assert (command.name, rest) == (name, words)


def test_every_command_has_a_name_of_its_own() -> None:
    names = [name for command in COMMANDS for name in (command.name, *command.aliases)]

    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_an_example_calls_the_command_that_it_is_for(command: Command) -> None:
    assert chosen(command.example)[0] is command


def test_a_query_that_cannot_be_searched_is_answered_with_its_own_sentence() -> None:
    reply = dispatch(request("x" * 301), services())

    assert reply.text.startswith("That is 301 characters")
    assert (reply.public, reply.replaces) == (False, False)
    assert problems(reply) == []


@pytest.mark.parametrize("text", ["kv cache", "random cache", "similar kvflow"])
def test_an_index_that_is_being_rebuilt_gives_a_calm_sentence(text: str) -> None:
    assert dispatch(request(text), services(engine=BrokenEngine())).text == UNAVAILABLE


@pytest.mark.parametrize("text", ["kv cache", "help", "random"])
def test_a_store_that_cannot_be_reached_gives_a_calm_sentence(text: str) -> None:
    reply = dispatch(request(text), services(library=BrokenLibrary()))

    assert reply.text == "The library is busy at the moment. Please try again in a minute."


class Surprise(RuntimeError):
    """Something nobody foresaw."""


def test_anything_else_goes_on_to_the_one_error_handler() -> None:
    class SurprisingEngine(BrokenEngine):
        def size(self) -> int:
            return 0

        def similar(self, paper_id: str, limit: int) -> tuple[()]:
            raise Surprise

    with pytest.raises(Surprise):
        dispatch(request("similar kvflow"), services(engine=SurprisingEngine()))
